import type { Dashboard } from '#contract/dashboard.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { weekHourOf } from '#contract/values/week-hours.ts'
import { newId } from '../../platform/ids.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Awaited<ReturnType<App['newBusiness']>>
/** A lead with its arrival and first response. */
export type PastLead = {
  at: string
  campaignId: string
  statusId: string
  source?: string
  value?: number
  answeredAt?: string
  assignedTo?: string
}

/** Helpers for past leads and the dashboard. */
export function testDashboard({ send, deps }: App) {
  const read = async (as: Partial<Credentials>, query: Record<string, unknown> = {}): Promise<Dashboard> => {
    const { status, body } = await send(dashboardRoutes.get, as, { query: query as never })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.dashboard
  }
  /** With the event that intake would have emitted. */
  const arrive = async ({ businessId, db, statusIds }: Business, lead: PastLead, day: string) => {
    const { at, campaignId, statusId, source = 'website', value = null, answeredAt = null, assignedTo = null } = lead
    const leadId = newId()
    await db
      .insertInto('leads')
      .values({
        business_id: businessId,
        id: leadId,
        campaign_id: campaignId,
        status_id: statusId,
        source,
        name: 'Past',
        email: `${leadId}@example.test`,
        value,
        created_at: at,
        first_response_at: answeredAt,
        assigned_to: assignedTo,
      })
      .execute()
    const { response } = await db
      .selectFrom('leads')
      .select(({ fn }) => [
        fn<string>('response_step', [fn('seconds_to', ['created_at', 'first_response_at'])]).as('response'),
      ])
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    const sales = statusId === statusIds.won ? (value ?? 0) : 0
    const counted = {
      campaignId,
      statusId,
      source,
      day,
      hour: weekHourOf(at),
      response,
      assignedTo: assignedTo ?? 'none',
    }
    const counts = [{ ...counted, total: 1, sales, value: value ?? 0 }]
    await db
      .insertInto('events')
      .values({
        business_id: businessId,
        id: newId(),
        campaign_id: campaignId,
        lead_id: leadId,
        name: 'lead.created',
        actor: JSON.stringify({ system: true }),
        payload: JSON.stringify({ leadId, campaignId, source, enquiryId: newId(), counts }),
      })
      .execute()
    deps.wakeRelay()
    return leadId
  }
  return { read, arrive }
}
