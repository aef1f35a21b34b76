import type { Db } from '../../../platform/db/db.ts'
import { endOffers } from './ring-turns.queries.ts'
import { leaveLine } from './waiting.queries.ts'

/** The phones of a step no longer ring. */
export const endRinging = endOffers

/** The call was answered or has ended: it no longer waits, and rings no more. */
export async function leaveFlow(tx: Db, businessId: string, callId: string) {
  await leaveLine(tx, businessId, callId)
  await endOffers(tx, businessId, callId)
}
