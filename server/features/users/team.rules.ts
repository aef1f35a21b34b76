import { actsEverywhere, type CampaignRole, mayGive, type Role } from '#contract/roles.ts'
import type { MemberChanges } from '#contract/team.ts'

export type GivenCampaign = { campaignId: string; role: CampaignRole; hearsCalls: boolean; exportsCalls: boolean }
/** What a member has in the business. */
export type Given = { role: Role; hearsCalls: boolean; campaigns: readonly GivenCampaign[] }

/** Nobody touches who is stronger, nor makes anybody stronger than themselves. */
export const canChangeMember = (giver: Role, member: Pick<Given, 'role'>, wanted?: Role) =>
  mayGive(giver, member.role) && (wanted === undefined || mayGive(giver, wanted))

/** What they have afterwards. A grant for every campaign is an Admin's: it ends with that role. */
type Changes = Omit<MemberChanges, 'role'> & { role?: Role | undefined }
export function changedMember(before: Given, changes: Changes): Given {
  const role = changes.role ?? before.role
  const hearsCalls = role === 'Admin' && (changes.hearsCalls ?? before.hearsCalls)
  return { role, hearsCalls, campaigns: changes.campaigns ?? before.campaigns }
}

/** Roles in campaigns as events keep them. */
export const rolesOf = (campaigns: readonly GivenCampaign[]) =>
  Object.fromEntries(campaigns.map(({ campaignId, role }) => [campaignId, role]))

const exportedOf = (campaigns: readonly GivenCampaign[]) =>
  campaigns.filter(({ exportsCalls }) => exportsCalls).map(({ campaignId }) => campaignId)
const heardOf = (campaigns: readonly GivenCampaign[]) =>
  campaigns.filter(({ hearsCalls }) => hearsCalls).map(({ campaignId }) => campaignId)

/** Of each part that differs: [before, after]. */
export function changesOf(before: Given, after: Given): Record<string, [unknown, unknown]> {
  const parts = (given: Given) => ({
    role: given.role,
    campaigns: rolesOf(inOrder(given.campaigns)),
    hearsCalls: given.hearsCalls,
    hearsCallsIn: heardOf(inOrder(given.campaigns)),
    exportsCallsIn: exportedOf(inOrder(given.campaigns)),
  })
  const [was, is] = [parts(before), parts(after)]
  const names = Object.keys(was) as (keyof typeof was)[]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
      .map((name): [string, [unknown, unknown]] => [name, [was[name], is[name]]]),
  )
}

const inOrder = (campaigns: readonly GivenCampaign[]) =>
  campaigns.toSorted((one, other) => (one.campaignId < other.campaignId ? -1 : 1))

/** Whether these leads may be given to somebody who works in `campaigns` (null: everywhere). */
export const canTakeOver = (role: Role, campaigns: readonly string[], needed: readonly string[]) =>
  actsEverywhere(role) || needed.every((id) => campaigns.includes(id))
