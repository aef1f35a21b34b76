import { openAlways } from '../support/always-open.ts'
import { expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

const HOUR_MS = 3_600_000

test('a meeting is set from the lead, confirmed by the guest without an account, and held in Today', async ({
  page,
  browser,
  language,
  t,
  isPhone,
  world,
}) => {
  const key = (path: string, values = {}) => t(`guest-meeting:${path}`, values)
  const { toast } = screensOf(page, t, isPhone)
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  await openAlways(page.request, world)
  const name = language === 'he' ? 'דנה לוי' : 'Dana Levi'
  const leadId = await world.sendLead({ name, phone: '0541112233' })
  await page.goto(`${world.leadsPath}/${leadId}`)
  const meetings = page.getByRole('region', { name: t('meetings:ofLead.title') })
  await meetings.getByRole('button', { name: t('meetings:newTitle') }).click()
  const form = page.getByRole('dialog', { name: t('meetings:newTitle') })
  await form.getByLabel(t('meetings:form.title')).fill('תכנון מטבח')
  await form.getByLabel(t('meetings:form.place.at_office')).fill('ביאליק 41, רמת גן')
  await form.getByText(t(`meetings:form.languages.${language}`)).click()
  await form.getByRole('button', { name: t('meetings:make') }).click()
  const url = await page.getByRole('textbox', { name: t('meetings:guestLink') }).inputValue()
  await page
    .getByRole('dialog', { name: t('meetings:madeTitle') })
    .getByRole('button', { name: t('common:close') })
    .last()
    .click()
  await expect(meetings.getByText(t('meetings:states.Invitation Sent'))).toBeVisible()

  const stranger = await browser.newContext()
  const shown = await stranger.newPage()
  const opened = await shown.goto(new URL(url).pathname)
  expect(opened?.headers()['x-robots-tag']).toBe('noindex')
  await expect(shown.getByRole('heading', { name: 'תכנון מטבח' })).toBeVisible()
  // What the guest does is seen by the staff at once.
  await expect(meetings.getByText(t('meetings:states.Received'))).toBeVisible()
  await shown.getByRole('button', { name: key('confirm') }).click()
  await shown
    .getByRole('dialog', { name: t('popups:thanks.title') })
    .getByRole('button', { name: t('common:close') })
    .click()
  await expect(shown.getByText(key('said.confirmed'))).toBeVisible()
  const file = await shown.request.get(
    (await shown.getByRole('link', { name: key('calendarFile') }).getAttribute('href')) ?? '',
  )
  expect(await file.text()).toContain('STATUS:CONFIRMED')
  await stranger.close()
  await expect(meetings.getByText(t('meetings:states.Meeting Confirmed'))).toBeVisible()

  // Its time passes: it is moved to two hours ago.
  const { meetings: stored } = await (await page.request.get(`/api/lead/${leadId}/meetings`, { headers })).json()
  const data = { version: stored[0].version, startsAt: new Date(Date.now() - 2 * HOUR_MS).toISOString() }
  const moved = await page.request.patch(`/api/meetings/${stored[0]._id}`, { data, headers })
  expect(moved.ok(), await moved.text()).toBe(true)
  await page.goto(`/b/${world.businessId}/today`)
  const held = t('meetings:outcomeOf', { outcome: t('meetings:states.held'), name })
  await page.getByRole('button', { name: held }).click()
  await expect(toast(t('meetings:toasts.outcome.held'))).toBeVisible()
  await expect(page.getByRole('button', { name: held })).toHaveCount(0)
  await page.goto(`/b/${world.businessId}/meetings?view=list&day=${data.startsAt.slice(0, 10)}`)
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await expect(
    page
      .getByRole('dialog', { name: t('meetings:meeting') })
      .getByText(t('meetings:states.held'))
      .first(),
  ).toBeVisible()
  // In the calendar only a cancelled meeting is struck through.
  await page.goto(`/b/${world.businessId}/meetings?view=day&day=${data.startsAt.slice(0, 10)}`)
  const card = page.locator('[data-hue]', { hasText: name }).getByText(name, { exact: true })
  await expect(card).toHaveCSS('text-decoration-line', 'none')
})
