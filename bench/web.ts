import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { median } from './measure.ts'
import type { Row } from './report.ts'
import { coldStart, pageWeights } from './web-pages.ts'
import { BASE, business, campaign, ownerHeaders, PORT } from './world.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** The event stream never ends, so the network is never idle: scrolling begins after this. */
const SETTLE_MS = 3000

/** Page weight, scrolling, and the time from the start of an installed tree to its first reply. */
export async function web(secretKey: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags })
  try {
    const signedIn = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const { authorization } = await ownerHeaders(secretKey)
    const token = authorization.replace('Bearer ', '')
    await signedIn.addInitScript((value) => {
      localStorage.setItem('token', value)
      localStorage.setItem('pageSize.leads', '100')
    }, token)
    const page = await signedIn.newPage()
    const leads = `/b/${business}/c/${campaign}/leads`
    await page.goto(`${BASE}${leads}`)
    await page.locator('[data-row] >> nth=99').waitFor()
    await page.waitForTimeout(SETTLE_MS)
    const frames: number[] = []
    for (let round = 0; round < 5; round++) frames.push(await longestFrame(page))
    const start = await startUp()
    return [
      ...pageWeights(),
      await coldStart(browser, token, leads),
      {
        name: 'longest frame, 100 rows scrolled',
        value: `${Math.round(median(frames))} ms`,
        target: '≤ 50 ms',
        reached: median(frames) <= 50,
      },
      {
        name: 'npm start to the first page',
        value: `${(start / 1000).toFixed(1)} s`,
        target: '≤ 5 s',
        reached: start <= 5000,
      },
    ]
  } finally {
    await browser.close()
  }
}

/** Longest time between two frames, in milliseconds, while scrolling the table from end to end. */
const longestFrame = (page: Page) =>
  page.evaluate(async () => {
    const area = [...document.querySelectorAll('*')].find(
      (e) => e.scrollHeight > e.clientHeight + 200 && getComputedStyle(e).overflowY !== 'visible',
    )
    const target = area ?? document.documentElement
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    let longest = 0
    let last = await frame()
    for (let top = 0; top < target.scrollHeight; top += 60) {
      target.scrollTop = top
      const now = await frame()
      longest = Math.max(longest, now - last)
      last = now
    }
    target.scrollTop = 0
    return longest
  })

/** From the command to the first reply, with an existing data folder. */
async function startUp() {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-start-'))
  const url = `http://127.0.0.1:${PORT + 2}`
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  const once = async () => {
    const started = performance.now()
    const child = spawn('npm', ['start', '--silent'], {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, PORT: String(PORT + 2), DATA_DIR: folder, LOG_LEVEL: 'error' },
    })
    while (!(await answers())) {
      if (performance.now() - started > 60_000) throw new Error('npm start did not serve a page within a minute.')
      await sleep(20)
    }
    const took = performance.now() - started
    const ended = new Promise((done) => child.once('exit', done))
    process.kill(-(child.pid as number), 'SIGTERM')
    await ended
    // The server drains after npm has exited; the next start must not measure its last replies.
    while (await answers()) await sleep(20)
    return took
  }
  try {
    await once()
    return median([await once(), await once(), await once()])
  } finally {
    // The database may still be writing its last files.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}

const chromiumPath = () =>
  process.env.CHROMIUM ??
  execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome'])
    .toString()
    .trim()
