import { actsEverywhere, hasRight } from '#contract/roles.ts'
import type { Member } from '../../../platform/http/caller.ts'

/** Campaigns in which a member may import leads; null: all. */
export const importedCampaigns = ({ role, campaignRoles }: Pick<Member, 'role' | 'campaignRoles'>) =>
  actsEverywhere(role)
    ? null
    : [...campaignRoles].filter(([, inCampaign]) => hasRight(inCampaign, 'leads.import')).map(([id]) => id)
