import type { DuplicatePolicy } from '#contract/duplicates/duplicate-policy.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { countRefused, findPolicy, lockPolicy, updatePolicy } from './policy.queries.ts'

type Context = { db: Db; caller: Member }

export async function readPolicy({ db, caller: { businessId } }: Context) {
  const [policy, refused] = await Promise.all([findPolicy(db, businessId), countRefused(db, businessId)])
  return { success: true as const, policy, refused }
}

/** Holds for every enquiry that arrives after the change: the function that stores enquiries reads it (ingest_lead.sql). */
export async function changePolicy(context: Context, wanted: DuplicatePolicy) {
  const { db, caller } = context
  await db.transaction().execute(async (tx) => {
    const before = await lockPolicy(tx, caller.businessId)
    const changes = changesTo(named(before), named(wanted))
    if (!Object.keys(changes).length) return
    await updatePolicy(tx, caller.businessId, wanted)
    await emit(tx, caller, 'duplicate_policy.changed', { campaignId: ALL_CAMPAIGNS, changes })
  })
  return readPolicy(context)
}

/** By the names that the audit log has texts for. */
const named = ({ action, scope, windowDays }: DuplicatePolicy) => ({
  duplicateAction: action,
  duplicateScope: scope,
  duplicateWindowDays: windowDays,
})
