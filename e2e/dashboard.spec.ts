import type { Page } from '@playwright/test'
import { aPhone, expect, type Texts, test, type World } from './support/fixtures.ts'

/** Three leads of today: one answered and won, one commented on, one waiting. */
async function threeLeads(page: Page, world: World) {
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const { request } = page.context()
  const ids = await Promise.all(
    ['meta', 'google_ads', 'google_ads'].map((source) => world.sendLead({ name: 'Dana דנה', phone: aPhone(), source })),
  )
  const { statuses } = await (await request.get('/api/business', { headers })).json()
  const statusId = statuses.find(({ type }: { type: string }) => type === 'Won')._id
  const won = await request.patch(`/api/lead/${ids[0]}`, { headers, data: { statusId, value: 1_250_000 } })
  const comment = await request.post(`/api/lead/${ids[1]}/comments`, { headers, data: { text: 'התקשרתי' } })
  expect([won.ok(), comment.ok()]).toEqual([true, true])
}

const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`)
/** The figure is the last text; its label comes before. */
const numberOf = async (page: Page, name: string) =>
  Number(await figure(page, name).evaluate((link) => link.lastChild?.textContent?.replace(/[^\d]/g, '')))

/** Opens the list behind a figure and expects that many leads. */
async function opens(page: Page, t: Texts, name: string, total: number) {
  await figure(page, name).click()
  await expect(page, name).toHaveURL(/\/leads(\/all)?(\?|$)/)
  await expect(page.getByText(t('leads:total', { count: total, total: String(total) })).first(), name).toBeVisible()
  await page.goBack()
  // The leads of a campaign select it, and then the overview shows that campaign alone.
  await expect(page.getByRole('navigation', { name: t('dashboard:title') })).toBeVisible()
}

/** The figures on the open tab that open a list, by name, once they are others than those `before`. */
const namesOn = async (page: Page, before: readonly string[]) => {
  const names = () =>
    page.locator('[data-figure]').evaluateAll((links) => links.map((link) => link.getAttribute('data-figure') ?? ''))
  await expect.poll(async () => (await names()).filter((name) => !before.includes(name)).length).toBeGreaterThan(0)
  await expect.poll(async () => (await names()).filter((name) => before.includes(name)).length).toBe(0)
  return names()
}
const TABS = ['general', 'sources', 'calls', 'team'] as const

test('every figure opens the list that it counts, with the same number', async ({ page, t, world }) => {
  test.setTimeout(150_000)
  await threeLeads(page, world)
  await page.goto('/dashboard?preset=today')
  await expect(figure(page, 'newLeads')).toContainText('3')
  await expect(figure(page, 'sales')).toContainText('₪12.5K')
  await expect(figure(page, 'conversion')).toContainText('33.3%')
  await opens(page, t, 'newLeads', 3)
  for (const name of ['won', 'conversion', 'sales']) await opens(page, t, name, 1)
  await opens(page, t, 'medianResponse', 2)
  const kinds = new Set<string>()
  let bar = ''
  let all: string[] = []
  for (const tab of TABS) {
    await page
      .getByRole('navigation', { name: t('dashboard:title') })
      .getByRole('link', { name: t(`dashboard:tabs.${tab}`) })
      .click()
    await expect(page).toHaveURL(tab === 'general' ? '/dashboard?preset=today' : `/dashboard?preset=today&tab=${tab}`)
    if (tab === 'calls') {
      await expect(page.getByText(t('dashboard:noCalls'))).toBeVisible()
      continue
    }
    all = await namesOn(page, all)
    const names = all.filter((name) => name.includes('.'))
    for (const name of names) kinds.add(name.split('.')[0] ?? '')
    bar ||= names.find((one) => one.startsWith('time.')) ?? ''
    for (const name of names.filter((one) => !one.startsWith('time.'))) {
      const total = await numberOf(page, name)
      if (total > 0) await opens(page, t, name, total)
    }
  }
  expect([...kinds].sort()).toEqual(['campaign', 'response', 'source', 'status', 'time'])
  await page.goto('/dashboard?preset=today')
  await opens(page, t, bar, 3)
  // A month has more days than fit on a phone: the latest are shown, and a swipe selects others.
  await page.goto('/dashboard')
  await opens(page, t, bar, 3)
})

test('periods are chosen, shared by URL and compared', async ({ page, t, world }) => {
  await threeLeads(page, world)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: t('dashboard:presets.thisMonth') })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(figure(page, 'newLeads')).toContainText('3')
  await page.getByRole('button', { name: t('dashboard:presets.yesterday') }).click()
  await expect(page).toHaveURL('/dashboard?preset=yesterday')
  await expect(figure(page, 'newLeads')).toContainText('0')
  await page.reload()
  await expect(figure(page, 'newLeads')).toContainText('0')
  await page.getByRole('button', { name: t('dashboard:presets.allTime') }).click()
  await expect(figure(page, 'newLeads')).toContainText('3')
  await page.getByRole('button', { name: t('dashboard:presets.custom') }).click()
  const days = page.getByRole('dialog', { name: t('dashboard:presets.custom') }).locator('td button:not([disabled])')
  await days.nth(0).click()
  await days.nth(1).click()
  await expect(page).toHaveURL(/\/dashboard\?preset=custom&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
})

test('a new lead is counted at once', async ({ page, t, world }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: t('first-steps:title') })).toBeVisible()
  await world.sendLead({ name: 'First', phone: aPhone() })
  await expect(figure(page, 'newLeads')).toContainText('1')
  await world.sendLead({ name: 'Second', phone: aPhone() })
  await expect(figure(page, 'newLeads')).toContainText('2')
})
