/*
 * The one way to the API. Sends the CSRF token as it is now, repeats once with a fresh one,
 * and turns every failure into an ApiError whose message can be shown as it is.
 */
import { csrfToken, renewCsrfToken } from './csrf'

const PATIENCE_MS = 30_000

export class ApiError extends Error {
  constructor(
    readonly status: number, // 0: no answer at all
    message: string,
    readonly errors: Record<string, string[]> = {},
    readonly id: string = '',
    readonly body: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** What to say when an answer brings no words of its own. */
export function statusMessage(status: number): string {
  switch (status) {
    case 0:
      return 'Keine Verbindung zum Server. Prüfe dein Netz und versuche es noch einmal.'
    case 401:
      return 'Du bist nicht mehr angemeldet. Melde dich in einem neuen Tab an und versuche es hier noch einmal.'
    case 403:
      return 'Dafür fehlt dir die Berechtigung.'
    case 404:
      return 'Das gibt es nicht mehr. Lade die Seite neu.'
    case 413:
      return 'Das ist zu groß.'
    case 419:
      return 'Die Seite war zu lange offen. Lade sie neu und versuche es noch einmal.'
    case 502:
    case 503:
    case 504:
      return 'Der Server ist gerade nicht erreichbar. Versuche es gleich noch einmal.'
    default:
      return 'Da ist etwas schiefgelaufen. Versuche es noch einmal.'
  }
}

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (method !== 'GET') headers['X-XSRF-TOKEN'] = csrfToken()
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    return await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      keepalive: method !== 'GET', // a save outlives the page that sent it
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch {
    throw new ApiError(0, statusMessage(0))
  }
}

async function json(response: Response): Promise<Record<string, unknown>> {
  try {
    const value: unknown = await response.json()
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export async function request<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let response = await send(method, path, body)
  if (response.status === 419 && (await renewCsrfToken())) response = await send(method, path, body)
  if (response.ok) return (response.status === 204 ? undefined : await json(response)) as T

  const failure = await json(response)
  throw new ApiError(
    response.status,
    typeof failure.message === 'string' && failure.message !== '' ? failure.message : statusMessage(response.status),
    (failure.errors ?? {}) as Record<string, string[]>,
    typeof failure.id === 'string' ? failure.id : '',
    failure,
  )
}
