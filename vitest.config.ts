import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests that pass only on retry are listed: the machine may be busy.
const retry = 1
// Vitest leaves one core free; many server tests wait for processes or real-time audio, so one more worker fits.
const maxWorkers = availableParallelism() + 1

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'db/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'server/testing/global-setup.ts',
          setupFiles: 'server/testing/setup.ts',
          isolate: false,
          ...{ maxWorkers, retry },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...{ name: 'switchboard', include: ['switchboard/**/*.test.ts'], isolate: false },
          ...{ maxWorkers, retry, testTimeout: 20_000, hookTimeout: 30_000 },
        },
      },
      { extends: './vite.config.ts', test: { name: 'web', maxWorkers, retry, testTimeout: 20_000 } },
    ],
  },
})
