import { expect, putSetting, setting, signIn, spoilToken, test, type Page } from './kit'

const row = (page: Page, section: string) => page.getByRole('region', { name: section })
const saved = (page: Page, section: string) => row(page, section).getByText('gespeichert', { exact: true })

test.beforeEach(async ({ page, context }) => {
  await signIn(context)
  await page.goto('/settings')
})

test('a field saves itself when it is left, and says so quietly', async ({ page, context, borrow }) => {
  await borrow('translation_language')
  const field = page.getByLabel('Sprache der Übersetzung', { exact: true })
  await field.fill('Plattdüütsch')
  await expect(saved(page, 'Sprache')).toHaveCount(0)
  await field.blur()
  await expect(saved(page, 'Sprache')).toBeVisible()
  expect((await setting(context, 'translation_language')).value).toBe('Plattdüütsch')
  await page.reload()
  await expect(field).toHaveValue('Plattdüütsch')
})

test('Enter saves as well, and a second change needs no reload', async ({ page, context, borrow }) => {
  await borrow('agenda_words_slides')
  const field = page.getByLabel('Folien', { exact: true })
  await field.fill('Folien, Leinwand')
  await field.press('Enter')
  await expect(saved(page, 'Ablauf')).toBeVisible()
  await field.fill('Folien, Leinwand, Beamer')
  await field.press('Enter')
  await expect(saved(page, 'Ablauf')).toBeVisible()
  await expect.poll(async () => (await setting(context, 'agenda_words_slides')).value).toBe('Folien, Leinwand, Beamer')
})

test('a switch saves at once', async ({ page, context, borrow }) => {
  await borrow('sync_create_empty_songs')
  const before = (await setting(context, 'sync_create_empty_songs')).value === 'true'
  const toggle = page.getByRole('switch', { name: 'Leere Lieder anlegen' })
  await expect(toggle).toBeChecked({ checked: before })
  await toggle.press('Space')
  await expect(saved(page, 'Abgleich')).toBeVisible()
  await page.reload()
  await expect(toggle).toBeChecked({ checked: !before })
})

test('going back shows the saved text', async ({ page, borrow }) => {
  await borrow('translation_language')
  const field = page.getByLabel('Sprache der Übersetzung', { exact: true })
  await field.fill('Sorbisch')
  await field.blur()
  await expect(saved(page, 'Sprache')).toBeVisible()
  await page.getByRole('link', { name: 'Gottesdienste' }).click()
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('Sorbisch')
})

test('a bad value is named in German and stays in the field', async ({ page, context, borrow }) => {
  await borrow('sync_days_back')
  const before = await setting(context, 'sync_days_back')
  const field = page.getByLabel('Rückblick')
  for (const bad of ['viele', '366', '-1']) {
    await field.fill(bad)
    await field.blur()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(row(page, 'Abgleich').getByText('nicht gespeichert')).toBeVisible()
    await expect(field).toHaveValue(bad)
    await expect(field).toHaveAccessibleDescription(/365/)
  }
  expect(await setting(context, 'sync_days_back')).toEqual(before)
  await field.fill('14')
  await field.blur()
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  await expect(saved(page, 'Abgleich')).toBeVisible()
})

test('a bad value that is left behind is not lost silently', async ({ page }) => {
  await page.getByLabel('Ausblick').fill('ewig')
  await page.getByRole('link', { name: 'Gottesdienste' }).click()
  await expect(page.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('„Ausblick“ ist nicht gespeichert')
  await expect(page.getByRole('alert')).toContainText('„ewig“')
})

test.describe('two people change the same field', () => {
  const mine = 'Predigt, meine Fassung'
  const theirs = 'Predigt, ihre Fassung'

  test.beforeEach(async ({ page, other, borrow }) => {
    await borrow('agenda_words_sermon')
    await other.goto('/settings')
    await other.getByLabel('Predigt', { exact: true }).fill(theirs)
    await other.getByLabel('Predigt', { exact: true }).blur()
    await expect(saved(other, 'Ablauf')).toBeVisible()

    await page.getByLabel('Predigt', { exact: true }).fill(mine)
    await page.getByLabel('Predigt', { exact: true }).blur()
    const dialog = page.getByRole('dialog', { name: 'hat jemand anders geändert' })
    await expect(dialog.getByRole('region', { name: 'Deine Eingabe' })).toContainText(mine)
    await expect(dialog.getByRole('region', { name: 'Inzwischen gespeichert' })).toContainText(theirs)
  })

  test('and keeps the own text', async ({ page, context }) => {
    await page.getByRole('button', { name: 'Meine Eingabe speichern' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(saved(page, 'Ablauf')).toBeVisible()
    expect((await setting(context, 'agenda_words_sermon')).value).toBe(mine)
  })

  test('and takes the other text', async ({ page, context }) => {
    await page.getByRole('button', { name: 'Diesen Text übernehmen' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Predigt', { exact: true })).toHaveValue(theirs)
    expect((await setting(context, 'agenda_words_sermon')).value).toBe(theirs)
    /* The next change starts from their revision. */
    await page.getByLabel('Predigt', { exact: true }).fill(mine)
    await page.getByLabel('Predigt', { exact: true }).blur()
    await expect(saved(page, 'Ablauf')).toBeVisible()
  })

  test('and decides later, losing neither', async ({ page, context }) => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Predigt', { exact: true })).toHaveValue(mine)
    expect((await setting(context, 'agenda_words_sermon')).value).toBe(theirs)
    await page.getByRole('button', { name: 'Predigt: Konflikt lösen' }).click()
    await expect(page.getByRole('region', { name: 'Inzwischen gespeichert' })).toContainText(theirs)
    await page.getByRole('button', { name: 'Meine Eingabe speichern' }).click()
    await expect(saved(page, 'Ablauf')).toBeVisible()
  })
})

test('two people with the same idea are no conflict', async ({ page, context, borrow }) => {
  await borrow('translation_language')
  await putSetting(context, 'translation_language', 'Friesisch')
  const field = page.getByLabel('Sprache der Übersetzung', { exact: true })
  await field.fill('Friesisch')
  await field.blur()
  await expect(saved(page, 'Sprache')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a stale token is renewed and the text is saved', async ({ page, context, borrow }) => {
  await borrow('translation_language')
  await spoilToken(page)
  const field = page.getByLabel('Sprache der Übersetzung', { exact: true })
  await field.fill('Dänisch')
  await field.blur()
  await expect(saved(page, 'Sprache')).toBeVisible()
  expect((await setting(context, 'translation_language')).value).toBe('Dänisch')
})

test('no connection: the text stays and is saved when asked again', async ({ page, context, borrow }) => {
  await borrow('translation_language')
  await page.route('**/api/settings', (route) => route.abort())
  const field = page.getByLabel('Sprache der Übersetzung', { exact: true })
  await field.fill('Walisisch')
  await field.blur()
  await expect(page.getByRole('alert')).toContainText('Keine Verbindung zum Server')
  await expect(field).toHaveValue('Walisisch')

  await page.unroute('**/api/settings')
  await page.getByRole('button', { name: 'Sprache der Übersetzung noch einmal speichern' }).click()
  await expect(saved(page, 'Sprache')).toBeVisible()
  expect((await setting(context, 'translation_language')).value).toBe('Walisisch')
  await page.getByRole('button', { name: 'Meldung schließen' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('signed out meanwhile: the text stays, and after a new sign-in it is saved', async ({ page, context, borrow }) => {
  await borrow('translation_language')
  await context.clearCookies()
  const field = page.getByLabel('Sprache der Übersetzung', { exact: true })
  await field.fill('Bretonisch')
  await field.blur()
  await expect(page.getByRole('alert').getByRole('link', { name: 'Anmelden' })).toBeVisible()
  await expect(field).toHaveValue('Bretonisch')

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('alert').getByRole('link', { name: 'Anmelden' }).click(),
  ])
  await tab.getByRole('button', { name: 'Test-Anmeldung' }).click()
  await expect(tab.getByRole('heading', { name: 'Gottesdienste', exact: true })).toBeVisible()
  await tab.close()
  await page.getByRole('button', { name: 'Sprache der Übersetzung noch einmal speichern' }).click()
  await expect(saved(page, 'Sprache')).toBeVisible()
  expect((await setting(context, 'translation_language')).value).toBe('Bretonisch')
})
