/** The token as it is now: the cookie changes with every sign-in, in every tab; the meta tag is as old as the page. */
export function csrfToken(): string {
  const cookie = document.cookie.match(/(?:^|;\s*)XSRF-TOKEN=([^;]*)/)
  if (cookie?.[1]) return decodeURIComponent(cookie[1])
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
}

/** Asks for a fresh token, which arrives as the cookie. False: it did not. */
export async function renewCsrfToken(): Promise<boolean> {
  try {
    const response = await fetch('/csrf-token', { credentials: 'same-origin', cache: 'no-store' })
    return response.ok
  } catch {
    return false
  }
}
