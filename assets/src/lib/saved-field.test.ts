import { describe, expect, it, vi } from 'vitest'
import { savedField, type Failure, type Row } from './saved-field'

class Refused extends Error {
  constructor(readonly why: Failure) {
    super()
  }
}

/** A server whose answers the test gives one by one. */
function server(start: Row) {
  const calls: { value: string; revision: number; answer(row: Row): void; refuse(why: Failure): void }[] = []
  const saved = vi.fn()
  const field = savedField(start, {
    put: (value, revision) =>
      new Promise<Row>((resolve, reject) => {
        calls.push({ value, revision, answer: resolve, refuse: (why) => reject(new Refused(why)) })
      }),
    failure: (error) => (error as Refused).why,
    saved,
  })
  return { field, calls, saved }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('a field that saves itself', () => {
  it('asks nobody when nothing changed', async () => {
    const { field, calls } = server({ value: '30', revision: 4 })
    field.focus()
    await field.commit()
    expect(calls).toHaveLength(0)
    expect(field.status).toBe('idle')
  })

  it('sends the revision it started from and keeps the one returned', async () => {
    const { field, calls, saved } = server({ value: '30', revision: 4 })
    field.edit(' 45 ')
    const done = field.commit()
    expect(calls[0]).toMatchObject({ value: ' 45 ', revision: 4 })
    calls[0]!.answer({ value: '45', revision: 5 })
    await done
    expect(field).toMatchObject({ status: 'saved', text: '45', base: { value: '45', revision: 5 } })
    expect(saved).toHaveBeenCalledOnce()
  })

  it('has one save in flight and coalesces what is committed meanwhile', async () => {
    const { field, calls } = server({ value: 'a', revision: 0 })
    field.edit('ab')
    const done = field.commit()
    field.edit('abc')
    void field.commit()
    field.edit('abcd')
    void field.commit()
    expect(calls).toHaveLength(1)
    calls[0]!.answer({ value: 'ab', revision: 1 })
    await settled()
    expect(calls).toHaveLength(2)
    expect(calls[1]).toMatchObject({ value: 'abcd', revision: 1 })
    calls[1]!.answer({ value: 'abcd', revision: 2 })
    await done
    expect(field).toMatchObject({ status: 'saved', text: 'abcd' })
  })

  it('never touches what is typed while a save is on its way', async () => {
    const { field, calls } = server({ value: 'a', revision: 0 })
    field.edit('ab ')
    const done = field.commit()
    field.focus()
    field.edit('ab und c')
    calls[0]!.answer({ value: 'ab', revision: 1 })
    await done
    expect(field).toMatchObject({ status: 'dirty', text: 'ab und c', base: { value: 'ab', revision: 1 } })
  })

  it('keeps a refused text and shows the message', async () => {
    const { field, calls } = server({ value: '30', revision: 0 })
    field.edit('viele')
    const done = field.commit()
    calls[0]!.refuse({ kind: 'invalid', message: 'Bitte gib eine Zahl an.' })
    await done
    expect(field).toMatchObject({ status: 'invalid', text: 'viele', message: 'Bitte gib eine Zahl an.' })
    field.edit('30')
    expect(field).toMatchObject({ status: 'idle', message: '' })
  })

  it('saves the corrected text that was committed while the bad one was refused', async () => {
    const { field, calls } = server({ value: '30', revision: 0 })
    field.edit('viele')
    const done = field.commit()
    field.edit('31')
    void field.commit()
    calls[0]!.refuse({ kind: 'invalid', message: 'Bitte gib eine Zahl an.' })
    await settled()
    calls[1]!.answer({ value: '31', revision: 1 })
    await done
    expect(field).toMatchObject({ status: 'saved', text: '31', message: '' })
  })

  it('keeps both texts in a conflict, and mine wins by their revision', async () => {
    const { field, calls } = server({ value: 'alt', revision: 1 })
    field.edit('meins')
    const first = field.commit()
    calls[0]!.refuse({ kind: 'conflict', theirs: { value: 'ihres', revision: 2 } })
    await first
    expect(field).toMatchObject({ status: 'conflict', text: 'meins', theirs: { value: 'ihres', revision: 2 } })
    await field.commit() // leaving the field again asks nobody
    expect(calls).toHaveLength(1)
    const second = field.keepMine()
    expect(calls[1]).toMatchObject({ value: 'meins', revision: 2 })
    calls[1]!.answer({ value: 'meins', revision: 3 })
    await second
    expect(field).toMatchObject({ status: 'saved', text: 'meins', theirs: null })
  })

  it('takes the other text when told so', async () => {
    const { field, calls } = server({ value: 'alt', revision: 1 })
    field.edit('meins')
    const first = field.commit()
    calls[0]!.refuse({ kind: 'conflict', theirs: { value: 'ihres', revision: 2 } })
    await first
    field.takeTheirs()
    expect(field).toMatchObject({ status: 'idle', text: 'ihres', base: { value: 'ihres', revision: 2 } })
  })

  it('adopts a newer row only while nobody works on the text', async () => {
    const { field } = server({ value: 'alt', revision: 1 })
    field.adopt({ value: 'neu', revision: 2 })
    expect(field.text).toBe('neu')
    field.focus()
    field.adopt({ value: 'neuer', revision: 3 })
    expect(field.text).toBe('neu')
    await field.commit()
    expect(field).toMatchObject({ text: 'neuer', base: { revision: 3 } })
    field.focus()
    field.edit('meins')
    field.adopt({ value: 'noch neuer', revision: 4 })
    expect(field).toMatchObject({ text: 'meins', base: { revision: 3 } })
    field.adopt({ value: 'alt', revision: 1 })
    expect(field.base.revision).toBe(3)
  })

  it('can be sent again after the server was away', async () => {
    const { field, calls } = server({ value: 'alt', revision: 1 })
    field.edit('neu')
    const first = field.commit()
    calls[0]!.refuse({ kind: 'failed', message: 'Keine Verbindung.' })
    await first
    expect(field).toMatchObject({ status: 'failed', text: 'neu', message: 'Keine Verbindung.' })
    const second = field.commit()
    calls[1]!.answer({ value: 'neu', revision: 2 })
    await second
    expect(field.status).toBe('saved')
  })
})
