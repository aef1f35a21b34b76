import { type RawBuilder, sql } from 'kysely'
import type { LeadScope } from './access.rules.ts'

type Sql = RawBuilder<unknown>

/** Whether a lead is in scope. `lead`: its table alias. */
export const inScope = (scope: LeadScope, lead: Sql): Sql =>
  scope ? sql`(${lead}.campaign_id = any(${scope.campaigns}::uuid[]) and ${isReadable(scope, lead)})` : sql`true`

/**
 * The same condition as `inScope`, for leads of the scope’s campaigns, phrased so that the index on `assigned_to` is
 * used.
 */
export function isReadable(scope: LeadScope, lead: Sql): Sql {
  if (!scope?.own.length) return sql`true`
  const isAssigned = sql`${lead}.assigned_to = ${scope.userId}::uuid`
  const whole = scope.campaigns.filter((id) => !scope.own.includes(id))
  return whole.length ? sql`(${lead}.campaign_id = any(${whole}::uuid[]) or ${isAssigned})` : isAssigned
}

/** Whether the reader sees a follow-up: their own, and those of colleagues where they may. The operands are table aliases. */
export const isFollowUpSeen = (scope: LeadScope, { lead, followUp }: { lead: Sql; followUp: Sql }): Sql =>
  scope
    ? sql`(${followUp}.user_id = ${scope.userId}::uuid or ${lead}.campaign_id = any(${scope.team}::uuid[]))`
    : sql`true`
