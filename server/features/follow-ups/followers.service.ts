import { actsEverywhere, hasRight, type Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { campaignsOfOwn } from '../access/access.rules.ts'
import { findFollower } from './followers.queries.ts'

type OfLead = { userId: string; campaignId: string; assignedTo: string | null }

/** Whether an active member may have follow-ups on this lead: they edit leads of its campaign, and may read this one. */
export async function mayFollowUp(db: Db, businessId: string, { userId, campaignId, assignedTo }: OfLead) {
  const member = await findFollower(db, businessId, userId)
  if (!member) return false
  const campaignRoles = new Map(Object.entries(member.campaignRoles))
  const role: Role = actsEverywhere(member.role) ? member.role : (campaignRoles.get(campaignId) ?? 'None')
  const isKeptToOwn = campaignsOfOwn({ ...member, campaignRoles }).includes(campaignId)
  return hasRight(role, 'followUps.edit') && (!isKeptToOwn || assignedTo === userId)
}

export async function requireFollower(db: Db, businessId: string, of: OfLead) {
  if (!(await mayFollowUp(db, businessId, of))) throw new AppError('user_not_found')
}
