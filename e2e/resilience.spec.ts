import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aPhone, expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

/** These journeys kill their server, so they start their own. */
const PORT = Number(process.env.E2E_PORT ?? 3190) + 1
const URL = `http://localhost:${PORT}`
let folder = ''
let server: ChildProcess | undefined

async function start() {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'error' }
  server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await expect
    .poll(
      () =>
        fetch(`${URL}/api/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 40_000 },
    )
    .toBe(200)
}

async function stop(signal: NodeJS.Signals) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill(signal)
  await gone
}

test.describe.configure({ mode: 'default', timeout: 120_000 })
test.use({ baseURL: URL })
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-e2e-'))
  await start()
})
test.afterAll(async () => {
  await stop('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

/**
 * Code that is fetched in the background has arrived, also that of the banner, and no file has come for two seconds: a
 * banner that waits for code says something else.
 */
async function codeIsHere(page: Page) {
  let before = -1
  const isComing = async () => {
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    const isGrown = files.length !== before
    before = files.length
    return isGrown || !files.some((name) => name.includes('/lost-text-'))
  }
  await expect.poll(isComing, { intervals: [2_000], timeout: 40_000 }).toBe(false)
}

test('a server killed under an open page comes back, and the page recovers by itself', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { lead, bell } = screensOf(page, t, isPhone)
  await world.sendLead({ name: 'Before לפני', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(lead('Before לפני')).toBeVisible()
  await codeIsHere(page)
  const loads: string[] = []
  page.on('framenavigated', (frame) => loads.push(frame.url()))

  await stop('SIGKILL')
  await expect(page.getByText(t('shell:serverLost'))).toBeVisible({ timeout: 20_000 })
  await start()
  await world.sendLead({ name: 'After אחרי', phone: aPhone() })
  await expect(lead('After אחרי')).toBeVisible({ timeout: 45_000 })
  await expect(bell(2)).toBeVisible()
  await expect(page.getByText(t('shell:serverLost'))).toBeHidden()
  await world.sendLead({ name: 'Live שוב', phone: aPhone() })
  await expect(lead('Live שוב')).toBeVisible()
  expect(loads).toEqual([])
})

test('a token that expired while away is renewed without a message', async ({ page, t, world, isPhone }) => {
  const { lead, leadLink } = screensOf(page, t, isPhone)
  await world.sendLead({ name: 'Tokens תמר', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(lead('Tokens תמר')).toBeVisible()
  const expired = await page.evaluate(() => {
    const [head = '', body = ''] = (localStorage.getItem('token') ?? '').split('.')
    const token = `${head}.${body}.AAAA`
    localStorage.setItem('token', token)
    return token
  })
  await leadLink('Tokens תמר').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tokens תמר')
  const renewed = await page.evaluate(() => localStorage.getItem('token'))
  expect(renewed).not.toBe(expired)
  await page.getByLabel(t('leads:comment'), { exact: true }).fill('עדיין כאן')
  await page.getByRole('button', { name: t('leads:addComment'), exact: true }).click()
  await expect(page.getByRole('tabpanel').getByText('עדיין כאן')).toBeVisible()
})

test('seven tabs share one event stream, and another tab takes over when its holder closes', async ({
  page,
  context,
  t,
  world,
  isPhone,
}) => {
  const holders: Page[] = []
  context.on('request', (request) => {
    if (request.url().startsWith(`${URL}/api/events`)) holders.push(request.frame().page())
  })
  const tabs = [page, ...(await Promise.all(Array.from({ length: 6 }, () => context.newPage())))]
  for (const tab of tabs) await tab.goto(world.leadsPath)
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
  const seen = (name: string, by: Page[]) =>
    Promise.all(by.map((tab) => expect(screensOf(tab, t, isPhone).lead(name)).toBeVisible()))
  await expect.poll(() => holders.length).toBe(1)
  await world.sendLead({ name: 'Seven שבע', phone: aPhone() })
  await seen('Seven שבע', tabs)
  expect(holders).toHaveLength(1)

  await holders[0]?.close()
  await world.sendLead({ name: 'Six שש', phone: aPhone() })
  const left = tabs.filter((tab) => !tab.isClosed())
  expect(left).toHaveLength(6)
  await seen('Six שש', left)
  expect(holders).toHaveLength(2)
})

test('leads that arrived while offline appear when the network is back', async ({
  page,
  context,
  t,
  world,
  isPhone,
}) => {
  const { lead, bell } = screensOf(page, t, isPhone)
  await page.goto(world.leadsPath)
  await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(t('shell:offline'))).toBeVisible()
  await world.sendLead({ name: 'Missed החמצה', phone: aPhone() })
  await expect(lead('Missed החמצה')).toBeHidden()
  await context.setOffline(false)
  await expect(lead('Missed החמצה')).toBeVisible()
  await expect(bell(1)).toBeVisible()
  await expect(page.getByText(t('shell:offline'))).toBeHidden()
})

test('a lead whose reply was lost is sent again and stored once, over plain http too', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  // Browsers lack this on pages loaded over http from another machine.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    Reflect.deleteProperty(Navigator.prototype, 'locks')
  })
  const { lead, toast } = screensOf(page, t, isPhone)
  await world.sendLead({ name: 'First ראשון', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(lead('First ראשון')).toBeVisible()
  await page.getByRole('button', { name: t('leads:newLead') }).click()
  const form = page.getByRole('dialog', { name: t('leads:newLead') })
  await form.getByRole('textbox', { name: t('leads:columns.name') }).fill('Once פעם')
  await form.getByRole('textbox', { name: t('leads:columns.phone') }).fill(aPhone())
  await page.route(
    '**/api/lead',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await form.getByRole('button', { name: t('leads:saveLead') }).click()
  await expect(toast(t('common:networkError'))).toBeVisible()
  await form.getByRole('button', { name: t('leads:saveLead') }).click()
  await expect(toast(t('leads:leadAdded'))).toBeVisible()
  await expect(lead('Once פעם')).toHaveCount(1)
})
