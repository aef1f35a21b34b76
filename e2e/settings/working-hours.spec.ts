import { joinAsLead } from '../support/colleague.ts'
import { expect, keepToken, test } from '../support/fixtures.ts'

const key = (path: string) => `working-hours:${path}`

test('an Owner sets the hours of the business and sees at once what they make true; a member reads them', async ({
  page,
  browser,
  t,
  world,
  outbox,
  language,
}) => {
  const path = `/b/${world.businessId}/settings/working-hours`
  const now = page.getByRole('status', { name: t(key('now.title')) })
  const week = page.getByRole('list', { name: t('open-ranges:week') })
  const open = (day: string) => week.getByRole('switch', { name: day })
  const saved = page.getByText(t(key('saved')))
  await test.step('no day is open, which is true before it is saved', async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: t(key('title')) })).toBeVisible()
    for (const day of [0, 1, 2, 3, 4, 5]) await open(t(`open-ranges:days.${day}`)).click()
    await expect(now).toContainText(t(key('now.closedAlways')))
    await expect(now).toContainText(t(key('now.draft')))
    await page.getByRole('button', { name: t('common:save') }).click()
    await expect(saved).toBeVisible()
    await expect(now).not.toContainText(t(key('now.draft')))
  })
  await test.step('Sunday until past midnight, for all days, and on Shabbat, too', async () => {
    const sunday = t('open-ranges:days.0')
    await open(sunday).click()
    await page.getByLabel(t('open-ranges:from', { day: sunday })).fill('0:00')
    await page.getByLabel(t('open-ranges:to', { day: sunday })).fill('24')
    await page.getByRole('button', { name: t('open-ranges:copyOf', { day: sunday }) }).click()
    await page.getByRole('menuitem', { name: t('open-ranges:copyTo.all') }).click()
    await expect(week.getByText(t('open-ranges:allDay'))).toHaveCount(7)
    await page.getByText(t(key('rest.open')), { exact: true }).click()
    const yomTov = page.getByRole('radiogroup', { name: t(key('kinds.yom_tov')), exact: true })
    await yomTov.getByText(t(key('rules.open')), { exact: true }).click()
    const eves = page.getByRole('radiogroup', { name: t(key('kinds.yom_tov_eve')), exact: true })
    await eves.getByText(t(key('rules.open')), { exact: true }).click()
    await expect(now).toContainText(t(key('now.openAlways')))
    await page.getByRole('button', { name: t('common:save') }).click()
    await expect(now).not.toContainText(t(key('now.draft')))
    await page.reload()
    await expect(now).toContainText(t(key('now.openAlways')))
  })
  await test.step('a member reads them', async () => {
    const token = await joinAsLead({ page, world, outbox, language })
    const other = await browser.newContext()
    await other.addInitScript((lng) => localStorage.setItem('language', lng), language)
    const theirs = await other.newPage()
    await keepToken(theirs, token)
    await theirs.goto(path)
    await expect(theirs.getByRole('status', { name: t(key('now.title')) })).toContainText(t(key('now.openAlways')))
    await expect(theirs.getByText(t('open-ranges:allDay'))).toHaveCount(7)
    await expect(theirs.getByRole('switch', { name: t('open-ranges:days.0') })).toHaveCount(0)
    await expect(theirs.getByRole('button', { name: t('common:save') })).toHaveCount(0)
    await other.close()
  })
})
