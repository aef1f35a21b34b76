import type { Campaign } from '#contract/campaigns.ts'
import { actsEverywhere, hasRight, type Right } from '#contract/roles.ts'
import { useBusiness } from '../../lib/session/session.ts'

/** Whether one may do this to a campaign: there the role in the campaign alone counts, except for Owner and Admin. */
export function useCanInCampaign() {
  const { role } = useBusiness()
  return (right: Right, campaign: Pick<Campaign, 'role'>) =>
    hasRight(actsEverywhere(role) ? role : campaign.role, right)
}
