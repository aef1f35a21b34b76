/** Retention periods of working hours, apart from their routes because every page loads them (features.ts). */
export const workingHoursPeriods = {
  /** Past times at which a business was open, from which working time is counted. */
  openPeriods: { unit: 'days', amount: 730 },
} as const
