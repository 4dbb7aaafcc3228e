import { expect, signIn, spoilToken, test } from './kit'

for (const path of ['/', '/services', '/services?archived=1', '/settings', '/gibt-es-nicht']) {
  test(`a stranger at ${path} is asked to sign in`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })
}

test('the test sign-in leads to the list, and the header leads on', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Test-Anmeldung' }).click()
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
  const areas = page.getByRole('navigation', { name: 'Bereiche' })
  await expect(areas.getByRole('link', { name: 'Gottesdienste' })).toHaveAttribute('aria-current', 'page')

  await areas.getByRole('link', { name: 'Einstellungen' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  await expect(page).toHaveTitle('Einstellungen · Sakristei')
})

test('the tabs stand in the address', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/services')
  const tabs = page.getByRole('navigation', { name: 'Zeitraum' })
  await tabs.getByRole('link', { name: 'Vergangen' }).click()
  await expect(page).toHaveURL(/\/services\?archived=1$/)
  await expect(tabs.getByRole('link', { name: 'Vergangen' })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: 'Vergangen' })).toBeFocused()
  await page.reload()
  await expect(tabs.getByRole('link', { name: 'Vergangen' })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(tabs.getByRole('link', { name: 'Kommend' })).toHaveAttribute('aria-current', 'page')
})

test('signing in works with a stale token too', async ({ page }) => {
  await page.goto('/login')
  await spoilToken(page)
  await page.getByRole('button', { name: 'Test-Anmeldung' }).click()
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
})

test('after signing out, neither back nor the address shows anything', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/services')
  await page.getByRole('link', { name: 'Einstellungen' }).click()
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  await page.getByRole('link', { name: 'Gottesdienste' }).click()
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()

  for (let step = 0; step < 2; step++) {
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/login$/)
})

test('after signing out, back to a page of its own document shows nothing either', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  await page.goto('/services')
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
  for (let step = 0; step < 2; step++) {
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
  }
  await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
})

test('signing out works with a stale token too', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/services')
  await spoilToken(page)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
})

test('a session that ended elsewhere leads to the sign-in at the next click', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/services')
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Einstellungen' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
})

test('a person signs in through the external system', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: /anmelden$/ }).click()
  await page.getByRole('button', { name: 'Ben Musikus' }).click()
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
  await expect(page.getByText('Ben Musikus')).toBeAttached()
})

test('who cancels there can try again here', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: /anmelden$/ }).click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('alert')).toContainText('abgebrochen')
  await page.getByRole('link', { name: /anmelden$/ }).click()
  await page.getByRole('button', { name: 'Clara Wort' }).click()
  await expect(page.getByText('Clara Wort')).toBeAttached()
})
