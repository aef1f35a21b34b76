import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'db/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'server/testing/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: { name: 'switchboard', include: ['switchboard/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 30_000 },
      },
      { extends: './vite.config.ts', test: { name: 'web', testTimeout: 20_000 } },
    ],
  },
})
