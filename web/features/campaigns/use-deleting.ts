import { useState } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { useModal } from '../../lib/modal-stack.ts'

/** The campaign whose deletion dialog is open. */
export function useDeleting() {
  const [campaign, setCampaign] = useState<Campaign>()
  const { opened, open, close } = useModal('delete-campaign')
  const ask = (asked: Campaign) => {
    setCampaign(asked)
    open()
  }
  return { campaign, opened, ask, close }
}
