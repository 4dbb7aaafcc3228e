import { AxeBuilder, expect, pageObject, signIn, test, type Page } from './kit'

/** Rows as the server will send them: the list of a fresh stack is empty. */
const rows = [
  { id: 1, title: 'Gottesdienst mit Abendmahl', starts_at: '2026-05-24T08:00:00Z', has_agenda: true, cancelled: false, gone: false, finalized: true },
  { id: 2, title: 'Silvester', starts_at: '2026-12-31T23:30:00Z', has_agenda: false, cancelled: false, gone: false, finalized: false },
  { id: 3, title: 'Taufgottesdienst an der Elbe mit anschließendem Mittagessen', starts_at: '2026-06-07T08:00:00Z', has_agenda: true, cancelled: true, gone: false, finalized: false },
  { id: 4, title: 'Andacht', starts_at: '2026-06-14T08:00:00Z', has_agenda: true, cancelled: false, gone: true, finalized: false },
]

async function fillList(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === '/services',
    async (route) => {
      if (!route.request().headers()['x-inertia']) return route.fallback()
      const answer = await route.fetch()
      const object = await answer.json()
      const number = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
      object.props = { ...object.props, services: rows, page: { number, total: 60, size: 25 } }
      await route.fulfill({ response: answer, json: object })
    },
  )
}

/** Every page of this product, and how to get there. */
const places: Record<string, { heading: string; open(page: Page): Promise<unknown> }> = {
  login: { heading: 'Willkommen', open: (page) => page.goto('/login') },
  services: {
    heading: 'Gottesdienste',
    open: async (page) => {
      await signIn(page.context())
      await page.goto('/services')
    },
  },
  'services, filled': {
    heading: 'Gottesdienste',
    open: async (page) => {
      await signIn(page.context())
      await page.goto('/settings')
      await fillList(page)
      await page.getByRole('link', { name: 'Gottesdienste' }).click()
      await expect(page.getByRole('listitem')).toHaveCount(rows.length)
    },
  },
  'services, past': {
    heading: 'Gottesdienste',
    open: async (page) => {
      await signIn(page.context())
      await page.goto('/services?archived=1')
    },
  },
  settings: {
    heading: 'Einstellungen',
    open: async (page) => {
      await signIn(page.context())
      await page.goto('/settings')
    },
  },
  'settings, refused': {
    heading: 'Einstellungen',
    open: async (page) => {
      await signIn(page.context())
      await page.goto('/settings')
      await page.getByLabel('Rückblick').fill('x')
      await page.getByLabel('Rückblick').blur()
      await expect(page.getByText('nicht gespeichert')).toBeVisible()
    },
  },
  error: {
    heading: 'Diese Seite gibt es nicht',
    open: async (page) => {
      await signIn(page.context())
      await page.goto('/gibt-es-nicht')
    },
  },
}

for (const [name, place] of Object.entries(places)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name}: accessible in the ${colorScheme} theme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await place.open(page)
      await expect(page.getByRole('heading', { name: place.heading, level: 1 })).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
    })
  }

  test.describe(`${name} on a phone`, () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

    test('fits and can be hit with a finger', async ({ page }) => {
      await place.open(page)
      await expect(page.getByRole('heading', { name: place.heading, level: 1 })).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(360)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('a, button, input')]
          .filter((element) => !element.matches('.sr-only, .sr-only *'))
          .map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML.slice(0, 120) }))
          .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
          .map(({ box, html }) => `${box.width}×${box.height} ${html}`),
      )
      expect(small).toEqual([])
    })
  })
}

test('one document, and everything it needs stands in its head', async ({ page, context }) => {
  await signIn(context)
  await page.goto('about:blank')
  for (const path of ['/services', '/settings']) {
    const asked: string[] = []
    let documents = 0
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents++
      else asked.push(new URL(request.url()).pathname)
    })
    const answer = await page.goto(path, { waitUntil: 'load' })
    const head = (await answer!.text()).split('</head>')[0]!
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const needed = asked.filter((file) => file !== '/favicon.svg')
    expect(documents).toBe(1)
    expect(needed.length).toBeGreaterThan(3)
    expect(needed.filter((file) => !head.includes(`"${file}"`))).toEqual([])
    page.removeAllListeners('request')
  }
})

test('nothing jumps while loading', async ({ page, context }) => {
  await signIn(context)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => shifts.push((entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/services', '/settings', '/gibt-es-nicht']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  }
})

test('nothing of the page is inline but its data', async ({ page, context }) => {
  await signIn(context)
  const html = await (await page.goto('/services'))!.text()
  expect(html).not.toMatch(/\sstyle=|<style/)
  expect(html.match(/<script(?![^>]*\bsrc=)[^>]*>/g)).toEqual(['<script data-page="app" type="application/json">'])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('style').count()).toBe(0)
})

test('a list row says date, time in Berlin and state', async ({ page }) => {
  await places['services, filled']!.open(page)
  const items = page.getByRole('listitem')
  await expect(items.nth(0)).toContainText('Sonntag, 24. Mai 2026')
  await expect(items.nth(0)).toContainText('10:00 Uhr')
  await expect(items.nth(0)).toContainText('Abgeschlossen')
  await expect(items.nth(1)).toContainText('Freitag, 1. Januar 2027')
  await expect(items.nth(1)).toContainText('00:30 Uhr')
  await expect(items.nth(1)).toContainText('Kein Ablauf')
  await expect(items.nth(2)).toContainText('Abgesagt')
  await expect(items.nth(3)).toContainText('Entfallen')
})

test('long lists have pages, and the address keeps them', async ({ page }) => {
  await places['services, filled']!.open(page)
  const steps = page.getByRole('navigation', { name: 'Seiten' })
  await expect(steps).toContainText('1–25 von 60')
  await steps.getByRole('link', { name: 'Weiter' }).click()
  await expect(page).toHaveURL(/\/services\?page=2$/)
  await expect(steps).toContainText('26–50 von 60')
  await steps.getByRole('link', { name: 'Zurück' }).click()
  await expect(page).toHaveURL(/\/services$/)
})

test('an unknown address is a German page that leads on', async ({ page, context }) => {
  await signIn(context)
  const answer = await page.goto('/gibt-es-nicht')
  expect(answer!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Diese Seite gibt es nicht' })).toBeVisible()
  await page.getByRole('link', { name: 'Zu den Gottesdiensten' }).click()
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
})

test('an error page of ours arrives as a page on a visit too', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/services')
  const object = await pageObject(context, '/settings')
  await page.route('**/settings', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'X-Inertia': 'true', Vary: 'X-Inertia' },
      json: { ...object, component: 'error', props: { ...object.props, status: 500, message: 'Versuche es gleich noch einmal.' } },
    }),
  )
  await page.getByRole('link', { name: 'Einstellungen' }).click()
  await expect(page.getByRole('heading', { name: 'Da ist etwas schiefgelaufen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Neu laden' })).toBeVisible()
})

test('an answer that is no page becomes a German toast, and the page stays', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/services')
  await page.route('**/settings', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
  )
  await page.getByRole('link', { name: 'Einstellungen' }).click()
  await expect(page.getByRole('alert')).toContainText('gerade nicht erreichbar')
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
  await expect(page.getByText('Bad Gateway')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('no server at all becomes a German toast, and the page stays', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/services')
  await page.route('**/settings', (route) => route.abort())
  await page.getByRole('link', { name: 'Einstellungen' }).click()
  await expect(page.getByRole('alert')).toContainText('Keine Verbindung zum Server')
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
})

test('the keyboard is enough', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/services')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Einstellungen' })).toBeFocused()
  const outline = await page.getByRole('link', { name: 'Einstellungen' }).evaluate((link) => getComputedStyle(link).outlineStyle)
  expect(outline).toBe('solid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  await page.getByRole('link', { name: 'Zum Inhalt' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
