import type { WebhookType } from '#contract/webhooks/webhook-types.ts'
import type { DeliveryState, DeliveryTry } from '#contract/webhooks/webhooks.ts'
import { bodyText } from '../../server/features/webhooks/sending/bodies.rules.ts'
import { idAt, type MadeLead } from '../../server/testing/factories.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Said = { hours: number; type: WebhookType; state: DeliveryState; statuses: readonly number[] }
/** The newest first, with the receiver's answers. */
const log: readonly Said[] = [
  { hours: 2, type: 'lead.created', state: 'waiting', statuses: [] },
  { hours: 3, type: 'lead.updated', state: 'waiting', statuses: [] },
  { hours: 26, type: 'lead.created', state: 'delivered', statuses: [200] },
  { hours: 30, type: 'lead.updated', state: 'delivered', statuses: [200] },
  { hours: 31, type: 'lead.created', state: 'delivered', statuses: [200, 503, 503] },
  { hours: 51, type: 'lead.updated', state: 'failed', statuses: [422] },
  { hours: 54, type: 'lead.created', state: 'delivered', statuses: [200] },
]
const answers: Record<number, string> = {
  200: '{"status":"accepted"}',
  422: '{"error":"unknown column: value"}',
  503: 'Service Unavailable',
}

type Making = { leads: readonly MadeLead[]; userId: string; began: string; now: Date }
/** A webhook that an Owner paused, with its log: nothing leaves the demo by itself. */
export function makeWebhooks(businessId: string, { leads, userId, began, now }: Making) {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const id = idAt(new Date(Date.parse(began) + 30 * DAY))
  const newest = leads
    .filter(({ row }) => row.business_id === businessId && !row.deleted_at)
    .toSorted((one, other) => (one.row.created_at < other.row.created_at ? 1 : -1))
  const webhook = {
    ...{
      business_id: businessId,
      id,
      name: 'גיליון הלידים של המשרד',
      url: 'https://crm.alon-reno.example/hooks/leads',
    },
    ...{ types: ['lead.created', 'lead.updated'], language: 'he', secret: '', created_by: userId, created_at: began },
    ...{ last_success_at: before(26).toISOString(), paused_at: before(4).toISOString(), pause_reason: 'person' },
  }
  const deliveries = log.flatMap(({ hours, type, state, statuses }, at) => {
    const lead = newest[at]?.row
    if (!lead) return []
    const happenedAt = before(hours).toISOString()
    const about = { _id: lead.id, name: lead.name, phone: lead.phone, campaignId: lead.campaign_id }
    const tries = statuses.map(
      (status, i): DeliveryTry => ({
        ...{ at: new Date(before(hours).getTime() + (statuses.length - i) * 5_000).toISOString(), milliseconds: 180 },
        ...{ status, problem: status < 300 ? null : 'status', answer: answers[status] ?? '' },
      }),
    )
    return {
      ...{ business_id: businessId, webhook_id: id, event_id: idAt(before(hours)), type, lead_id: lead.id, state },
      ...{ facts: '{}', happened_at: happenedAt, tries: statuses.length, log: JSON.stringify(tries) },
      body: bodyText(businessId, { type, happenedAt }, { lead: about }),
    }
  })
  // The order of a lead's events is that of the rows.
  return [
    { table: 'webhooks' as const, rows: [webhook] },
    { table: 'webhook_deliveries' as const, rows: deliveries.toReversed() },
  ]
}
