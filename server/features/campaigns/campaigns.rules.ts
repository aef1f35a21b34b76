import type { Campaign, CampaignMember } from '#contract/campaigns.ts'
import { actsEverywhere, type CampaignRole, isAtLeast, type Role } from '#contract/roles.ts'
import { dayOf } from '#contract/values/clock.ts'
import { SHORT_LINK_PATH } from '#contract/values/links.ts'
import type { Member } from '../../platform/http/caller.ts'
import { canInCampaign, roleInCampaign } from '../access/access.rules.ts'
import { asLink } from '../links/links.service.ts'
import type { CampaignRow } from './campaigns.queries.ts'

/** New: no lead yet; Waiting: starts in the future; Paused: disabled; null: running. */
function stateOf(campaign: Pick<CampaignRow, 'isEnabled' | 'startDate' | 'hasReceived'>, now: Date) {
  if (!campaign.isEnabled) return 'Paused'
  if (campaign.startDate !== null && campaign.startDate > dayOf(now)) return 'Waiting'
  return campaign.hasReceived ? null : 'New'
}

type ViewContext = { now: Date; publicUrl: string }

/** Presents a campaign: its notification lists only to members who may edit them, its sales only with the right. */
export function asSeenBy(
  caller: Member,
  { hasReceived, sales, links, ...row }: CampaignRow,
  { now, publicUrl }: ViewContext,
): Campaign {
  const mayEdit = canInCampaign(caller, 'campaigns.edit', row._id)
  return {
    ...row,
    links: links.map((link) => asLink(link, `${publicUrl}${SHORT_LINK_PATH}`)),
    business_id: caller.businessId,
    businessId: [caller.businessId],
    state: stateOf({ ...row, hasReceived }, now),
    role: roleInCampaign(caller, row._id),
    totalSales: canInCampaign(caller, 'campaigns.sales', row._id) ? sales : null,
    emailNotifications: mayEdit ? row.emailNotifications : [],
    smsNotifications: mayEdit ? row.smsNotifications : [],
  }
}

/** The creator's role in a new campaign; undefined for Owner and Admin, who need none. */
export const creatorsRole = (caller: Member): CampaignRole | undefined =>
  actsEverywhere(caller.role) ? undefined : 'Affiliate'

/** The members whose role differs between the two sets; undefined: not in the set. */
export function changedRoles(before: readonly CampaignMember[], after: readonly CampaignMember[]) {
  const [was, is] = [before, after].map((set) => new Map(set.map(({ userId, role }) => [userId, role])))
  const ids = new Set([...before, ...after].map(({ userId }) => userId))
  return [...ids].flatMap((userId) => {
    const change = { userId, from: was?.get(userId), to: is?.get(userId) }
    return change.from === change.to ? [] : [change]
  })
}

/** A member can neither grant nor revoke a role stronger than their own. */
export const canChangeRoles = (own: Role, changes: ReturnType<typeof changedRoles>) =>
  changes.every(({ from, to }) => [from, to].every((role) => role === undefined || isAtLeast(own, role)))
