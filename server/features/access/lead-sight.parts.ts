import { type RawBuilder, sql } from 'kysely'
import type { LeadSight } from './access.rules.ts'

type Sql = RawBuilder<unknown>

/** Whether a lead, which goes by the name `lead`, is in sight. */
export const inSight = (sight: LeadSight, lead: Sql): Sql =>
  sight ? sql`(${lead}.campaign_id = any(${sight.campaigns}::uuid[]) and ${isOwn(sight, lead)})` : sql`true`

/** The same of a lead of campaigns in sight, told so that indexes lead along the person's leads and the other campaigns. */
export function isOwn(sight: LeadSight, lead: Sql): Sql {
  if (!sight?.own.length) return sql`true`
  const isTheirs = sql`${lead}.assigned_to = ${sight.userId}::uuid`
  const whole = sight.campaigns.filter((id) => !sight.own.includes(id))
  return whole.length ? sql`(${lead}.campaign_id = any(${whole}::uuid[]) or ${isTheirs})` : isTheirs
}
