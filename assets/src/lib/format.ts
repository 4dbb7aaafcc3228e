/** Dates as people in the church read them: German, and always in Berlin's time. */
const timeZone = 'Europe/Berlin'
const form = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('de-DE', { timeZone, ...options })

const weekdayShort = form({ weekday: 'short' })
const dayNumber = form({ day: 'numeric' })
const monthShort = form({ month: 'short' })
const year = form({ year: 'numeric' })
const dayLong = form({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const clock = form({ hour: '2-digit', minute: '2-digit' })
const calendarDay = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

export interface DateParts {
  weekday: string
  day: string
  /** With the year where it is another one. */
  month: string
  long: string
  time: string
}

export function dateParts(iso: string, now: Date): DateParts {
  const at = new Date(iso)
  const month = monthShort.format(at).replace('.', '')
  const sameYear = year.format(at) === year.format(now)
  return {
    weekday: weekdayShort.format(at).replace('.', ''),
    day: dayNumber.format(at).replace('.', ''),
    month: sameYear ? month : `${month} ${year.format(at)}`,
    long: dayLong.format(at),
    time: `${clock.format(at)} Uhr`,
  }
}

/** Calendar days from now until then, as Berlin counts them. */
export function daysUntil(iso: string, now: Date): number {
  const noon = (at: Date) => Date.parse(`${calendarDay.format(at)}T12:00:00Z`)
  return Math.round((noon(new Date(iso)) - noon(now)) / 86_400_000)
}

/** "heute", "morgen", "in 5 Tagen"; nothing where the date alone says more. */
export function nearness(iso: string, now: Date): string {
  const days = daysUntil(iso, now)
  if (days === 0) return 'heute'
  if (days === 1) return 'morgen'
  if (days === -1) return 'gestern'
  if (days > 1 && days <= 14) return `in ${days} Tagen`
  return ''
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = words[0] ?? '?'
  const last = words.length > 1 ? words[words.length - 1]! : ''
  return ([...first][0]! + ([...last][0] ?? '')).toLocaleUpperCase('de-DE')
}

/** "1–25 von 60" */
export function pageRange(number: number, size: number, total: number): string {
  const from = (number - 1) * size + 1
  return `${from}–${Math.min(number * size, total)} von ${total}`
}
