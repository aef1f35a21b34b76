import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { beginOperation, type OperationDeps, writeOperation } from '../operations/operations.service.ts'
import { findAssignees } from './before-leaving.service.ts'
import * as queries from './team.queries.ts'
import { canChangeMember, type MemberRights, rolesOf } from './team.rules.ts'
import { changeTeam, type InTeam, requireAnotherOwner, requireOther } from './team.service.ts'
import { openLeads } from './team.sql.ts'

type Context = { db: Db; caller: Member }

/** Removes a member. An operation reassigns their open leads; if there are many, it continues in the background. */
export async function removeMember(deps: OperationDeps, context: Context, userId: string, assigneeId: string | null) {
  const { caller } = context
  const reassignment = await changeTeam(context, async (tx) => {
    const before = await requireOther(tx, caller, userId)
    if (!canChangeMember(caller.role, before)) throw new AppError('forbidden')
    await requireAnotherOwner(tx, caller.businessId, userId, before)
    if (assigneeId !== null) {
      const { people } = await findAssignees({ db: tx, caller }, userId)
      if (!people.some(({ _id }) => _id === assigneeId)) throw invalidInput('takeOver', 'cannot_take_over')
    }
    const written = await deleteMembership(tx, deps, { caller, userId, assigneeId })
    const gone = formerRightsOf(userId, before, written.items)
    await emit(tx, caller, 'member.removed', { ...gone, takeOver: assigneeId })
    return written
  })
  await beginOperation(deps, caller.businessId, reassignment)
  return { operationId: reassignment.operationId, openLeads: reassignment.items }
}

/** Ends the caller's own membership. Their open leads become unassigned, and an Owner reassigns them. */
export async function leaveBusiness(deps: OperationDeps, context: { db: Db; caller: InTeam }) {
  const { caller } = context
  const { businessId, userId } = caller
  const reassignment = await changeTeam(context, async (tx) => {
    const before = await queries.findMember(tx, businessId, userId)
    if (!before) throw new AppError('business_not_found')
    await requireAnotherOwner(tx, businessId, userId, before)
    const written = await deleteMembership(tx, deps, { caller, userId, assigneeId: null })
    await emit(tx, caller, 'member.left', formerRightsOf(userId, before, written.items))
    return written
  })
  await beginOperation(deps, businessId, reassignment)
}

type Removal = { caller: InTeam; userId: string; assigneeId: string | null }
async function deleteMembership(tx: Db, { now }: OperationDeps, { caller, userId, assigneeId }: Removal) {
  const { businessId } = caller
  const hasLeads = (await queries.listCampaignsOfOpenLeads(tx, businessId, userId)).length > 0
  const action = { kind: 'assign', assignedTo: assigneeId } as const
  const items = openLeads(businessId, userId)
  const reassignment = hasLeads
    ? await writeOperation(tx, businessId, { subject: 'leads', authorId: caller.userId, action, items })
    : { operationId: null, items: 0 }
  await queries.deleteCampaigns(tx, businessId, { userId })
  await queries.updateRemoved(tx, businessId, userId, now().toISOString())
  return reassignment
}

const formerRightsOf = (userId: string, { role, campaigns }: MemberRights, openLeads: number) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  userId,
  role,
  campaigns: rolesOf(campaigns),
  openLeads,
})
