import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { CampaignRole, Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { deleteChoices } from '../notification-settings/notification-recipients.service.ts'
import * as queries from './team.queries.ts'
import { type CampaignRights, rolesOf } from './team.rules.ts'
import { activateUser } from './users.service.ts'

type Joining = {
  userId: string
  role: Role
  campaigns: readonly { campaignId: string; role: CampaignRole }[]
  at: Date
}

/**
 * Adds a member, with those of the campaigns that still exist. The user's status changes from Verified to Active.
 * Requires the team lock and a transaction scoped to the business. Removed members return without their former roles
 * and settings; current and suspended members are refused. The caller must check `mayGive` before.
 */
export async function addMember(tx: Db, author: Author, { userId, role, campaigns, at }: Joining) {
  const { businessId } = author
  await requireNonMember(tx, businessId, userId)
  await deleteChoices(tx, businessId, userId)
  await queries.insertMember(tx, businessId, { userId, role, at: at.toISOString() })
  const wanted = campaigns.map(
    (campaign): CampaignRights => ({
      ...campaign,
      hearsCalls: false,
      exportsCalls: false,
      exportsLeads: false,
    }),
  )
  const given = await queries.replaceCampaigns(tx, businessId, { userId, campaigns: wanted })
  await activateUser(tx, userId)
  await queries.notifyRightsChanged(tx, businessId)
  await emit(tx, author, 'member.joined', {
    campaignId: ALL_CAMPAIGNS,
    userId,
    role,
    campaigns: rolesOf(wanted.filter(({ campaignId }) => given.includes(campaignId))),
  })
}

/** Locks the team until the transaction ends. It must be taken before any other lock. */
export async function lockTeam(tx: Db, businessId: string) {
  if (!(await queries.lockTeam(tx, businessId))) throw new AppError('business_not_found')
}

/** Locks the team for an Owner. Checks the role again, because it may have changed since the request started. */
export async function requireOwner(tx: Db, { businessId, userId }: Pick<Member, 'businessId' | 'userId'>) {
  await lockTeam(tx, businessId)
  const member = await queries.findMember(tx, businessId, userId)
  if (member?.role !== 'Owner' || member.suspendedAt !== null) throw new AppError('forbidden')
}

export const isMember = async (db: Db, businessId: string, userId: string) =>
  (await queries.findMember(db, businessId, userId)) !== undefined

/** Refuses current and suspended members. */
export async function requireNonMember(db: Db, businessId: string, userId: string) {
  const member = await queries.findMember(db, businessId, userId)
  if (member) throw new AppError(member.suspendedAt === null ? 'already_member' : 'membership_suspended')
}

/** Owners who are not suspended. */
export const findOwners = (db: Db, businessId: string) => queries.listOwners(db, businessId)

export async function findBusinessName(db: Db, businessId: string) {
  const business = await queries.findName(db, businessId)
  return business?.name ?? ''
}
