import type { Page } from '@playwright/test'
import { joinAsLead, NAMES } from '../support/colleague.ts'
import { aPhone, expect, keepToken, type Texts, test, watchErrors } from '../support/fixtures.ts'
import { smallTargets } from '../support/small-screen.ts'

const fieldOf = (page: Page, t: Texts) => page.getByRole('textbox', { name: t('leads:comment'), exact: true })
const itemOf = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })

test('a colleague is mentioned in a comment and led to it; its edit and its deletion are seen at once', async ({
  page,
  browser,
  world,
  outbox,
  language,
  isPhone,
  t,
}) => {
  const token = await joinAsLead({ page, world, outbox, language })
  const leadId = await world.sendLead({ name: 'Dana Levi', phone: aPhone() })
  const leadPath = `${world.leadsPath}/${leadId}`
  await page.goto(leadPath)
  const field = fieldOf(page, t)
  await field.click()
  await page.keyboard.type('@')
  const option = page.getByRole('option', { name: NAMES[language] })
  if (isPhone) {
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await option.tap()
  } else {
    await page.keyboard.type(NAMES[language].slice(0, 2))
    await expect(option).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await expect(field).toHaveValue(`@${NAMES[language]} `)
  await page.keyboard.type('call her')
  await page.getByRole('button', { name: t('leads:addComment'), exact: true }).click()
  await expect(itemOf(page, 'call her')).toBeVisible()

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: new URL(page.url()).origin })
  const errors = watchErrors(context)
  await context.addInitScript((lng) => {
    // An empty page has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('language', lng)
  }, language)
  const theirs = await context.newPage()
  await keepToken(theirs, token)
  await theirs.goto(world.leadsPath)
  await theirs.getByRole('button', { name: new RegExp(t('notifications:title')) }).click()
  await theirs.getByRole('link', { name: new RegExp(world.name) }).click()
  await expect(theirs).toHaveURL(new RegExp(`${leadId}\\?item=`))
  const linked = theirs.locator('li[aria-current]')
  await expect(linked).toContainText(`@${NAMES[language]}`)
  await expect(linked).toBeInViewport()

  await itemOf(page, 'call her').getByRole('button', { name: /./ }).last().click()
  await page.getByRole('menuitem', { name: t('common:edit'), exact: true }).click()
  const editor = page.getByRole('textbox', { name: t('leads:history.editComment') })
  await expect(editor).toHaveValue(`@${NAMES[language]} call her`)
  await editor.press('End')
  await page.keyboard.type(' today')
  await page.getByRole('button', { name: t('common:save'), exact: true }).click()
  await expect(linked).toContainText('call her today')
  await linked.getByRole('button', { name: t('leads:history.edited') }).click()
  await expect(linked.getByRole('list', { name: t('leads:history.earlierTexts') })).toContainText('call her')

  await itemOf(page, 'call her today').getByRole('button', { name: /./ }).last().click()
  await page.getByRole('menuitem', { name: t('common:delete'), exact: true }).click()
  await expect(linked).not.toContainText('call her')
  await expect(linked).toContainText(world.name)
  await page.getByRole('button', { name: t('common:undo'), exact: true }).click()
  await expect(linked).toContainText('call her today')

  await expect(page.locator('html')).toHaveJSProperty('scrollWidth', await page.evaluate(() => innerWidth))
  if (isPhone) expect(await smallTargets(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('the history of a lead is filtered by type and read from its beginning', async ({ page, world, t }) => {
  const leadId = await world.sendLead({ name: 'Dana Levi', phone: aPhone(), message: 'A kitchen' })
  await page.goto(`${world.leadsPath}/${leadId}`)
  await fieldOf(page, t).fill('First')
  await page.getByRole('button', { name: t('leads:addComment'), exact: true }).click()
  await expect(itemOf(page, 'First')).toBeVisible()
  await page.getByRole('button', { name: t('leads:history.kind'), exact: true }).click()
  await page.getByRole('menuitemradio', { name: t('leads:history.kinds.enquiries'), exact: true }).click()
  await expect(page).toHaveURL(/kind=enquiries/)
  await expect(itemOf(page, 'First')).toHaveCount(0)
  await expect(itemOf(page, 'A kitchen')).toBeVisible()
  await page.getByRole('button', { name: t('leads:history.kinds.enquiries'), exact: true }).click()
  await page.getByRole('menuitemradio', { name: t('leads:history.kinds.all'), exact: true }).click()
  await page.getByRole('button', { name: t('leads:history.orders.newest'), exact: true }).click()
  await page.getByRole('menuitemradio', { name: t('leads:history.orders.oldest'), exact: true }).click()
  await expect(page).toHaveURL(/order=oldest/)
  const items = page.locator('li', { has: page.locator('time') })
  await expect(items.first()).toContainText('A kitchen')
  await page.goto(`${world.leadsPath}/${leadId}`)
  await expect(page.getByRole('button', { name: t('leads:history.orders.oldest'), exact: true })).toBeVisible()
})
