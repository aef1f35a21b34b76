import type { testCalls } from '../test-calls.ts'

type Calls = Awaited<ReturnType<typeof testCalls>>
type CallsOn = { campaign: string; lead: () => Promise<string> }
/** Calls that a member made, and logged by hand. */
export const ownCalls = ({ call }: Calls, { campaign, lead }: CallsOn) => ({
  madeCall: (userId: string) => call({ campaign_id: campaign, direction: 'outbound', made_by: userId }),
  async loggedCall(userId: string) {
    const by = { made_by: userId, answered_by: userId, is_logged: true, logged_at: new Date().toISOString() }
    const about = { campaign_id: campaign, lead_id: await lead(), connection_id: null, number_id: null }
    return call({ ...about, ...by, direction: 'outbound', answered_at: new Date().toISOString() })
  },
})
