import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { testCalls } from '../test-calls.ts'

type Calls = Awaited<ReturnType<typeof testCalls>>
type CallsOn = { db: Db; businessId: string; campaign: string; lead: () => Promise<string> }
/** Calls that a member made, and logged by hand. */
export const ownCalls = ({ call }: Calls, { db, businessId, campaign, lead }: CallsOn) => ({
  madeCall: (userId: string) => call({ campaign_id: campaign, direction: 'outbound', made_by: userId }),
  async loggedCall(userId: string) {
    const by = { made_by: userId, answered_by: userId, is_logged: true, logged_at: new Date().toISOString() }
    const about = { campaign_id: campaign, lead_id: await lead(), connection_id: null, number_id: null }
    return call({ ...about, ...by, direction: 'outbound', answered_at: new Date().toISOString() })
  },
  /** A logged call that this person deleted. */
  async deletedLog(userId: string) {
    const [id, leadId] = [randomUUID(), await lead()]
    const at = new Date().toISOString()
    const log = {
      ...{ id, leadId, campaignId: campaign, userId, direction: 'outbound', phone: null, isAnswered: false },
      ...{ startedAt: at, seconds: 0, note: '', at, mergedFrom: null },
    }
    const about = { callId: id, campaignId: campaign, leadId, calls: [], personal: { log } }
    await emit(db, { kind: 'person', businessId, userId }, 'call.log_deleted', about)
    return id
  },
})
