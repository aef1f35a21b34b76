import type { Page } from '@playwright/test'
import { dayOf, firstOfWeek, plusDays } from '../../contract/values/clock.ts'
import { joinAsLead, NAMES } from '../support/colleague.ts'
import { expect, keepToken, type Texts, test, type World } from '../support/fixtures.ts'

const MINE = '/user/settings/shifts'
const key = (path: string) => `shifts:${path}`
/** The week after this one: none of its days has passed. */
const nextWeek = plusDays(firstOfWeek(dayOf(new Date())), 7)
const tuesday = plusDays(nextWeek, 2)

/** Without closed holidays each week of the year has the same hours. */
async function openOnHolidays(page: Page, { accessToken, businessId }: World) {
  const url = '/api/business/working-hours'
  const headers = { authorization: `Bearer ${accessToken}`, 'x-business-id': businessId }
  const { hours, version } = await (await page.request.get(url, { headers })).json()
  const holidays = Object.fromEntries(Object.keys(hours.holidays).map((kind) => [kind, { rule: 'open' }]))
  const reply = await page.request.put(url, { headers, data: { hours: { ...hours, holidays }, expected: version } })
  expect(reply.ok()).toBe(true)
}

/** Opens a person's day in the grid; on a phone in the list of the day. */
async function openCell({ page, t, isPhone, name }: { page: Page; t: Texts; isPhone: boolean; name: string }) {
  if (isPhone)
    await page
      .getByRole('group', { name: t(key('grid.days')) })
      .getByRole('button')
      .nth(2)
      .click()
  const cells = page.getByRole('button', { name: new RegExp(`^${name}, `) })
  await (isPhone ? cells.first() : cells.nth(2)).click()
  return page.getByRole('dialog')
}

test('a member sets weekly hours and a vacation, and pauses until a time', async ({ page, t, world }) => {
  const now = page.getByRole('status', { name: t(key('now.title')) })
  const save = page.getByRole('button', { name: t('common:save'), exact: true })
  await test.step('without shifts everything arrives always; a pause holds at once', async () => {
    await page.goto(MINE)
    expect(world.businessId).toBeTruthy()
    await expect(page.getByRole('heading', { level: 1, name: t(key('my.title')) })).toBeVisible()
    await expect(now).toHaveText(t(key('now.always')))
    await page.getByRole('button', { name: t(key('pause.begin')), exact: true }).click()
    await page.getByRole('menuitem', { name: t(key('pause.tomorrow')) }).click()
    await expect(now).toContainText(t(key('now.paused'), { time: '' }).trim())
    await page.reload()
    await page.getByRole('button', { name: t(key('pause.end')) }).click()
    await expect(now).toHaveText(t(key('now.always')))
  })
  await test.step('weekly hours, by a template and by hand', async () => {
    await page.getByRole('button', { name: t(key('weekly.first')) }).click()
    const monday = t('open-ranges:days.1')
    await page.getByRole('button', { name: t(key('templates.pickFor'), { name: monday }) }).click()
    await page.getByRole('menuitem', { name: t(key('templates.standard.evening')) }).click()
    await page.getByLabel(t('open-ranges:to', { day: monday })).fill('21:30')
  })
  await test.step('a vacation, saved together with them', async () => {
    await page.getByRole('button', { name: t(key('exceptions.add')) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t(key('exceptions.done')) })
      .click()
    await save.first().click()
    await expect(page.getByText(t(key('saved')))).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(t('open-ranges:to', { day: t('open-ranges:days.1') }))).toHaveValue('21:30')
    const list = page.getByRole('list', { name: t(key('exceptions.title')) })
    await expect(list.getByText(t(key('kinds.vacation')))).toBeVisible()
    await expect(now).not.toHaveText(t(key('now.always')))
  })
})

test('an Owner plans a week until it is covered, publishes it and copies it; a swap goes from request to approval', async ({
  page,
  browser,
  t,
  world,
  outbox,
  language,
  isPhone,
}) => {
  const token = await joinAsLead({ page, world, outbox, language })
  await openOnHolidays(page, world)
  const path = `/b/${world.businessId}/shifts?week=${nextWeek}&day=${tuesday}`
  const colleague = NAMES[language]
  await test.step('the hours of a Tuesday have no one, until the Owner and the colleague are put into the week', async () => {
    await page.goto(path)
    const gaps = (count: number) => page.getByText(t(key('panel.holes'), { count }), { exact: true }).first()
    for (const [name, template, from, until] of [
      [world.name, 'evening', '19:00', '23:00'],
      [colleague, 'office', '09:00', '13:30'],
    ] as const) {
      await page.getByRole('button', { name: t(key('always.add'), { name }) }).click()
      const dialog = await openCell({ page, t, isPhone, name })
      await dialog.getByRole('button', { name: new RegExp(`^${t(key(`templates.standard.${template}`))}`) }).click()
      await dialog.getByLabel(t('open-ranges:from', { day: t(key('exceptions.thisDay')) })).fill(from)
      await dialog.getByLabel(t('open-ranges:to', { day: t(key('exceptions.thisDay')) })).fill(until)
      await dialog.getByRole('button', { name: t('common:save'), exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(t(key('grid.changed'))).first()).toBeVisible()
    }
    // Sunday to Friday, and on Tuesday before 9:00 and after 13:30.
    await expect(gaps(7)).toBeVisible()
    const dialog = await openCell({ page, t, isPhone, name: colleague })
    await dialog.getByLabel(t('open-ranges:from', { day: t(key('exceptions.thisDay')) })).fill('08:00')
    await dialog.getByLabel(t('open-ranges:to', { day: t(key('exceptions.thisDay')) })).fill('18:00')
    await dialog.getByRole('button', { name: t('common:save'), exact: true }).click()
    await expect(gaps(5)).toBeVisible()
    // People who always receive get seven days with set hours.
    await expect(page.getByText(t(key('state.changes'), { count: 14 })).first()).toBeVisible()
  })
  await test.step('it is published with the holes of the other days, which are named', async () => {
    await page.getByRole('button', { name: t(key('publish.act')) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t(key('publish.withHoles')) }).click()
    await expect(page.getByText(t(key('state.published')), { exact: true }).first()).toBeVisible()
  })

  const other = await browser.newContext()
  await other.addInitScript((lng) => localStorage.setItem('language', lng), language)
  const theirs = await other.newPage()
  await keepToken(theirs, token)
  await test.step('the colleague asks the Owner to take the shift', async () => {
    await theirs.goto(MINE)
    await theirs.getByRole('button', { name: t(key('swaps.ask')) }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByRole('combobox', { name: t(key('swaps.partner')) }).click()
    await theirs.getByRole('option', { name: world.name }).click()
    await dialog.getByRole('button', { name: t(key('swaps.send')) }).click()
    await expect(theirs.getByText(t(key('swaps.states.asked')))).toBeVisible()
  })
  await test.step('the request arrives by itself; the Owner agrees to it and approves it, and both see that', async () => {
    await page.getByRole('button', { name: t(key('swaps.acts.accept')), exact: true }).click()
    await expect(theirs.getByText(t(key('swaps.states.accepted')))).toBeVisible()
    await page.getByRole('button', { name: t(key('swaps.acts.approve')), exact: true }).click()
    await expect(theirs.getByText(t(key('swaps.states.approved')))).toBeVisible()
    await expect(page.getByRole('button', { name: new RegExp(`^${world.name}, .*08:00–18:00`) })).toBeVisible()
  })
  await test.step('a week without drafts is like the one before after a copy', async () => {
    await page.goto(`/b/${world.businessId}/shifts?week=${plusDays(nextWeek, 7)}`)
    if (isPhone) {
      await page.getByRole('button', { name: t(key('actions.more')) }).click()
      await page.getByRole('menuitem', { name: t(key('copy.act')) }).click()
    } else await page.getByRole('button', { name: t(key('copy.act')) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t(key('copy.act')) })
      .click()
    await expect(page.getByText(t(key('state.changes'), { count: 14 })).first()).toBeVisible()
  })
  await other.close()
})
