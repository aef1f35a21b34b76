import { openAlways } from '../support/always-open.ts'
import { aPhone, expect, test } from '../support/fixtures.ts'

test('a stranger books a meeting on a phone, and the lead and the meeting are there', async ({
  page,
  browser,
  language,
  t,
  world,
}) => {
  const key = (path: string, values = {}) => t(`booking:${path}`, values)
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  await openAlways(page.request, world)
  const made = await page.request.post('/api/booking-pages', {
    headers,
    data: {
      ...{ campaignId: world.campaignId, isTeam: false },
      settings: {
        title: { he: 'פגישת היכרות', en: 'First talk' },
        ...{ intro: {}, consent: {}, kind: 'phone', durations: [30, 60], step: 30, notice: 0 },
        questions: [{ key: 'q1', label: { he: 'כמה חדרים?', en: 'How many rooms?' }, kind: 'text', required: true }],
      },
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { slug } = (await made.json()).page

  const context = await browser.newContext({
    locale: language === 'he' ? 'he-IL' : 'en-IL',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  const stranger = await context.newPage()
  const opened = await stranger.goto(`/book/${slug}?utm_source=newsletter`)
  expect(opened?.headers()['x-robots-tag']).toBe('noindex')
  if (language === 'en') await stranger.getByRole('button', { name: 'English' }).click()
  await expect(stranger.getByRole('heading', { name: language === 'he' ? 'פגישת היכרות' : 'First talk' })).toBeVisible()
  await stranger.getByText(key('minutes', { count: 60 })).click()
  const times = stranger.locator('section section button')
  await times.first().click()
  const name = language === 'he' ? 'נועה ברק' : 'Noa Barak'
  await stranger.getByLabel(key('name')).fill(name)
  await stranger.getByLabel(key('phone')).fill(aPhone())
  await expect(stranger.getByText(key('missing'))).toBeVisible()
  await stranger.getByLabel(language === 'he' ? 'כמה חדרים?' : 'How many rooms?').fill('4')
  await stranger
    .getByRole('button', { name: new RegExp(key('book', { day: '', time: '' }).split(':')[0] ?? '') })
    .click()
  // The guest's own page, on which the meeting can be moved and called off.
  await expect(stranger.getByText(t('guest-meeting:said.confirmed'))).toBeVisible()
  await expect(stranger).toHaveURL(/\/meeting\//)
  await context.close()

  await page.goto(world.leadsPath)
  await page.getByText(name).first().click()
  const meetings = page.getByRole('region', { name: t('meetings:ofLead.title') })
  await expect(meetings.getByText(t('meetings:states.Meeting Confirmed'))).toBeVisible()
})
