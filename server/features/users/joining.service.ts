import { ALL_CAMPAIGNS } from '#contract/events.ts'
import type { CampaignRole, Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { forgetChoices } from '../notification-settings/told.service.ts'
import * as queries from './team.queries.ts'
import { type GivenCampaign, rolesOf } from './team.rules.ts'
import { activateUser } from './users.service.ts'

type Joining = {
  userId: string
  role: Role
  campaigns: readonly { campaignId: string; role: CampaignRole }[]
  at: Date
}

/**
 * Makes a person a member, in the given transaction, which is scoped to the business, in those of the campaigns that are
 * still there. Who had been removed comes back with nothing of what they had; who is a member already stays as they are,
 * and who is suspended does not come back by another door. Whether the author may give the role is asked before (`mayGive`).
 */
export async function addMember(tx: Db, author: Author, { userId, role, campaigns, at }: Joining) {
  const { businessId } = author
  await queries.lockTeam(tx, businessId)
  const member = await queries.findMember(tx, businessId, userId)
  if (member) throw new AppError(member.suspendedAt === null ? 'already_member' : 'membership_suspended')
  await forgetChoices(tx, businessId, userId)
  await queries.insertMember(tx, businessId, { userId, role, at: at.toISOString() })
  const wanted = campaigns.map((campaign): GivenCampaign => ({ ...campaign, hearsCalls: false, exportsCalls: false }))
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
