import type { testApp } from '../test-app.ts'
import type { testCalls } from '../test-calls.ts'
import { nextPhone } from '../test-leads.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Awaited<ReturnType<App['newBusiness']>>

/** A missed call whose caller waits to be called back, as the relay counts it. */
export async function missedOn(
  { businessId, db }: Business,
  campaign: string,
  { call }: Awaited<ReturnType<typeof testCalls>>,
) {
  const caller = nextPhone()
  const callId = await call({ campaign_id: campaign, caller, status: 'Not Answered', reason: 'rang_out' })
  const at = new Date(Date.now() - 60_000).toISOString()
  const counted = { campaign_id: campaign, call_id: callId, tries: 1, first_at: at, last_at: at, rang: [] }
  await db
    .insertInto('missed_callers')
    .values({ business_id: businessId, caller, ...counted })
    .onConflict((row) => row.doNothing())
    .execute()
  return callId
}
