import { type RawBuilder, sql } from 'kysely'
import { missedStatuses } from '#contract/calls/call-statuses.ts'
import type { FollowUpRow } from '../follow-ups.queries.ts'

type Sql = RawBuilder<unknown>

/** Whose work is listed, and what of it the reader may see. */
export type Sight = {
  /** Campaigns of the rows; null: all. */
  campaigns: readonly string[] | null
  /** Campaigns in which the reader sees only leads assigned to them, and calls that rang them. */
  own: readonly string[]
  readerId: string
  /** Whose work is listed: the reader's own and unassigned work, a colleague's, or everyone's. */
  of: { kind: 'self' | 'colleague'; userId: string } | { kind: 'team' }
}

/** Columns of the lead `l`, with its campaign `c` and assignee `a`. */
export const leadOfToday = sql`l.id as lead_id, l.name as lead_name, l.phone as lead_phone, l.email as lead_email,
  l.do_not_call as lead_do_not_call,
  l.campaign_id as lead_campaign, c.name as campaign_name, l.assigned_to, a.name as assigned_name,
  a.image as assigned_image`
export type LeadOfToday = {
  lead_id: string
  lead_name: string
  lead_phone: string | null
  lead_email: string | null
  lead_do_not_call: boolean
  lead_campaign: string
  campaign_name: string
  assigned_to: string | null
  assigned_name: string | null
  assigned_image: string | null
}
export type FollowUpOfToday = FollowUpRow & LeadOfToday

/** Whether the reader may see the lead `l`. */
export const isInSight = ({ campaigns, own, readerId }: Sight): Sql =>
  campaigns
    ? sql`l.campaign_id = any(${campaigns}::uuid[])
        and (l.assigned_to = ${readerId}::uuid or l.campaign_id <> all(${own}::uuid[]))`
    : sql`true`

/** Whether the call `c` rang the reader. */
export const rang = ({ readerId }: Sight): Sql =>
  sql`exists (select from call_attempts t where t.business_id = c.business_id and t.call_id = c.id
    and t.user_id = ${readerId}::uuid)`

/** Whether the reader may see the call `c`, whose lead is `l`. */
export const isCallInSight = (sight: Sight): Sql =>
  sight.campaigns
    ? sql`c.campaign_id = any(${sight.campaigns}::uuid[]) and (c.campaign_id <> all(${sight.own}::uuid[])
        or l.assigned_to = ${sight.readerId}::uuid or ${rang(sight)})`
    : sql`true`

/** Whether the lead `l` is the person's to answer. */
export const isTheirs = ({ of }: Sight): Sql =>
  of.kind === 'team'
    ? sql`true`
    : of.kind === 'self'
      ? sql`(l.assigned_to = ${of.userId}::uuid or l.assigned_to is null)`
      : sql`l.assigned_to = ${of.userId}::uuid`

/** Also callers who were left on hold, or whom no one answered after a transfer. */
export const isMissed = sql`c.direction = 'inbound' and not c.is_test and c.caller is not null
  and (c.status in (${sql.join(missedStatuses.map((status) => sql.lit(status)))}) or c.reason = 'left_in_transfer')`

/** Narrows rows of this table to a campaign, if one is chosen. */
export const ofCampaign = (campaignId: string | undefined, table: string): Sql =>
  campaignId ? sql`and ${sql.raw(table)}.campaign_id = ${campaignId}` : sql``
