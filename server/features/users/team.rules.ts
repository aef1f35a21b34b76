import { actsEverywhere, type CampaignRole, mayGive, type Role } from '#contract/roles.ts'
import type { MemberChanges } from '#contract/team/team.ts'
import { changesTo } from '../../platform/events/changes.ts'

export type CampaignRights = { campaignId: string; role: CampaignRole; hearsCalls: boolean; exportsCalls: boolean }
/** Role and campaigns of a member. */
export type MemberRights = { role: Role; hearsCalls: boolean; campaigns: readonly CampaignRights[] }

/** Members may not change stronger members, nor grant a role stronger than their own. */
export const canChangeMember = (giver: Role, member: Pick<MemberRights, 'role'>, wanted?: Role) =>
  mayGive(giver, member.role) && (wanted === undefined || mayGive(giver, wanted))

/** The member after the change. Grants for all campaigns belong to the role Admin and end with it. */
type Changes = Omit<MemberChanges, 'role'> & { role?: Role | undefined }
export function changedMember(before: MemberRights, changes: Changes): MemberRights {
  const role = changes.role ?? before.role
  const hearsCalls = role === 'Admin' && (changes.hearsCalls ?? before.hearsCalls)
  return { role, hearsCalls, campaigns: changes.campaigns ?? before.campaigns }
}

/** Roles in campaigns as events keep them. */
export const rolesOf = (campaigns: readonly CampaignRights[]) =>
  Object.fromEntries(campaigns.map(({ campaignId, role }) => [campaignId, role]))

const exportedOf = (campaigns: readonly CampaignRights[]) =>
  campaigns.filter(({ exportsCalls }) => exportsCalls).map(({ campaignId }) => campaignId)
const heardOf = (campaigns: readonly CampaignRights[]) =>
  campaigns.filter(({ hearsCalls }) => hearsCalls).map(({ campaignId }) => campaignId)

/** Of each part that differs: [before, after]. */
export function changesOf(before: MemberRights, after: MemberRights) {
  const parts = (rights: MemberRights) => ({
    role: rights.role,
    campaigns: rolesOf(inOrder(rights.campaigns)),
    hearsCalls: rights.hearsCalls,
    hearsCallsIn: heardOf(inOrder(rights.campaigns)),
    exportsCallsIn: exportedOf(inOrder(rights.campaigns)),
  })
  return changesTo(parts(before), parts(after))
}

const inOrder = (campaigns: readonly CampaignRights[]) =>
  campaigns.toSorted((one, other) => (one.campaignId < other.campaignId ? -1 : 1))

/** Whether these leads may be assigned to a member of `campaigns` (null: all). */
export const canBeAssignee = (role: Role, campaigns: readonly string[], needed: readonly string[]) =>
  actsEverywhere(role) || needed.every((id) => campaigns.includes(id))
