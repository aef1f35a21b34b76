import { Menu } from '@mantine/core'
import { useTargets } from './use-move-lead.ts'

type Props = {
  businessId: string
  /** The campaign whose leads the list shows; null: all. */
  campaignId: string | null
  onPick: (campaignId: string) => void
}

/** Campaigns to which leads can be moved, as menu items. */
export function CampaignItems({ businessId, campaignId, onPick }: Props) {
  const targets = useTargets(businessId)
  return targets
    .filter(({ _id }) => _id !== campaignId)
    .map(({ _id, name }) => (
      <Menu.Item key={_id} onClick={() => onPick(_id)}>
        <bdi>{name}</bdi>
      </Menu.Item>
    ))
}
