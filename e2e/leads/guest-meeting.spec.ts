import { expect, test } from '../support/fixtures.ts'

const DAY_MS = 86_400_000

test('a guest without an account confirms a meeting on the page of its link', async ({
  page,
  browser,
  language,
  t,
  world,
}) => {
  const key = (path: string) => t(`guest-meeting:${path}`)
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const leadId = await world.sendLead({ name: 'דנה לוי', phone: '0541112233' })
  const startsAt = new Date(Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS + DAY_MS / 2).toISOString()
  const guest = { name: 'דנה לוי', phone: '0541112233', email: null, language }
  const data = {
    leadId,
    kind: 'at_office',
    title: 'תכנון מטבח',
    startsAt,
    minutes: 60,
    place: 'ביאליק 41, רמת גן',
    guest,
  }
  const made = await page.request.post('/api/meetings', { data, headers })
  expect(made.ok(), await made.text()).toBe(true)
  const { url } = await made.json()
  const statusOf = async () =>
    (await (await page.request.get(`/api/lead/${leadId}`, { headers })).json()).lead.meetingStatus

  const stranger = await browser.newContext()
  const shown = await stranger.newPage()
  const opened = await shown.goto(new URL(url).pathname)
  expect(opened?.headers()['x-robots-tag']).toBe('noindex')
  await expect(shown.getByRole('heading', { name: 'תכנון מטבח' })).toBeVisible()
  await expect.poll(statusOf).toBe('Received')
  await shown.getByRole('button', { name: key('confirm') }).click()
  await shown
    .getByRole('dialog', { name: t('popups:thanks.title') })
    .getByRole('button', { name: t('common:close') })
    .click()
  await expect(shown.getByText(key('said.confirmed'))).toBeVisible()
  expect(await statusOf()).toBe('Meeting Confirmed')
  const file = await shown.request.get(
    (await shown.getByRole('link', { name: key('calendarFile') }).getAttribute('href')) ?? '',
  )
  expect(await file.text()).toContain('STATUS:CONFIRMED')
  await stranger.close()
})
