import type { Page } from '@playwright/test'
import { spoilNetwork } from './support/bad-network.ts'
import { aPhone, expect, type Texts, test } from './support/fixtures.ts'
import { type Journey, journeys } from './support/journeys.ts'
import { screensOf } from './support/screens.ts'

/** The soak `network` does all journeys, again and again, at other moments (scripts/soak/network.ts). */
const ROUNDS = Number(process.env.NETWORK_ROUNDS ?? 0)
const SEED = Number(process.env.NETWORK_SEED ?? 7)
const SMALL: readonly string[] = ['comment', 'newLead', 'businessInfo']
/** Of the journeys; a press that fails takes up to the longest wait of a person. */
const [PRESSES, PATIENCE_MS, ARRIVAL_MS] = [12, 3_000, 45_000]

test.describe.configure({ timeout: 180_000 })

const openMenu = async (page: Page, t: Texts, isPhone: boolean) => {
  if (isPhone) await page.getByRole('button', { name: t('shell:openMenu') }).click()
  const menu = page.getByRole(isPhone ? 'dialog' : 'navigation', { name: t('shell:menu') })
  return menu.getByRole('link', { name: t('shell:campaigns') })
}
const toCampaigns = async (page: Page, t: Texts, isPhone: boolean) => (await openMenu(page, t, isPhone)).click()

test('a screen opened without a network waits for it, and opens by itself', async ({
  page,
  context,
  t,
  world,
  isPhone,
}) => {
  const { lead } = screensOf(page, t, isPhone)
  await world.sendLead({ name: 'Before לפני', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(lead('Before לפני')).toBeVisible()
  const campaigns = await openMenu(page, t, isPhone)
  await expect(campaigns).toBeVisible()
  await context.setOffline(true)
  await campaigns.click()
  await expect(page.getByText(t('shell:codeWaits'))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: t('campaigns:title'), level: 1 })).toBeVisible()
  await expect(page.getByText(world.campaignName).first()).toBeVisible()
  await expect(page.getByText(t('shell:codeWaits'))).toBeHidden()
})

test('what failed to load is asked for again when the network is back', async ({ page, t, world, isPhone }) => {
  await page.goto(world.leadsPath)
  await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
  await page.route('**/api/user/campaign?*', (route) => route.abort('connectionreset'))
  await toCampaigns(page, t, isPhone)
  await expect(page.getByRole('alert')).toContainText(t('common:networkError'))
  await page.unroute('**/api/user/campaign?*')
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.getByText(world.campaignName).first()).toBeVisible()
})

/** The server has another version: the file of the campaigns is gone, and its page names another entry. */
async function update(page: Page) {
  await page.route('**/assets/campaigns-page*.js', (route) => route.fulfill({ status: 404 }))
  await page.route('/', async (route) => {
    if (route.request().resourceType() !== 'fetch' || route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replaceAll(/index-[\w-]+\.js/g, 'index-new.js') })
  })
}

test('after an update of the server the page is loaded again by itself', async ({ page, t, world, isPhone }) => {
  await page.goto(world.leadsPath)
  await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
  await update(page)
  const reload = page.waitForEvent('load')
  await toCampaigns(page, t, isPhone)
  await page.waitForRequest((request) => request.isNavigationRequest())
  await page.unrouteAll()
  await reload
  await expect(page.getByRole('heading', { name: t('campaigns:title'), level: 1 })).toBeVisible()
})

test('after an update of the server the page asks before it loses what is typed', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${id}`)
  const comment = page.getByRole('textbox', { name: t('leads:comment'), exact: true })
  await comment.fill('Not sent yet עוד לא')
  // On a phone the bottom bar returns.
  await comment.blur()
  await update(page)
  await toCampaigns(page, t, isPhone)
  await expect(page.getByText(t('shell:newVersion'))).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: t('common:reload') }).click()
  await expect(page.getByRole('heading', { name: t('campaigns:title'), level: 1 })).toBeVisible()
})

test('a page whose first script does not load says so', async ({ page, language }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort('connectionreset'))
  await page.goto('/auth/login')
  await expect(page.getByRole('alert')).toContainText(language === 'he' ? 'העמוד לא נטען' : 'could not be loaded')
  await page.unrouteAll()
  await page.getByRole('button').click()
  await expect(page.getByRole('textbox').first()).toBeVisible()
})

/** Sends until the server has it, as a person who sees that it failed; nothing typed is lost on the way. */
async function sendUntilStored(journey: Journey, at: Parameters<Journey['send']>[0], count: () => Promise<number>) {
  for (let press = 0; press < PRESSES; press += 1) {
    const typed = journey.typed?.(at)
    if (await count()) return
    const there = typed && (await typed.field.inputValue({ timeout: PATIENCE_MS }).catch(() => undefined))
    // An empty field is being sent, or was.
    if (typed && there !== undefined && there !== '') expect(there, 'what was typed').toBe(typed.text)
    await journey.send(at).catch(() => undefined)
    await expect(async () => expect(await count()).toBeGreaterThan(0))
      .toPass({ timeout: PATIENCE_MS })
      .catch(() => undefined)
    if (await count()) return
    const isEmpty = typed && (await typed.field.inputValue({ timeout: PATIENCE_MS }).catch(() => undefined)) === ''
    const { waits } = journey
    if (isEmpty && waits)
      await expect(async () => {
        await reloadIfNeeded(at, journey.path(at))
        await expect(waits(at), 'what could not be sent waits in its place').toBeVisible({ timeout: PATIENCE_MS })
      }).toPass({ timeout: ARRIVAL_MS })
    else if (isEmpty) await expect(typed.field, 'what could not be sent is in its field again').toHaveValue(typed.text)
  }
}

for (let round = 0; round < Math.max(1, ROUNDS); round += 1)
  test.describe(`round ${round}`, () => {
    for (const [name, journey] of Object.entries<Journey>(journeys)) {
      if (ROUNDS === 0 && !SMALL.includes(name)) continue
      test(`under a bad network nothing is lost or done twice: ${name}`, async ({ page, t, world, language }) => {
        const leadId = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
        await page.goto(world.leadsPath)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await underBadNetwork(journey, { page, t, world, leadId, language }, SEED + round * 1_000 + name.length)
      })
    }
  })

/** As a person does: the browser's own page of a lost network is left, and a page that asks for a reload is given one. */
async function reloadIfNeeded({ page, t }: Parameters<Journey['send']>[0], path: string) {
  if (page.url().startsWith('chrome-error:')) await page.goto(path)
  const reload = page.getByRole('button', { name: t('common:reload') })
  if (await reload.isVisible()) await reload.click()
}

async function underBadNetwork(journey: Journey, at: Parameters<Journey['send']>[0], seed: number) {
  const { page, t, world } = at
  test.info().annotations.push({ type: 'seed', description: String(seed) })
  // The actions of a hasty person have little time each.
  page.setDefaultTimeout(PATIENCE_MS)
  const headers = {
    authorization: `Bearer ${world.accessToken}`,
    'x-business-id': world.businessId,
    'accept-language': 'en',
  }
  const count = () =>
    journey.stored(at, async (path) => {
      const reply = await page.request.get(`/api${path}`, { headers })
      expect(reply.ok(), `${path}: ${reply.status()}`).toBe(true)
      return reply.text()
    })
  const recover = await spoilNetwork(page, seed)
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, journey.path(at))
  await expect(async () => {
    await reloadIfNeeded(at, journey.path(at))
    await journey.prepare(at)
  }).toPass({ timeout: ARRIVAL_MS })
  await sendUntilStored(journey, at, count)
  await recover()
  // Where no press came through, everything is still there for the first one of a good network.
  if ((await count()) === 0) await sendUntilStored(journey, at, count)
  await expect.poll(count, { timeout: ARRIVAL_MS, message: 'stored once' }).toBe(1)
  await expect(page.getByText(t('common:unexpectedError'))).toHaveCount(0)
  await expect(page.getByText(t('shell:offline'))).toBeHidden({ timeout: ARRIVAL_MS })
  await expect(page.getByText(t('shell:codeWaits'))).toBeHidden()
  expect(await count()).toBe(1)
}
