/** Error codes and periods of automations, apart from their routes because every page loads them (features.ts). */
export const automationErrors = {
  automation_not_found: 404,
  automation_full: 409,
  /** There is no draft to publish, or nothing was published that could be switched on. */
  automation_no_draft: 409,
  automation_run_not_found: 404,
  /** A run that is over is not stopped, and only a failed one is tried again. */
  automation_run_over: 409,
} as const

export const automationPeriods = {
  /** Ended runs and their steps. */
  automationRuns: { unit: 'days', amount: 90 },
} as const
