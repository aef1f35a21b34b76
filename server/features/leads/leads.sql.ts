import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Lead } from '#contract/leads/leads.ts'
import type { DB } from '../../platform/db/schema.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope } from '../access/lead-scope.sql.ts'
import type { StoredValues } from '../lead-fields/values.rules.ts'

const columns = [
  ...['id', 'name', 'phone', 'email', 'campaign_id', 'status_id', 'source', 'created_at', 'assigned_to', 'value'],
  ...[
    'read_at',
    'first_response_at',
    'deleted_at',
    'tags',
    'utm',
    'last_activity_at',
    'has_duplicate_contact',
    'fields',
    'response_due_at',
    'response_minutes',
    'do_not_call',
    'meeting_status',
  ],
] as const
/**
 * A row of leads. Empty tags are null, because parsing an empty array is slower. `has_duplicate_contact` is true if
 * another lead has or had the same phone or e-mail; if it is false, the lead is not a duplicate.
 */
export type OwnLeadRow = Omit<Pick<Selectable<DB['leads']>, (typeof columns)[number]>, 'tags' | 'utm' | 'fields'> & {
  tags: string[] | null
  fields: StoredValues
  utm: Lead['utm'] | null
}
/** A row of the view lead_rows: a lead with the names of its campaign, status and assignee. */
export type LeadRow = OwnLeadRow & {
  campaign_name: string
  name_he: string
  name_en: string
  assigned_name: string | null
  assigned_image: string | null
}

/** Columns of leads, aliased `r`. */
export const ownColumns = sql.raw(
  columns.map((column) => (column === 'tags' ? `nullif(r.tags, '{}') as tags` : `r.${column}`)).join(', '),
)
/** Columns of lead_rows, aliased `r`. */
export const leadColumns = sql`${ownColumns}, r.campaign_name, r.name_he, r.name_en, r.assigned_name, r.assigned_image`

/** Whether another live lead in scope has the phone or e-mail of `lead`, a table alias, also as a further contact. */
export function isDuplicate(lead: RawBuilder<unknown>, scope: LeadScope) {
  const withinScope = scope ? sql`and ${inScope(scope, sql.raw('t'))}` : sql``
  const matchBy = (
    column: RawBuilder<unknown>,
  ) => sql`exists (select from leads t where t.business_id = ${lead}.business_id
    and t.${column} = ${lead}.${column} and t.deleted_at is null and t.id <> ${lead}.id ${withinScope})`
  const known = sql`c.business_id = ${lead}.business_id`
  const further = sql`exists (select from lead_contacts c join leads t on t.business_id = c.business_id and t.id = c.lead_id
    where ${known} and c.value in (${lead}.phone, ${lead}.email) and t.deleted_at is null and t.id <> ${lead}.id ${withinScope})`
  const own = sql`exists (select from lead_contacts c join leads t on t.business_id = c.business_id and c.value in (t.phone, t.email)
    where ${known} and c.lead_id = ${lead}.id and t.deleted_at is null and t.id <> ${lead}.id ${withinScope})`
  return sql`case when ${lead}.has_duplicate_contact
    then ${matchBy(sql.raw('phone'))} or ${matchBy(sql.raw('email'))} or ${further} or ${own} else false end`
}

export type ClockRow = {
  target: number | null
  minutes: number
  opens_at: string | null
  closes_at: string | null
}
/** The clock of the unanswered lead `l` of the campaign `c`, with the open period `p` (open_period). */
export const clockOfLead = (at: RawBuilder<unknown>) => sql`c.response_target as target,
  floor(working_minutes(l.business_id, l.created_at, ${at}, l.campaign_id))::int as minutes, p.opens_at, p.closes_at`

/**
 * The moment before which what was due is late. The function runs once for the business, and for each row of a campaign
 * with hours of its own.
 */
export const lateBefore = (
  businessId: string,
  { campaign, at }: { campaign: RawBuilder<unknown>; at: RawBuilder<unknown> },
): RawBuilder<unknown> =>
  sql`case when ${campaign} = any(array(select w.campaign_id from working_hours w
      where w.business_id = ${businessId} and w.campaign_id is not null and w.hours is not null))
    then late_before(${businessId}, ${campaign}, ${at}) else (select late_before(${businessId}, null, ${at})) end`
