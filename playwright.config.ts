import { execFileSync } from 'node:child_process'
import { defineConfig, devices } from '@playwright/test'

const PORT = Number(process.env.E2E_PORT ?? 3190)
/** Set where a server runs already. */
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
  // A microphone that hums, and nobody to ask for it.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

const desk = { viewport: { width: 1440, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }
/** The main job is looked at in each of the four; the rest once in each language, at a desk or on a phone. */
const everywhere = /arrival\.spec\.ts$/
/** Once at a desk and once on a phone is enough for these. */
const onceEach = /wait behind a pill|restored by Undo/
/** Every screen in both schemes: in Hebrew at a desk, in English on a phone. */
const axe = /axe\.spec\.ts$/
/** Work for a desk, in both languages. */
const onDesk = /lead-table\.spec\.ts$/
/** A mouse holds nothing down. */
const onPhone = /choosing\.spec\.ts$/
const onePlace = /(resilience|typography)\.spec\.ts$/
/** Elsewhere fonts are drawn a little differently, and the pictures were taken on Linux. */
const elsewhere = process.platform === 'linux' ? [] : [/typography\.spec\.ts$/]

/** Journeys of people, in both languages, at a desk and on a phone, against a server with the demo business. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: elsewhere,
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // On a busy machine a browser may stall for longer than any timeout; what passes only then is listed as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  snapshotPathTemplate: 'e2e/pictures/{arg}{ext}',
  reporter: [['list']],
  use: {
    baseURL: url,
    launchOptions: { args, ...(chromium && { executablePath: chromium }) },
    // To write one takes a third of a journey's time: only where one is tried again.
    trace: 'on-first-retry',
    reducedMotion: 'reduce',
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
    { name: 'en-desk', testIgnore: [axe, onPhone], use: { ...desk, locale: 'en-IL' } },
    {
      name: 'he-phone',
      testIgnore: [onePlace, onDesk, axe],
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
      env: { PORT: String(PORT), DATA_DIR: '.data-e2e', DEMO: '1', LOG_LEVEL: 'error' },
    },
  }),
})
