import { describe, expect, it } from 'vitest'
import { dateParts, daysUntil, initials, nearness, pageRange } from './format'

describe('dates', () => {
  const now = new Date('2026-05-20T10:00:00Z')

  it('are German and in Berlin, summer and winter', () => {
    expect(dateParts('2026-05-24T08:00:00Z', now)).toEqual({
      weekday: 'So',
      day: '24',
      month: 'Mai',
      long: 'Sonntag, 24. Mai 2026',
      time: '10:00 Uhr',
    })
    expect(dateParts('2026-12-24T22:30:00Z', now)).toMatchObject({ weekday: 'Do', day: '24', month: 'Dez', time: '23:30 Uhr' })
    expect(dateParts('2026-12-31T23:30:00Z', now)).toMatchObject({ month: 'Jan 2027', long: 'Freitag, 1. Januar 2027', time: '00:30 Uhr' })
  })

  it.each([
    ['2026-05-24T21:59:00Z', '2026-05-24T00:00:00Z', 0],
    ['2026-05-24T22:01:00Z', '2026-05-24T00:00:00Z', 1], // already Monday in Berlin
    ['2026-03-29T08:00:00Z', '2026-03-28T08:00:00Z', 1], // the night with 23 hours
    ['2026-10-25T08:00:00Z', '2026-10-24T08:00:00Z', 1], // the night with 25 hours
    ['2026-05-17T08:00:00Z', '2026-05-24T08:00:00Z', -7],
  ])('count calendar days: %s seen from %s is %i', (then, now, days) => {
    expect(daysUntil(then, new Date(now))).toBe(days)
  })

  it('say how near they are, and nothing where the date says more', () => {
    expect(nearness('2026-05-20T17:00:00Z', now)).toBe('heute')
    expect(nearness('2026-05-21T17:00:00Z', now)).toBe('morgen')
    expect(nearness('2026-05-24T08:00:00Z', now)).toBe('in 4 Tagen')
    expect(nearness('2026-07-24T08:00:00Z', now)).toBe('')
    expect(nearness('2026-05-10T08:00:00Z', now)).toBe('')
  })
})

describe('initials', () => {
  it.each([
    ['Anna Beispiel', 'AB'],
    ['Änne von der Öhe', 'ÄÖ'],
    ['Ben', 'B'],
    ['  ', '?'],
  ])('of %j are %s', (name, letters) => expect(initials(name)).toBe(letters))
})

it('a page knows its rows', () => {
  expect(pageRange(1, 25, 60)).toBe('1–25 von 60')
  expect(pageRange(3, 25, 60)).toBe('51–60 von 60')
})
