/** Takes the pictures of docs/pictures from a demo of its own: `npm run pictures`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { DEMO_KEY_FILE } from '../db/seed.ts'
import { findChromium } from './chromium.mjs'
import { root } from './node.mjs'
import { buildWebIfStale } from './web-build.mjs'

const PORT = Number(process.env.PORT ?? 3290)
const URL = `http://localhost:${PORT}`
const FOLDER = join(root, 'docs', 'pictures')
const START_MS = 60_000

type Look = { name: string; language: 'he' | 'en'; isDark: boolean; isPhone: boolean }
const looks: Look[] = [
  { name: 'he-light', language: 'he', isDark: false, isPhone: false },
  { name: 'he-phone-dark', language: 'he', isDark: true, isPhone: true },
  { name: 'en-light', language: 'en', isDark: false, isPhone: false },
]
const people = { he: ['נועה ברזילי', 'יוסי Azoulay'], en: ['Noa Barzilai', 'יוסי Azoulay'] } as const

let sent = 84
const folder = await mkdtemp(join(tmpdir(), 'leadline-pictures-'))
await buildWebIfStale()
const server = await startServer()
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await mkdir(FOLDER, { recursive: true })
  for (const look of looks) await takeAll(browser, look)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await rm(folder, { recursive: true, force: true })
}

async function startServer(): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'error' }
  const started = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = Date.now() + START_MS
  while (
    !(await fetch(`${URL}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > end || started.exitCode !== null) throw new Error('The server did not start; see above.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return started
}

async function takeAll(from: Browser, look: Look) {
  const context = await from.newContext({
    baseURL: URL,
    locale: look.language === 'he' ? 'he-IL' : 'en-IL',
    colorScheme: look.isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    viewport: look.isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    ...(look.isPhone && { deviceScaleFactor: 2, isMobile: true, hasTouch: true }),
  })
  await context.addInitScript((language) => {
    if (location.protocol !== 'about:') localStorage.setItem('language', language)
  }, look.language)
  const page = await context.newPage()
  const take = (picture: string) => page.screenshot({ path: join(FOLDER, `${picture}-${look.name}.png`) })

  await show(page, '/auth/login')
  await take('sign-in')

  const { token, list } = await signIn(look)
  await page.evaluate((value) => {
    localStorage.setItem('token', value)
    localStorage.setItem('pageSize.leads', '25')
  }, token)
  await show(page, list)
  await take('lead-table')

  await page.locator('[data-row]').nth(2).locator('a[data-lead-link]').click()
  await page.waitForURL(/\/leads\/[0-9a-f-]{36}/)
  await settle(page)
  await take('lead-page')

  await show(page, list)
  await takeNotifications(page, look)
  await take('notifications')
  await context.close()
}

/** A lead was just deleted, the panel is open, and others come in: they are in the list already. */
async function takeNotifications(page: Page, look: Look) {
  if (!look.isPhone) {
    const row = page.locator('[data-row]').nth(8)
    await row.hover()
    await row.locator('button:has(svg.tabler-icon-trash)').click()
    await page.locator('.mantine-Notifications-root button').first().waitFor()
  }
  const bell = page.locator('header button[aria-haspopup=dialog]:has(svg.tabler-icon-bell)')
  await bell.click()
  await page.locator('[data-notification]').first().waitFor()
  for (const name of people[look.language]) await sendLead(name)
  await page.locator('[role=status] a[href*="/leads/"]').last().waitFor()
  await settle(page)
}

/** The demo's Owner in the language of the picture; the list of all leads. */
async function signIn({ language }: Look) {
  const { accessToken: token, user } = await post('/auth/login', {
    email: 'owner@demo.test',
    password: 'leadline-demo',
  })
  const headers = { authorization: `Bearer ${token}` }
  await post('/user/update', { userLanguage: language }, headers)
  const current = await fetch(`${URL}/api/auth/getCurrentUser`, { headers })
  const { businesses } = (await current.json()) as { businesses: { businessId: string }[] }
  return { token: String(token), list: `/b/${user.lastBusinessId ?? businesses[0]?.businessId}/leads/all` }
}

/** As a website sends it, to the campaign of the newest lead. */
async function sendLead(name: string) {
  const headers = { authorization: `Bearer ${(await readFile(join(folder, DEMO_KEY_FILE), 'utf8')).trim()}` }
  const newest = await fetch(`${URL}/api/lead?limit=1`, { headers })
  const { leads } = (await newest.json()) as { leads: { campaignId: string }[] }
  const phone = `07244411${String(sent++ % 100).padStart(2, '0')}`
  await post('/lead', { name, phone, source: 'website', campaignId: leads[0]?.campaignId }, headers)
}

type Reply = { accessToken?: string; user: { lastBusinessId: string | null } }
async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const reply = await fetch(`${URL}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as Reply
}

async function show(page: Page, path: string) {
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await settle(page)
}

/** Nothing loads any more and the fonts are there. */
async function settle(page: Page) {
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, .loader'))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(500)
}
