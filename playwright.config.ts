import { execFileSync } from 'node:child_process'
import { defineConfig, devices } from '@playwright/test'

const PORT = Number(process.env.E2E_PORT ?? 3190)
/** URL of a running server, if any. */
const running = process.env.E2E_URL
const url = running || `http://localhost:${PORT}`
const chromium =
  process.env.CHROMIUM ??
  execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome || true'])
    .toString()
    .trim()
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A fake microphone, allowed without a prompt.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

const desk = { viewport: { width: 1440, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }
/** The main journey and the first hour run in all four projects; the others once per language, on desktop or phone. */
const everywhere = /(arrival|first-hour)\.spec\.ts$/
/** Once on desktop and once on a phone is enough for these. */
const onceEach = /wait behind a pill|restored by Undo/
/** Every screen in both schemes: Hebrew on desktop, English on a phone. */
const axe = /axe\.spec\.ts$/
/** Desktop only, in both languages. */
const onDesk = /(lead-table|today-many)\.spec\.ts$/
/** Phone only: a mouse has no long press, and a desk no bottom bar. */
const onPhone = /(bottom-bar|choosing|today-swipes)\.spec\.ts$/
/** In English on a desktop alone. */
const onePlace = /(resilience|rounds|typography|calls\/phones|calls\/transfer)\.spec\.ts$/
/** In Hebrew on a phone alone: a desktop has no share sheet, and the other journeys of calls run there. */
const onHebrewPhone = /(field\/sharing|calls\/(call-card|made-call-transfer|missed-calls))\.spec\.ts$/
/** Once is enough for these, on a desktop. */
const oncePerProduct = /an update of the app|two tabs send what waits|another person on the device/
/** Font rendering differs elsewhere; the reference pictures were taken on Linux. */
const elsewhere = process.platform === 'linux' ? [] : [/typography\.spec\.ts$/]

/** Journeys in both languages, on desktop and phone, against a server with the demo business. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: elsewhere,
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // On a busy machine a browser may stall beyond any timeout; tests that pass on retry are listed as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  snapshotPathTemplate: 'e2e/pictures/{arg}{ext}',
  reporter: [['list']],
  use: {
    baseURL: url,
    launchOptions: { args, ...(chromium && { executablePath: chromium }) },
    // Tracing takes a third of a test's time, so it is on for retries only.
    trace: 'on-first-retry',
    reducedMotion: 'reduce',
    // Requests of a service worker pass by `page.route`; the journeys in the field allow it.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
  },
  projects: [
    {
      name: 'he-desk',
      testMatch: [everywhere, onDesk, axe],
      grepInvert: onceEach,
      use: { ...desk, locale: 'he-IL' },
    },
    { name: 'en-desk', testIgnore: [axe, onPhone, onHebrewPhone], use: { ...desk, locale: 'en-IL' } },
    {
      name: 'he-phone',
      testIgnore: [onePlace, onDesk, axe],
      grepInvert: oncePerProduct,
      use: { ...phone, locale: 'he-IL' },
    },
    {
      name: 'en-phone',
      testMatch: [everywhere, onPhone, axe],
      grepInvert: onceEach,
      use: { ...phone, locale: 'en-IL' },
    },
  ],
  ...(!running && {
    webServer: {
      command: 'node e2e/support/server.ts',
      url: `${url}/api/health`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: { PORT: String(PORT), DATA_DIR: '.data-e2e', DEMO: '1', BILLING: 'on', LOG_LEVEL: 'error' },
    },
  }),
})
