/*
 * What all browser tests share. The packages live with the front end,
 * hence the paths: a test imports from here and never from a package.
 */
import AxeBuilder from '../../assets/node_modules/@axe-core/playwright'
import {
  defineConfig,
  expect,
  test as base,
  type BrowserContext,
  type Page,
} from '../../assets/node_modules/@playwright/test'

export { AxeBuilder, defineConfig, expect }
export type { BrowserContext, Page }

export type SettingKey =
  | 'agenda_words_sermon'
  | 'agenda_words_announcement'
  | 'agenda_words_slides'
  | 'sync_days_back'
  | 'sync_days_ahead'
  | 'sync_create_empty_songs'
  | 'translation_language'

interface Setting {
  key: SettingKey
  value: string
  revision: number
}

/** The token the browser would send now. */
async function token(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')
  return decodeURIComponent(cookie?.value ?? '')
}

/** Signs the context in without a page; its pages share the cookies. */
export async function signIn(context: BrowserContext, user = 1): Promise<void> {
  await context.request.get('/csrf-token')
  const answer = await context.request.post('/dev-login', {
    data: { user },
    headers: { 'X-XSRF-TOKEN': await token(context) },
  })
  expect(answer.ok(), `dev-login answered ${answer.status()}`).toBe(true)
}

/** The page object of an address, as the first visit gets it. */
export async function pageObject(context: BrowserContext, path: string) {
  const html = await (await context.request.get(path)).text()
  return JSON.parse(html.match(/<script data-page="app" type="application\/json">(.*?)<\/script>/s)![1]!)
}

export async function setting(context: BrowserContext, key: SettingKey): Promise<Setting> {
  const { props } = await pageObject(context, '/settings')
  return props.settings.find((row: Setting) => row.key === key)
}

export async function putSetting(context: BrowserContext, key: SettingKey, value: string): Promise<void> {
  const { revision } = await setting(context, key)
  const answer = await context.request.put('/api/settings', {
    data: { key, value, revision },
    headers: { 'X-XSRF-TOKEN': await token(context) },
  })
  expect(answer.status()).toBe(200)
}

/** A token that is no longer valid, as a page has it that stood open for too long. */
export async function spoilToken(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'XSRF-TOKEN', value: 'veraltet', url: new URL('/', page.url()).href }])
}

/** Fails the test for anything the page says on the console; refused answers are the tests' own doing. */
export function listen(page: Page): string[] {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    if (message.text().startsWith('Failed to load resource')) return
    said.push(`${message.type()}: ${message.text()}`)
  })
  return said
}

export const test = base.extend<{
  /** A second person at another machine. */
  other: Page
  /** The test changes this setting; afterwards it is as it was. */
  borrow: (key: SettingKey) => Promise<void>
}>({
  page: async ({ page }, use) => {
    const said = listen(page)
    await use(page)
    expect(said, 'the console stays silent').toEqual([])
  },
  other: async ({ browser }, use) => {
    const context = await browser.newContext()
    await signIn(context, 2)
    const page = await context.newPage()
    const said = listen(page)
    await use(page)
    expect(said, 'the console stays silent').toEqual([])
    await context.close()
  },
  borrow: async ({ browser }, use) => {
    const context = await browser.newContext()
    const kept: Setting[] = []
    await signIn(context, 3)
    await use(async (key) => void kept.push(await setting(context, key)))
    for (const { key, value } of kept) await putSetting(context, key, value)
    await context.close()
  },
})
