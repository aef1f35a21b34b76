import { actsEverywhere, type CampaignRole, mayExportLeads, mayGive, type Role } from '#contract/roles.ts'
import type { MemberChanges } from '#contract/team/team.ts'
import { changesTo } from '../../platform/events/changes.ts'

export type CampaignRights = {
  campaignId: string
  role: CampaignRole
  hearsCalls: boolean
  exportsCalls: boolean
  exportsLeads: boolean
}
/** Role, grants and campaigns of a member. */
export type MemberRights = { role: Role; hearsCalls: boolean; campaigns: readonly CampaignRights[] }

/** Members may not change members with a stronger role, nor grant a role stronger than their own. */
export const canChangeMember = (giver: Role, member: Pick<MemberRights, 'role'>, wanted?: Role) =>
  mayGive(giver, member.role) && (wanted === undefined || mayGive(giver, wanted))

/** The rights after the change. Grants for all campaigns belong to the role Admin and end with it. */
type Changes = Omit<MemberChanges, 'role'> & { role?: Role | undefined }
export function changedMember(before: MemberRights, changes: Changes): MemberRights {
  const role = changes.role ?? before.role
  const hearsCalls = role === 'Admin' && (changes.hearsCalls ?? before.hearsCalls)
  const campaigns = (changes.campaigns ?? before.campaigns).map((rights) => ({
    ...rights,
    exportsLeads: rights.exportsLeads && mayExportLeads(rights.role),
  }))
  return { role, hearsCalls, campaigns }
}

/** Roles in campaigns in the form that events store. */
export const rolesOf = (campaigns: readonly CampaignRights[]) =>
  Object.fromEntries(campaigns.map(({ campaignId, role }) => [campaignId, role]))

const exportedOf = (campaigns: readonly CampaignRights[]) =>
  campaigns.filter(({ exportsCalls }) => exportsCalls).map(({ campaignId }) => campaignId)
const leadsExportedOf = (campaigns: readonly CampaignRights[]) =>
  campaigns.filter(({ exportsLeads }) => exportsLeads).map(({ campaignId }) => campaignId)
const heardOf = (campaigns: readonly CampaignRights[]) =>
  campaigns.filter(({ hearsCalls }) => hearsCalls).map(({ campaignId }) => campaignId)

/** Returns [before, after] for each part that differs. */
export function changesOf(before: MemberRights, after: MemberRights) {
  const parts = (rights: MemberRights) => ({
    role: rights.role,
    campaigns: rolesOf(inOrder(rights.campaigns)),
    hearsCalls: rights.hearsCalls,
    hearsCallsIn: heardOf(inOrder(rights.campaigns)),
    exportsCallsIn: exportedOf(inOrder(rights.campaigns)),
    exportsLeadsIn: leadsExportedOf(inOrder(rights.campaigns)),
  })
  return changesTo(parts(before), parts(after))
}

const inOrder = (campaigns: readonly CampaignRights[]) =>
  campaigns.toSorted((one, other) => (one.campaignId < other.campaignId ? -1 : 1))

/** Whether leads of the `needed` campaigns may be assigned to a member with this role and these campaigns. */
export const canBeAssignee = (role: Role, campaigns: readonly string[], needed: readonly string[]) =>
  actsEverywhere(role) || needed.every((id) => campaigns.includes(id))
