import type { Refusal } from '../../platform/http/caller.ts'

/** A closing business is read-only, except for the routes that say `whileClosing`. */
export const refuseWhileClosing: Refusal = ({ isClosing }, { method, whileClosing }) =>
  isClosing && method !== 'GET' && !whileClosing ? 'business_closing' : undefined
