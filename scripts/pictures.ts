/** Takes the screenshots of docs/pictures from its own demo: `npm run pictures`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../db/demo/people.ts'
import { DEMO_KEY_FILE } from '../db/seed.ts'
import { findChromium } from './chromium.mjs'
import { root } from './node.mjs'
import { buildWebIfStale } from './web-build.mjs'

const PORT = Number(process.env.PORT ?? 3290)
const URL = `http://localhost:${PORT}`
const FOLDER = join(root, 'docs', 'pictures')
const START_MS = 60_000

/** `arriving`: names of the leads that arrive during the picture of the notifications. */
type Look = { name: string; language: 'he' | 'en'; isDark: boolean; isPhone: boolean; arriving: string[] }
const looks: Look[] = [
  { name: 'he-light', language: 'he', isDark: false, isPhone: false, arriving: ['יוסי Azoulay', 'תמר בן־חיים'] },
  { name: 'he-phone-dark', language: 'he', isDark: true, isPhone: true, arriving: ['אורי Dahan'] },
  { name: 'en-light', language: 'en', isDark: false, isPhone: false, arriving: ['Maya Rosenthal', 'גיא Shalev'] },
]

/** A sheet whose columns are recognised, but for one. */
const SHEET = `שם מלא,נייד,דוא"ל,מקור הגעה,תקציב,הערות,כמה חדרים
דנה רוזנטל,072-444-7101,dana@example.test,פייסבוק,85000,מטבח וסלון,4
Michael Azoulay,072-444-7102,michael@example.test,גוגל,120000,לחזור אחרי החגים,5
רים חורי,072-444-7103,reem@example.test,המלצה,64000,,3`

let sent = 84
const folder = await mkdtemp(join(tmpdir(), 'leadline-pictures-'))
await buildWebIfStale()
const server = await startServer()
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await mkdir(FOLDER, { recursive: true })
  for (const look of looks) await inContext(browser, look, takeScreens)
  for (const look of looks) await inContext(browser, look, takeNotifications)
  for (const look of looks) await inContext(browser, look, takeNumberSetup)
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

type Place = { page: Page; look: Look; take: (picture: string) => Promise<unknown> }

async function inContext(from: Browser, look: Look, act: (place: Place) => Promise<void>) {
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
  await act({ page, look, take })
  await context.close()
}

async function takeScreens({ page, look, take }: Place) {
  await show(page, '/auth/login')
  await take('sign-in')
  const list = await signIn(page, look)
  await show(page, list)
  await take('lead-table')
  await show(page, '/dashboard')
  await take('dashboard')
  await show(page, list.replace('leads/all', 'calls/all'))
  await page.locator('button:has(svg.tabler-icon-player-play-filled)').first().click()
  await page.locator('svg.tabler-icon-player-pause-filled').first().waitFor()
  await page.waitForTimeout(2_500)
  await settle(page)
  await take('calls')
  await takeSettings(list.replace('/leads/all', ''), { page, look, take })
  await takeWork(list.replace('/leads/all', ''), { page, look, take })
  await takeCampaign(list.replace('/leads/all', ''), { page, look, take })
  await show(page, '/dev/phones')
  await take('phones')
  await show(page, list)
  // A lead that has a value, because such leads are further along.
  const worthy = page.locator('[data-row]', { hasText: '₪' }).locator('a[data-lead-link]')
  for (let shown = 2; (await worthy.count()) === 0; shown++) await show(page, `${list}?page=${shown}`)
  await worthy.first().click()
  await page.waitForURL(/\/leads\/[0-9a-f-]{36}/)
  await settle(page)
  await take('lead-page')
}

/** The day's work and other looks of the leads. */
async function takeWork(business: string, { page, take }: Place) {
  await show(page, `${business}/today`)
  await take('today')
  await show(page, `${business}/meetings`)
  await take('meetings')
  await show(page, `${business}/leads/cards/all`)
  await take('board')
  await show(page, `${business}/settings/lead-fields`)
  await take('lead-fields')
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  const asked = { headers: { ...headers, 'x-business-id': business.split('/')[2] ?? '' } }
  const list = await fetch(`${URL}/api/lead?limit=3&filters=${encodeURIComponent('{"unread":true}')}`, asked)
  const { leads } = (await list.json()) as { leads: { _id: string; campaignId: string }[] }
  await show(page, `${business}/leads/duplicates?leads=${leads.map(({ _id }) => _id).join()}`)
  await take('merge')
  const form = new FormData()
  form.append('file', new Blob([SHEET]), 'fair.csv')
  const uploaded = await fetch(`${URL}/api/imports?name=fair.csv`, { ...asked, method: 'POST', body: form })
  const { import: file } = (await uploaded.json()) as {
    import: { _id: string; columns: { suggested: string | null }[] }
  }
  const columns = file.columns.map(({ suggested }) => suggested)
  const settings = { mode: 'create', key: 'phone', campaignId: leads[0]?.campaignId, columns }
  await fetch(`${URL}/api/imports/${file._id}`, {
    method: 'PATCH',
    headers: { ...asked.headers, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  // Its share of rows is a progress bar that stays.
  await page.goto(`${business}/leads/import?id=${file._id}&step=columns`)
  await page.locator('h1').first().waitFor()
  await page.waitForTimeout(2_500)
  await take('import-mapping')
}

/** A campaign with its sources, a form of it, the public page of that form, and the steps that create a campaign. */
async function takeCampaign(business: string, { page, take }: Place) {
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  const asked = { headers: { ...headers, 'x-business-id': business.split('/')[2] ?? '' } }
  const get = async <T>(path: string) => (await (await fetch(`${URL}/api${path}`, asked)).json()) as T
  const { campaigns } = await get<{ campaigns: { _id: string }[] }>('/user/campaign')
  for (const { _id } of campaigns) {
    const { forms } = await get<{ forms: { _id: string; key: string }[] }>(`/user/campaign/forms?campaignId=${_id}`)
    const form = forms[0]
    if (!form) continue
    await show(page, `${business}/c/${_id}/campaign`)
    await take('campaign')
    await show(page, `${business}/c/${_id}/campaign/sources`)
    await take('campaign-sources')
    await show(page, `${business}/c/${_id}/forms/${form._id}`)
    await take('form-editor')
    await show(page, `/f/${form.key}`)
    await take('form')
    break
  }
  await show(page, `${business}/create-campaign`)
  await take('create-campaign')
}

/** Members and settings of the business, and the user's profile. */
async function takeSettings(business: string, { page, take }: Place) {
  await show(page, `${business}/users`)
  await take('users')
  await show(page, `${business}/waiting-list`)
  await take('waiting-list')
  await show(page, `${business}/settings/leads-statuses`)
  await take('lead-statuses')
  await show(page, `${business}/settings/automations`)
  const first = page.locator('main a[href*="/settings/automations/"]').first()
  await show(page, String(await first.getAttribute('href')))
  // Conditions are written out after the sentences.
  await page.getByText('…', { exact: true }).first().waitFor({ state: 'hidden' })
  await take('automation')
  await show(page, '/user/settings/profile')
  await take('profile')
}

/** After deleting a lead, with the panel open, others arrive, which the list already shows. */
async function takeNotifications({ page, look, take }: Place) {
  await page.goto('/favicon.svg')
  await show(page, await signIn(page, look))
  if (!look.isPhone) {
    const row = page.locator('[data-row]').nth(8)
    await row.hover()
    await row.locator('button:has(svg.tabler-icon-dots)').click()
    await page.locator('[role=menuitem]:has(svg.tabler-icon-trash)').click()
    await page.locator('.mantine-Notifications-root button').first().waitFor()
  }
  await page.locator('header button[aria-haspopup=dialog]:has(svg.tabler-icon-bell)').click()
  await page.locator('[data-notification]').first().waitFor()
  for (const name of look.arriving) await sendLead(name)
  await page
    .locator('[role=status] a[href*="/leads/"]')
    .nth(look.arriving.length - 1)
    .waitFor()
  await settle(page)
  await take('notifications')
}

/** A newly created campaign without a number. */
async function takeNumberSetup({ page, look, take }: Place) {
  await page.goto('/favicon.svg')
  const list = await signIn(page, look)
  const businessId = list.split('/')[2] ?? ''
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  const name = look.language === 'he' ? `מרפסות ${look.isPhone ? 'ב' : 'א'}` : 'Balconies'
  const { campaign } = await post('/user/campaign', { name }, { ...headers, 'x-business-id': businessId })
  await page.evaluate((id) => sessionStorage.setItem('newCampaign', id), String(campaign?._id))
  await page.goto(list.replace('leads/all', `c/${campaign?._id}/leads`))
  await page.locator('[role=dialog]').waitFor()
  await settle(page)
  await take('number-setup')
}

/** Signs in as the demo's Owner in the picture's language; returns the path of all leads. */
async function signIn(page: Page, { language }: Look) {
  const { accessToken: token, user } = await post('/auth/login', {
    email: 'owner@demo.test',
    password: DEMO_PASSWORD,
  })
  const headers = { authorization: `Bearer ${token}` }
  await post('/user/update', { userLanguage: language }, headers)
  const current = await fetch(`${URL}/api/auth/getCurrentUser`, { headers })
  const { businesses } = (await current.json()) as { businesses: { businessId: string }[] }
  await page.evaluate((value) => {
    localStorage.setItem('token', value)
    localStorage.setItem('pageSize.leads', '25')
  }, String(token))
  return `/b/${user.lastBusinessId ?? businesses[0]?.businessId}/leads/all`
}

/** Sends a lead as a website does, to the campaign of the newest lead. */
async function sendLead(name: string) {
  const headers = { authorization: `Bearer ${(await readFile(join(folder, DEMO_KEY_FILE), 'utf8')).trim()}` }
  const newest = await fetch(`${URL}/api/lead?limit=1`, { headers })
  const { leads } = (await newest.json()) as { leads: { campaignId: string }[] }
  const phone = `07244411${String(sent++ % 100).padStart(2, '0')}`
  await post('/lead', { name, phone, source: 'website', campaignId: leads[0]?.campaignId }, headers)
}

type Reply = { accessToken?: string; user: { lastBusinessId: string | null }; campaign?: { _id: string } }
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

/** Waits until nothing has been loading for half a second, and fonts are ready. */
async function settle(page: Page) {
  const loading = page.locator('.mantine-Skeleton-root, [role=progressbar]')
  let seen = 0
  do {
    await loading.first().waitFor({ state: 'hidden' })
    await page.waitForTimeout(500)
    seen = await loading.count()
  } while (seen > 0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
