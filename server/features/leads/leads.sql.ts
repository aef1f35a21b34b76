import { type RawBuilder, sql } from 'kysely'
import type { Lead } from '#contract/leads/leads.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope } from '../access/lead-scope.sql.ts'

/** A row of leads. */
export type OwnLeadRow = {
  id: string
  name: string
  phone: string | null
  email: string | null
  campaign_id: string
  status_id: string
  source: string
  created_at: string
  assigned_to: string | null
  value: number | null
  read_at: string | null
  first_response_at: string | null
  deleted_at: string | null
  tags: string[] | null
  utm: Lead['utm'] | null
  last_activity_at: string
  /** Another lead has or had the same phone or e-mail. False: not a duplicate. */
  has_twin: boolean
}
/** A row of the view lead_rows: a lead with the names of its campaign, status and assignee. */
export type LeadRow = OwnLeadRow & {
  campaign_name: string
  name_he: string
  name_en: string
  assigned_name: string | null
  assigned_image: string | null
}

/** Columns of leads, aliased `r`. Empty tags are null, because parsing an empty array is slower. */
export const ownColumns = sql`r.id, r.name, r.phone, r.email, r.campaign_id, r.status_id, r.source, r.created_at, r.assigned_to,
  r.value, r.read_at, r.first_response_at, r.deleted_at, nullif(r.tags, '{}') as tags, r.utm, r.last_activity_at, r.has_twin`
/** Columns of lead_rows, aliased `r`. */
export const leadColumns = sql`${ownColumns}, r.campaign_name, r.name_he, r.name_en, r.assigned_name, r.assigned_image`

/** Whether another live lead in scope has the phone or e-mail of `lead`, a table alias. */
export function isDuplicate(lead: RawBuilder<unknown>, scope: LeadScope) {
  const withinScope = scope ? sql`and ${inScope(scope, sql.raw('t'))}` : sql``
  const matchBy = (
    column: RawBuilder<unknown>,
  ) => sql`exists (select from leads t where t.business_id = ${lead}.business_id
    and t.${column} = ${lead}.${column} and t.deleted_at is null and t.id <> ${lead}.id ${withinScope})`
  return sql`case when ${lead}.has_twin then ${matchBy(sql.raw('phone'))} or ${matchBy(sql.raw('email'))} else false end`
}
