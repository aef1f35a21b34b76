import { type RawBuilder, sql } from 'kysely'
import type { Lead } from '#contract/leads.ts'
import type { LeadSight } from '../access/access.rules.ts'
import { inSight } from '../access/lead-sight.parts.ts'

/** A lead as its row has it. */
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
  /** Another lead has, or once had, its phone or e-mail: duplicates are among these alone. */
  has_twin: boolean
}
/** A row of the view lead_rows: a lead with the names that belong to it. */
export type LeadRow = OwnLeadRow & {
  campaign_name: string
  name_he: string
  name_en: string
  assigned_name: string | null
  assigned_image: string | null
}

/** A lead's own columns, where it goes by the name of `r`. What most leads do not have is null: an empty list takes longer to read. */
export const ownColumns = sql`r.id, r.name, r.phone, r.email, r.campaign_id, r.status_id, r.source, r.created_at, r.assigned_to,
  r.value, r.read_at, r.first_response_at, r.deleted_at, nullif(r.tags, '{}') as tags, r.utm, r.last_activity_at, r.has_twin`
/** The columns of lead_rows. */
export const leadColumns = sql`${ownColumns}, r.campaign_name, r.name_he, r.name_en, r.assigned_name, r.assigned_image`

/** Whether another live lead that the reader may see has the phone or e-mail of `lead`, a table's name. */
export function isDuplicate(lead: RawBuilder<unknown>, sight: LeadSight) {
  const among = sight ? sql`and ${inSight(sight, sql.raw('t'))}` : sql``
  const twinBy = (
    column: RawBuilder<unknown>,
  ) => sql`exists (select from leads t where t.business_id = ${lead}.business_id
    and t.${column} = ${lead}.${column} and t.deleted_at is null and t.id <> ${lead}.id ${among})`
  return sql`case when ${lead}.has_twin then ${twinBy(sql.raw('phone'))} or ${twinBy(sql.raw('email'))} else false end`
}
