import { ApiError, request } from './request'

export type SettingKey =
  | 'agenda_words_sermon'
  | 'agenda_words_announcement'
  | 'agenda_words_slides'
  | 'sync_days_back'
  | 'sync_days_ahead'
  | 'sync_create_empty_songs'
  | 'translation_language'

export interface Setting {
  key: SettingKey
  value: string
  revision: number
}

export function putSetting(key: SettingKey, value: string, revision: number): Promise<Setting> {
  return request<Setting>('PUT', '/api/settings', { key, value, revision })
}

/** The row somebody else saved meanwhile, where that is what went wrong. */
export function newerSetting(error: unknown): Setting | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (error.body.current as Setting | undefined) ?? null
}
