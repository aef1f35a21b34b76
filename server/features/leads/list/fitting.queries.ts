import { sql } from 'kysely'
import type { Where } from '#contract/leads/lead-where.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { compileWhere } from './where.sql.ts'

type Reading = { own: FieldDefinitions; now: Date }
/** Which of these conditions a lead fits, in one statement; null: it always does. The business itself asks, so it sees all. */
export async function listFits(
  db: Db,
  businessId: string,
  leadId: string,
  { wheres, own, now }: Reading & { wheres: readonly (Where | null)[] },
): Promise<boolean[]> {
  if (!wheres.some((where) => where !== null)) return wheres.map(() => true)
  const calls = { read: null, heard: null }
  const context = { businessId, scope: null, own, calls, today: dayOf(now), isMasked: false }
  const conditions = wheres.map((where) => (where ? sql`coalesce(${compileWhere(where, context)}, false)` : sql`true`))
  const { rows } = await sql<{ fits: boolean[] }>`
    select array[${sql.join(conditions)}] as fits from leads where leads.business_id = ${businessId} and leads.id = ${leadId}`.execute(
    db,
  )
  return rows[0]?.fits ?? wheres.map(() => false)
}
