import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { csrfToken } from './csrf'
import { ApiError, request } from './request'
import { newerSetting, putSetting } from './settings'

const fetchMock = vi.fn()
const page = { cookie: '', meta: null as string | null }

beforeEach(() => {
  fetchMock.mockReset()
  page.cookie = 'a=1; XSRF-TOKEN=frisch%2B1; b=2'
  page.meta = 'aus-der-seite'
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('document', {
    get cookie() {
      return page.cookie
    },
    querySelector: () => (page.meta === null ? null : { content: page.meta }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), { status })
const sentToken = (call: number) => fetchMock.mock.calls[call]![1].headers['X-XSRF-TOKEN']
const caught = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('the token', () => {
  it('comes from the cookie, decoded, before the meta tag', () => {
    expect(csrfToken()).toBe('frisch+1')
    page.cookie = 'XSRF-TOKENX=falsch'
    expect(csrfToken()).toBe('aus-der-seite')
    page.meta = null
    expect(csrfToken()).toBe('')
  })

  it('is read anew at each request', async () => {
    fetchMock.mockImplementation(() => Promise.resolve(answer(200, {})))
    await request('PUT', '/api/settings', {})
    page.cookie = 'XSRF-TOKEN=neu'
    await request('PUT', '/api/settings', {})
    expect([sentToken(0), sentToken(1)]).toEqual(['frisch+1', 'neu'])
  })

  it('is renewed once on 419, and the request repeated with the new one', async () => {
    fetchMock
      .mockResolvedValueOnce(answer(419, {}))
      .mockImplementationOnce(() => {
        page.cookie = 'XSRF-TOKEN=neu'
        return Promise.resolve(answer(204))
      })
      .mockResolvedValueOnce(answer(200, { ok: true }))
    expect(await request('PUT', '/api/settings', { a: 1 })).toEqual({ ok: true })
    expect(fetchMock.mock.calls.map((call) => call[0])).toEqual(['/api/settings', '/csrf-token', '/api/settings'])
    expect(sentToken(2)).toBe('neu')
    expect(fetchMock.mock.calls[2]![1].body).toBe('{"a":1}')
  })

  it('is not renewed twice', async () => {
    fetchMock.mockImplementation((path: string) => Promise.resolve(path === '/csrf-token' ? answer(204) : answer(419)))
    const error = await caught(request('PUT', '/api/settings', {}))
    expect(error.status).toBe(419)
    expect(error.message).toContain('zu lange offen')
    expect(fetchMock).toHaveBeenCalledTimes(3)
  })
})

describe('a failure', () => {
  it('brings the server’s own words', async () => {
    const errors = { value: ['Bitte gib eine Zahl an.'] }
    fetchMock.mockResolvedValue(answer(422, { message: 'Bitte prüfen.', errors, id: 'r1' }))
    const error = await caught(putSetting('sync_days_back', 'x', 0))
    expect(error).toMatchObject({ status: 422, message: 'Bitte prüfen.', errors, id: 'r1' })
  })

  it.each([
    [502, '<html>', 'nicht erreichbar'],
    [500, '', 'schiefgelaufen'],
    [401, '{}', 'nicht mehr angemeldet'],
  ])('%i without readable words is said in German', async (status, body, words) => {
    fetchMock.mockResolvedValue(answer(status, body))
    expect((await caught(request('GET', '/api/x'))).message).toContain(words)
  })

  it('of the network is one too', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await caught(request('PUT', '/api/settings', {}))).toMatchObject({
      status: 0,
      message: 'Keine Verbindung zum Server. Prüfe dein Netz und versuche es noch einmal.',
    })
  })

  it('of a save somebody else overtook carries their row', async () => {
    const current = { key: 'sync_days_back', value: '7', revision: 3 }
    fetchMock.mockResolvedValue(answer(409, { message: 'Inzwischen geändert.', errors: {}, id: 'r', current }))
    const error = await caught(putSetting('sync_days_back', '8', 2))
    expect(newerSetting(error)).toEqual(current)
    expect(newerSetting(new ApiError(422, 'x'))).toBeNull()
  })
})
