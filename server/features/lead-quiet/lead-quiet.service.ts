import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { type LeadQuiet, usualQuiet } from '#contract/working-hours/quiet-terms.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as queries from './lead-quiet.queries.ts'

type Context = { db: Db; caller: Member }

/** When leads of a business are left in peace, and what is excepted. */
export const findQuiet = async (db: Db, businessId: string): Promise<LeadQuiet> => ({
  ...usualQuiet,
  ...(await queries.findQuiet(db, businessId))?.settings,
})

export async function readQuiet({ db, caller }: Context) {
  const stored = await queries.findQuiet(db, caller.businessId)
  return { success: true as const, quiet: { ...usualQuiet, ...stored?.settings }, version: stored?.version ?? 0 }
}

export async function changeQuiet(context: Context, { quiet, expected }: { quiet: LeadQuiet; expected: number }) {
  const { db, caller } = context
  const { businessId } = caller
  await db.transaction().execute(async (tx) => {
    await queries.lockQuiet(tx, businessId)
    const stored = await queries.findQuiet(tx, businessId)
    const changes = changesTo(named({ ...usualQuiet, ...stored?.settings }), named(quiet))
    // The same settings again are no change, whatever version was read: a button may be pressed twice.
    if (!Object.keys(changes).length) return
    if ((stored?.version ?? 0) !== expected) throw new AppError('changed_meanwhile')
    await queries.upsertQuiet(tx, businessId, { settings: quiet, version: expected + 1 })
    await emit(tx, caller, 'lead_quiet.changed', { campaignId: ALL_CAMPAIGNS, changes })
  })
  return readQuiet(context)
}

/** As the audit log names them. */
const named = ({ from, to, graceMinutes, answersAtOnce, automationsPerDay }: LeadQuiet) => ({
  quietFrom: from,
  quietTo: to,
  graceMinutes,
  answersAtOnce,
  automationsPerDay,
})
