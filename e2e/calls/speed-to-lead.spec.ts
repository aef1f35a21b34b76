import type { APIRequestContext, Browser } from '@playwright/test'
import { openAlways } from '../support/always-open.ts'
import { aPhone, expect, type Language, test, type World } from '../support/fixtures.ts'

/** Minimum time of a human; faster submissions count as a robot's. */
const FILLING_MS = 3_200

const headersOf = ({ accessToken, businessId }: World) => ({
  authorization: `Bearer ${accessToken}`,
  'x-business-id': businessId,
})

async function aNumber(request: APIRequestContext, world: World, nth: number) {
  const headers = headersOf(world)
  const { numbers } = await (await request.get('/api/number/free?area=077', { headers })).json()
  const data = { phone: numbers[nth].phone, campaignId: world.campaignId }
  const { order } = await (await request.post('/api/number/order', { headers, data })).json()
  const stateOf = async () =>
    (await (await request.get(`/api/number/order/${order._id}`, { headers })).json()).order.state
  await expect.poll(stateOf).toBe('done')
}

/** A form in both languages; returns its address. */
async function aForm(request: APIRequestContext, world: World) {
  const both = (he: string, en: string) => ({ he, en })
  const none = both('', '')
  const field = (kind: string, he: string, en: string) => ({
    ...{ name: kind, kind, label: both(he, en), required: true, options: [] },
  })
  const reply = await request.post('/api/user/campaign/forms', {
    headers: headersOf(world),
    data: {
      ...{ campaignId: world.campaignId, name: 'Spring', languages: ['he', 'en'], allowedOrigins: [] },
      ...{ redirectUrl: null, source: 'website', isEnabled: true },
      fields: [field('name', 'שם מלא', 'Full name'), field('phone', 'טלפון', 'Phone')],
      texts: {
        ...{ title: both('נחזור אליך', 'We call you back'), intro: none, button: both('שליחה', 'Send') },
        ...{ thanks: both('תודה רבה', 'Thank you'), thanksText: none, consent: none },
      },
    },
  })
  return `/f/${(await reply.json()).form.key}`
}

type Visitor = { name: string; phone: string; language: Language }
/** A visitor of the form's page fills it in and sends it. */
async function fillIn(browser: Browser, address: string, { name, phone, language }: Visitor) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${address}?lang=${language}`)
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=phone]').fill(phone)
  await page.waitForTimeout(FILLING_MS)
  await page.getByRole('button').click()
  await expect(page.getByText(language === 'he' ? 'תודה רבה' : 'Thank you')).toBeVisible()
  await context.close()
}

test('a lead from a form rings in the browser, is called by a click, answers, and is answered', async ({
  page,
  browser,
  t,
  world,
  isPhone,
  language,
}) => {
  test.setTimeout(180_000)
  const { request } = page.context()
  const name = language === 'he' ? 'נועה כץ' : 'Noa Katz'
  await openAlways(request, world)
  await aNumber(request, world, (isPhone ? 9 : 11) + (language === 'he' ? 1 : 0))
  const form = await aForm(request, world)

  await test.step('speed to lead is switched on; this browser can be rung', async () => {
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/campaign/people`)
    const part = page.getByRole('region', { name: t('speed-to-lead:title') })
    await expect(part).toContainText(t('speed-to-lead:off'))
    await expect(
      page.getByRole('button', { name: t('softphone:open', { state: t('softphone:line.ready') }) }),
    ).toBeVisible({ timeout: 20_000 })
    await part.getByRole('button', { name: t('speed-to-lead:change') }).click()
    const dialog = page.getByRole('dialog', { name: t('speed-to-lead:title') })
    await dialog.getByRole('switch').check({ force: true })
    await dialog.getByRole('button', { name: t('common:save') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(part.getByRole('list').last()).toContainText(t('speed-to-lead:via.softphone'))
  })

  const card = page.getByRole('region', { name: t('softphone:newLead.title'), exact: true })
  const talk = page.getByRole('region', { name: t('softphone:call'), exact: true })
  await test.step('a lead of the form rings here within seconds, with name and campaign, until a click', async () => {
    await fillIn(browser, form, { name, phone: aPhone(), language })
    await expect(card).toContainText(name, { timeout: 20_000 })
    await expect(card).toContainText(world.campaignName)
    await card.getByRole('button', { name: t('softphone:newLead.talk') }).click()
  })

  await test.step('the lead is called, answers, and we hang up', async () => {
    await expect(talk.getByRole('timer')).toHaveText(/0:0[1-9]/, { timeout: 30_000 })
    await talk.getByRole('button', { name: t('softphone:hangup') }).click()
    await expect(talk).toHaveCount(0)
  })

  await test.step('the lead was answered, belongs to who took it, and its history says so', async () => {
    const found = await request.get(`/api/lead?search=${encodeURIComponent(name)}`, { headers: headersOf(world) })
    const { leads } = await found.json()
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${leads[0]._id}`)
    await expect(page.getByText(t('leads:history.rang.accepted'))).toBeVisible()
    await page.getByRole('tab', { name: t('leads:history.calls') }).click()
    const calls = page.getByRole('list', { name: t('calls:title') }).getByRole('listitem')
    await expect(calls).toHaveCount(1)
    await expect(calls.first()).toContainText(t('calls:statuses.Answered'))
    const { lead } = await (await request.get(`/api/lead/${leads[0]._id}`, { headers: headersOf(world) })).json()
    expect([lead.firstResponseAt !== null, lead.assignedTo?.name]).toEqual([true, world.name])
  })
})
