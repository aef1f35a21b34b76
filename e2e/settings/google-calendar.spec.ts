import { anEmail, expect, test } from '../support/fixtures.ts'

test('a person connects Google on another origin; a meeting that is moved and deleted there moves and is cancelled here', async ({
  page,
  t,
  world,
}) => {
  const account = anEmail()
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const origin = () => new URL(page.url()).origin
  const home = await test.step('from the page of integrations to the profile', async () => {
    await page.goto(`/b/${world.businessId}/settings/integrations`)
    await page.getByRole('link', { name: new RegExp(`: ${t('integrations:names.google_calendar')}$`) }).click()
    await expect(page).toHaveURL(/\/user\/settings\/profile/)
    return origin()
  })
  const section = page.getByRole('region', { name: t('calendars:google.title'), exact: true })
  await test.step('consent at Google, and back', async () => {
    await section.getByRole('button', { name: t('calendars:google.connect') }).click()
    await page.getByRole('textbox', { name: 'Account' }).fill(account)
    expect(origin()).not.toBe(home)
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(section.getByText(account).first()).toBeVisible()
    await expect(section.getByText(t('calendars:states.active'), { exact: true })).toBeVisible()
    expect(page.url()).toBe(`${home}/user/settings/profile`)
  })

  const startsAt = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000)
  const data = { name: 'Dana Levi', phone: '0727744123', campaignId: world.campaignId, duplicate: 'create' }
  const { lead } = await (await page.request.post('/api/lead', { data, headers })).json()
  const wanted = { leadId: lead._id, kind: 'phone', title: 'First talk', startsAt: startsAt.toISOString(), minutes: 60 }
  const made = await (await page.request.post('/api/meetings', { data: wanted, headers })).json()
  const read = async () =>
    (await (await page.request.get(`/api/meetings/${made.meeting._id}`, { headers })).json()).meeting
  const google = (await page.request.get('/dev/google', { maxRedirects: 0 })).headers().location
  const calendars = `${google}/calendars/${encodeURIComponent(account)}`
  const entry = page.getByRole('listitem').filter({ hasText: 'First talk · Dana Levi' })

  await test.step('the meeting is there; an hour later there is an hour later here', async () => {
    await expect(async () => {
      await page.goto(calendars)
      await expect(entry).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await entry.getByRole('button', { name: 'An hour later' }).click()
    const later = new Date(startsAt.getTime() + 3_600_000).toISOString()
    await expect.poll(async () => new Date((await read()).startsAt).toISOString()).toBe(later)
  })
  await test.step('deleted there, it is cancelled here', async () => {
    await entry.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(async () => (await read()).status).toBe('Meeting Canceled')
  })
})
