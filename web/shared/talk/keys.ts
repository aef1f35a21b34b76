/** Shift with the physical key, so that typing in a Hebrew layout does not hold a call. */
export const HOLD_KEY = 'Shift+KeyH'
export const TRANSFER_KEY = 'Shift+KeyT'
