import { Menu } from '@mantine/core'
import { type Target, useTargets } from './use-targets.ts'

type Props = {
  businessId: string
  /** The campaign that the leads have; null: several. */
  campaignId: string | null
  onPick: (campaign: Target) => void
}

/** Campaigns to which leads can be moved, as menu items. */
export function CampaignItems({ businessId, campaignId, onPick }: Props) {
  const targets = useTargets(businessId)
  return targets
    .filter(({ _id }) => _id !== campaignId)
    .map((campaign) => (
      <Menu.Item key={campaign._id} onClick={() => onPick(campaign)}>
        <bdi>{campaign.name}</bdi>
      </Menu.Item>
    ))
}
