import { actsEverywhere, hasRight, mayBeKeptToOwn, type Right, type Role } from '#contract/roles.ts'
import { type Caller, campaignsHeard, type Member } from '../../platform/http/caller.ts'

/** The campaigns whose rows the caller may read; null: all of the business. */
export function visibleCampaigns(caller: Caller): readonly string[] | null {
  if (caller.kind === 'key') return caller.campaignIds
  return actsEverywhere(caller.role) ? null : [...caller.campaignRoles.keys()]
}

type Placed = { ownLeadsOnly: boolean; role: Role; campaignRoles: ReadonlyMap<string, Role> }
/** Campaigns in which the member reads only the leads assigned to them. */
export const campaignsOfOwn = ({ ownLeadsOnly, role, campaignRoles }: Placed): string[] =>
  ownLeadsOnly && !actsEverywhere(role)
    ? [...campaignRoles].filter(([, ofCampaign]) => mayBeKeptToOwn(ofCampaign)).map(([id]) => id)
    : []

/**
 * The leads that the caller may read: those of `campaigns`, but in the campaigns of `own` only those assigned to this
 * user. Null: all leads of the business.
 */
export type LeadScope = {
  campaigns: readonly string[]
  own: readonly string[]
  userId: string | null
  /** Campaigns in which the caller sees the follow-ups of colleagues, too. */
  team: readonly string[]
} | null

export function leadScope(caller: Caller): LeadScope {
  const campaigns = visibleCampaigns(caller)
  if (!campaigns) return null
  return caller.kind === 'key'
    ? { campaigns, own: [], userId: null, team: campaigns }
    : {
        campaigns,
        own: caller.ownLeadsIn,
        userId: caller.userId,
        team: campaigns.filter((id) => canInCampaign(caller, 'followUps.team', id)),
      }
}

export const canReadLead = (
  caller: Caller,
  { campaignId, assignedTo }: { campaignId: string; assignedTo: string | null },
) =>
  canReadCampaign(caller, campaignId) &&
  (!isRestrictedToOwn(caller, campaignId) || assignedTo === (caller as Member).userId)

/** Whether the caller reads only their own leads of this campaign. */
export const isRestrictedToOwn = (caller: Caller, campaignId: string) =>
  caller.kind === 'person' && caller.ownLeadsIn.includes(campaignId)

/**
 * The campaigns whose leads an enquiry that the caller enters may join, beside its own: those that a person reads whole,
 * so that it stays in sight and entering contacts says nothing about others. Null: all, as for keys, which are no people.
 */
export const joinableBy = (caller: Caller): readonly string[] | null =>
  caller.kind === 'key' ? null : (visibleCampaigns(caller)?.filter((id) => !isRestrictedToOwn(caller, id)) ?? null)

export function canReadCampaign(caller: Caller, campaignId: string) {
  const visible = visibleCampaigns(caller)
  return visible === null || visible.includes(campaignId)
}

/** A member's role for a campaign's rows: the campaign role, except for Owner and Admin. */
export const roleInCampaign = ({ role, campaignRoles }: Member, campaignId: string): Role =>
  actsEverywhere(role) ? role : (campaignRoles.get(campaignId) ?? 'None')

/** A key is limited to its campaigns (scopes are checked before); a person by their role in the campaign. */
export const canInCampaign = (caller: Caller, right: Right, campaignId: string) =>
  caller.kind === 'key' ? canReadCampaign(caller, campaignId) : hasRight(roleInCampaign(caller, campaignId), right)

/** API keys always see full contacts. */
export const seesMasked = (caller: Caller) => caller.kind === 'person' && caller.seesMasked

/**
 * Files name and show persons, so partners who see masked contacts see only those that they added themselves: the id of
 * the person; null: all.
 */
export const filesSeenBy = (caller: Caller): string | null =>
  caller.kind === 'person' && caller.seesMasked ? caller.userId : null

/** The campaigns whose calls the caller may read and hear; null: every call of the business. */
export const heardCampaigns = (caller: Caller) => (caller.kind === 'key' ? caller.campaignIds : campaignsHeard(caller))

/** Campaigns whose calls a member may export: those they may hear with the export grant; null: all. */
export function exportedCampaigns(member: Member) {
  const heard = campaignsHeard(member)
  return heard && (actsEverywhere(member.role) ? heard : heard.filter((id) => member.hears.exports.includes(id)))
}

export function canHearCalls(caller: Caller, campaignId: string | null) {
  const heard = heardCampaigns(caller)
  return heard === null || (campaignId !== null && heard.includes(campaignId))
}
