/** Replies that this device keeps to be read without a network (keeping.ts). */
export const KEPT_DATABASE = 'leadline-kept'
/** What waits on this device until there is a network (web/lib/session/unsent). */
export const UNSENT_DATABASE = 'leadline-unsent'
/** What another app shared with this one (shared-store.ts). */
export const SHARED_DATABASE = 'leadline-shared'
