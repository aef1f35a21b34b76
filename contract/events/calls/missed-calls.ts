import { z } from 'zod'
import { type EventEntries, OfBusiness } from '../events.ts'

/** Notifications to Owners about missed calls, with their channels. */
export const missedCallNotifications = { missed_digest: ['app', 'popup', 'push', 'mail'] } as const

export const missedCallEvents = {
  /** The digest of the day: callers who wait, and those of the day before who do not wait any more. */
  'missed_calls.counted': {
    payload: OfBusiness.extend({ waiting: z.number().int(), returned: z.number().int() }),
    audience: 'audit',
    kind: null,
    notification: 'missed_digest',
  },
} as const satisfies EventEntries
