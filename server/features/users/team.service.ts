import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Role } from '#contract/roles.ts'
import type { MemberChanges } from '#contract/team/team.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { withSilencedTold } from '../numbers/silenced.service.ts'
import { listMembers } from './members.queries.ts'
import * as queries from './team.queries.ts'
import { canChangeMember, changedMember, changesOf, type MemberRights } from './team.rules.ts'

type Context = { db: Db; caller: Member }
/** A member as the author of a team change, independent of the session. */
export type InTeam = Extract<Author, { kind: 'person' }> & Pick<Member, 'role'>

/** A member in the form that the list shows. */
export async function readMember({ db, caller }: Context, userId: string) {
  const [member] = await listMembers(db, caller.businessId, { userId, limit: 1, offset: 0 })
  if (!member) throw new AppError('user_not_found')
  return member
}

/** Changes role, campaigns and grants of another member. */
export async function changeMember(context: Context, userId: string, changes: MemberChanges) {
  await changeTeam(context, async (tx) => {
    const { caller } = context
    const before = await requireOther(tx, caller, userId)
    if (!canChangeMember(caller.role, before, changes.role)) throw new AppError('forbidden')
    const after = changedMember(before, changes)
    await requireGrantable(tx, caller.businessId, after, changes)
    await storeMember(tx, caller, { userId, before, after })
  })
  return readMember(context, userId)
}

/** Suspends a member or resumes them with all their rights. Idempotent. */
export async function suspendMember(
  { now }: Pick<Deps, 'now'>,
  context: Context,
  userId: string,
  isSuspended: boolean,
) {
  await changeTeam(context, async (tx) => {
    const { caller } = context
    const before = await requireOther(tx, caller, userId)
    if (!canChangeMember(caller.role, before)) throw new AppError('forbidden')
    if ((before.suspendedAt !== null) === isSuspended) return
    if (isSuspended) await requireAnotherOwner(tx, caller.businessId, userId, before)
    await queries.updateSuspended(tx, caller.businessId, userId, isSuspended ? now().toISOString() : null)
    await emit(tx, caller, isSuspended ? 'member.suspended' : 'member.resumed', { campaignId: ALL_CAMPAIGNS, userId })
  })
  return readMember(context, userId)
}

/** Runs a team change. Changes are serialized, and on commit every process clears its caches of rights. */
export async function changeTeam<T>({ db, caller }: { db: Db; caller: InTeam }, change: (tx: Db) => Promise<T>) {
  const { businessId, userId } = caller
  return db.transaction().execute(async (tx) => {
    await queries.lockTeam(tx, businessId)
    // The caller may have lost the role or been suspended since the request started.
    const own = await queries.findMember(tx, businessId, userId)
    if (!own || own.suspendedAt !== null) throw new AppError('business_not_found')
    if (own.role !== caller.role) throw new AppError('forbidden')
    const changed = await withSilencedTold(tx, caller, () => change(tx))
    await queries.notifyRightsChanged(tx, businessId)
    return changed
  })
}

/** Returns another member. The caller's own membership cannot be changed here. */
export async function requireOther(tx: Db, { businessId, userId: own }: Member, userId: string) {
  if (userId === own) throw new AppError('own_membership')
  const member = await queries.findMember(tx, businessId, userId)
  if (!member) throw new AppError('user_not_found')
  return member
}

/** Ensures that the business keeps an Owner who is not suspended. Requires the team lock. */
export async function requireAnotherOwner(
  tx: Db,
  businessId: string,
  userId: string,
  { role }: Pick<MemberRights, 'role'>,
) {
  if (role === 'Owner' && (await queries.countOtherOwners(tx, businessId, userId)) === 0)
    throw new AppError('last_owner')
}

/**
 * Requires that the campaigns exist and are not repeated, and that grants for all campaigns are given only to an Admin.
 */
async function requireGrantable(
  tx: Db,
  businessId: string,
  after: MemberRights,
  { campaigns = [], hearsCalls }: MemberChanges,
) {
  const ids = campaigns.map(({ campaignId }) => campaignId)
  if (new Set(ids).size < ids.length) throw invalidInput('campaigns', 'invalid_value')
  await requireCampaigns(tx, businessId, ids)
  if (hearsCalls && after.role !== 'Admin') throw invalidInput('hearsCalls', 'invalid_value')
}

type Change = { userId: string; before: MemberRights; after: MemberRights }
/** Stores the differences and emits an event. An Owner can be given a lower role only if another Owner remains. */
export async function storeMember(tx: Db, author: Author, { userId, before, after }: Change) {
  const { businessId } = author
  const changes = changesOf(before, after)
  if (!Object.keys(changes).length) return
  if (after.role !== 'Owner') await requireAnotherOwner(tx, businessId, userId, before)
  await queries.updateMember(tx, businessId, userId, after)
  if (changes.campaigns || changes.hearsCallsIn || changes.exportsCallsIn || changes.exportsLeadsIn)
    await queries.replaceCampaigns(tx, businessId, { userId, campaigns: after.campaigns })
  await emit(tx, author, 'member.changed', { campaignId: ALL_CAMPAIGNS, userId, changes })
}

/** Changes only the role; does nothing if it is the same. */
export async function changeRole(tx: Db, author: Author, userId: string, role: Role) {
  const before = await queries.findMember(tx, author.businessId, userId)
  if (!before) throw new AppError('user_not_found')
  await storeMember(tx, author, { userId, before, after: changedMember(before, { role }) })
}
