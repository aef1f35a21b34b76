import { sql } from 'kysely'
import { RING_AGAIN_MINUTES, type SpeedSource, type SpeedToLead } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Lease } from '../../platform/jobs/due-work.ts'
import { type Ringable, ringableColumns } from '../calls/outgoing/ringable.sql.ts'

export type LeadRing = { businessId: string; leadId: string }

/** Leads for which something is to be done now, the newest first; until the lease ends no other process takes them. */
export const takeDue = (db: Db, { now, leaseUntil, most }: Lease) =>
  rowsOf<LeadRing>(
    db,
    sql`update lead_rings r set due_at = ${leaseUntil.toISOString()}
      from (select business_id, lead_id from lead_rings where due_at <= ${now.toISOString()}
        order by asked_at desc limit ${most} for update skip locked) d
      where r.business_id = d.business_id and r.lead_id = d.lead_id
      returning r.business_id as "businessId", r.lead_id as "leadId"`,
  )

/** Ringing that is over stays so. */
export const putDue = (db: Db, businessId: string, leadId: string, dueAt: Date | null) =>
  db
    .updateTable('lead_rings')
    .set({ due_at: dueAt?.toISOString() ?? null })
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .where('due_at', 'is not', null)
    .execute()

/** A lead for which people are rung, with all that this depends on. */
export type Ringing = Ringable & {
  askedAt: string
  settings: SpeedToLead | null
  campaignId: string
  campaignName: string
  phone: string | null
  assignedTo: string | null
  /** The campaign's rule assigned it, not a person. */
  isByRule: boolean
  isAnswered: boolean
  isMarked: boolean
  /** In the trash, merged into another, erased, or won or lost. */
  isGone: boolean
  /** The calls that rang people, in their order. */
  calls: { id: string; userId: string; isAccepted: boolean; isOver: boolean }[]
}
type Asked = { leadId: string; now: Date }
/** Locks ringing for a lead until the transaction ends. Undefined: it is over. */
export async function lockRinging(tx: Db, businessId: string, { leadId, now }: Asked): Promise<Ringing | undefined> {
  const [row] = await rowsOf<Ringing>(
    tx,
    sql`select r.asked_at as "askedAt", s.settings, l.campaign_id as "campaignId", c.name as "campaignName", l.phone,
        l.assigned_to as "assignedTo", l.first_response_at is not null as "isAnswered", l.do_not_call as "isMarked",
        coalesce((select e.payload ? 'byRule' from events e where e.business_id = l.business_id and e.lead_id = l.id
          and e.name = 'lead.changed' and e.payload->'changes' ? 'assignedTo' order by e.id desc limit 1), false) as "isByRule",
        l.deleted_at is not null or l.erased_at is not null or t.type in ('Won', 'Lost') as "isGone",
        ${ringableColumns(now)},
        coalesce((select json_agg(json_build_object('id', k.id, 'userId', k.made_by, 'isAccepted', k.phase = 'lead',
            'isOver', k.status is not null or k.state = 'ended') order by o.place)
          from unnest(r.calls) with ordinality o (id, place)
            join calls k on k.business_id = r.business_id and k.id = o.id), '[]') as calls
      from lead_rings r join leads l on l.business_id = r.business_id and l.id = r.lead_id
        join lead_statuses t on t.business_id = l.business_id and t.id = l.status_id
        join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
        join businesses b on b.business_id = l.business_id
        left join speed_to_lead s on s.business_id = l.business_id and s.campaign_id = l.campaign_id
      where r.business_id = ${businessId} and r.lead_id = ${leadId} and r.due_at is not null for update of r`,
  )
  return row
}

type NewCall = { leadId: string; callId: string; dueAt: Date }
export const addCall = (tx: Db, businessId: string, { leadId, callId, dueAt }: NewCall) =>
  sql`update lead_rings set calls = calls || ${callId}::uuid, due_at = ${dueAt.toISOString()}
    where business_id = ${businessId} and lead_id = ${leadId}`.execute(tx)

type Enquiry = { business_id: string; lead_id: string; source: SpeedSource; at: string }
/**
 * Begins to ring for leads that arrived, where the campaign wants it and the lead has a phone and was not answered. A repeat
 * enquiry begins again, except soon after.
 */
export const beginRinging = (tx: Db, enquiries: readonly Enquiry[]) =>
  sql`insert into lead_rings as r (business_id, lead_id, asked_at, due_at)
    select distinct on (n.business_id, n.lead_id) n.business_id, n.lead_id, n.at, '-infinity'::timestamptz
    from jsonb_to_recordset(${JSON.stringify(enquiries)}::jsonb) as n(business_id uuid, lead_id uuid, source text, at timestamptz)
      join leads l on l.business_id = n.business_id and l.id = n.lead_id
      join speed_to_lead s on s.business_id = l.business_id and s.campaign_id = l.campaign_id
    where (s.settings->>'isOn')::boolean and (s.settings->'sources')::jsonb ? n.source
      and l.phone is not null and l.first_response_at is null and l.deleted_at is null
    order by n.business_id, n.lead_id, n.at
    on conflict (business_id, lead_id) do update set asked_at = excluded.asked_at, due_at = excluded.due_at, calls = '{}'
      where r.due_at is null and r.asked_at < excluded.asked_at - make_interval(mins => ${RING_AGAIN_MINUTES}::int)`.execute(
    tx,
  )

/** Looks again at leads about which something became known, if ringing for them goes on. */
export const wakeRinging = (tx: Db, leads: readonly { business_id: string; lead_id: string }[]) =>
  sql`update lead_rings r set due_at = '-infinity'
    from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as n(business_id uuid, lead_id uuid)
    where r.business_id = n.business_id and r.lead_id = n.lead_id and r.due_at is not null`.execute(tx)
