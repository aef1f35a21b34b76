import { execFileSync } from 'node:child_process'
import { defineConfig, devices } from '@playwright/test'

export const PORT = Number(process.env.E2E_PORT ?? 3190)
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
]

const desk = { viewport: { width: 1440, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

/** Journeys of people, in both languages, at a desk and on a phone, against a server with the demo business. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    launchOptions: { args, ...(chromium && { executablePath: chromium }) },
    trace: 'retain-on-failure',
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'he-desk', use: { ...desk, locale: 'he-IL' } },
    { name: 'en-desk', use: { ...desk, locale: 'en-IL' } },
    { name: 'he-phone', use: { ...phone, locale: 'he-IL' } },
    { name: 'en-phone', use: { ...phone, locale: 'en-IL' } },
  ],
  webServer: {
    command: 'node e2e/server.ts',
    url: `http://localhost:${PORT}/api/health`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(PORT), DATA_DIR: '.data-e2e', DEMO: '1', LOG_LEVEL: 'error' },
  },
})
