import type { SettingKey } from '../api/settings'

/** How a setting is asked for; limits are the server's, the help only names them. */
export interface SettingEntry {
  key: SettingKey
  label: string
  help: string
  kind: 'text' | 'number' | 'switch'
  unit?: string
}

export interface SettingSection {
  id: string
  title: string
  intro: string
  entries: SettingEntry[]
}

export const sections: SettingSection[] = [
  {
    id: 'ablauf',
    title: 'Ablauf',
    intro:
      'Steht eines dieser Wörter im Titel eines Ablaufpunkts, weiß Sakristei, worum es geht. Trenne die Wörter mit Kommas.',
    entries: [
      { key: 'agenda_words_sermon', label: 'Predigt', help: 'Hier liegen die Folien der Predigt.', kind: 'text' },
      {
        key: 'agenda_words_announcement',
        label: 'Informationen',
        help: 'Hier laufen die gültigen Informationsfolien.',
        kind: 'text',
      },
      { key: 'agenda_words_slides', label: 'Folien', help: 'Hier werden eigene Folien erwartet.', kind: 'text' },
    ],
  },
  {
    id: 'abgleich',
    title: 'Abgleich',
    intro: 'Welche Gottesdienste geholt werden, gerechnet von heute.',
    entries: [
      { key: 'sync_days_back', label: 'Rückblick', help: '0 bis 365 Tage zurück', kind: 'number', unit: 'Tage' },
      { key: 'sync_days_ahead', label: 'Ausblick', help: '1 bis 365 Tage voraus', kind: 'number', unit: 'Tage' },
      {
        key: 'sync_create_empty_songs',
        label: 'Leere Lieder anlegen',
        help: 'Steht ein Lied mit Lizenznummer im Ablauf, das hier noch fehlt, entsteht ein leeres Lied.',
        kind: 'switch',
      },
    ],
  },
  {
    id: 'sprache',
    title: 'Sprache',
    intro: 'Wie die Übersetzung von Liedtexten heißt.',
    entries: [
      {
        key: 'translation_language',
        label: 'Sprache der Übersetzung',
        help: 'Zum Beispiel Deutsch oder Englisch',
        kind: 'text',
      },
    ],
  },
]

/** A value as the user reads it, where it is shown and not edited. */
export function shownValue(entry: SettingEntry, value: string): string {
  if (entry.kind === 'switch') return value === 'true' ? 'An' : 'Aus'
  return value === '' ? '(leer)' : value
}
