/** Error codes and retention period of line tests, apart from their routes because every page loads them (features.ts). */
export const lineTestErrors = {
  /** A test of this number goes on. */
  line_test_running: 409,
} as const
export const lineTestPeriods = {
  /** Tests of numbers and their results. */
  lineTests: { unit: 'days', amount: 90 },
} as const
