import { expect, test } from '../support/fixtures.ts'

const key = (path: string) => `automations:${path}`

test('a rule of a template answers a new lead, and its log says what it did', async ({ page, t, world }) => {
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`/b/${world.businessId}/settings/automations`)
  await test.step('a draft of the template, published', async () => {
    await button(t(key('new'))).click()
    await page.getByRole('button', { name: t(key('templates.thanks.text')) }).click()
    await expect(page.getByText(t(key('triggers.lead_created'))).first()).toBeVisible()
    await button(t(key('publish'))).click()
    await expect(page.getByText(t(key('states.on')), { exact: true })).toBeVisible()
  })
  const lead = await test.step('a new lead of the Owner', async () => {
    const { user } = await (await page.request.get('/api/auth/getCurrentUser', { headers })).json()
    const data = { campaignId: world.campaignId, name: 'Dana Levi', phone: '0724440731', assignedTo: user._id }
    const reply = await page.request.post('/api/lead', { data, headers })
    expect(reply.status()).toBe(201)
    return (await reply.json()).lead
  })
  await test.step('an SMS and a follow-up', async () => {
    const read = async (path: string) => (await page.request.get(`/api/lead/${lead._id}/${path}`, { headers })).json()
    await expect.poll(async () => (await read('follow-ups')).followUps.length, { timeout: 20_000 }).toBe(1)
    expect((await read('messages')).messages).toHaveLength(1)
  })
  await test.step('the log', async () => {
    const runs = page.getByRole('link', { name: t(key('tabs.runs')) })
    if (await runs.isVisible()) await runs.click()
    await expect(page.getByRole('link', { name: 'Dana Levi' })).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: t(key('runs.steps'), { name: 'Dana Levi' }) }).click()
    await expect(page.getByText(t(key('outcomes.done'))).first()).toBeVisible()
  })
})
