import type { Campaign } from '#contract/campaigns.ts'
import { actsEverywhere, hasRight, type Right } from '#contract/roles.ts'
import { useBusiness } from '../../lib/session/session.ts'

/** Whether the member has this right in a campaign: the role there decides, except for Owner and Admin. */
export function useCanInCampaign() {
  const { role } = useBusiness()
  return (right: Right, campaign: Pick<Campaign, 'role'>) =>
    hasRight(actsEverywhere(role) ? role : campaign.role, right)
}
