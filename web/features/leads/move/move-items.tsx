import type { Lead } from '#contract/leads/leads.ts'
import { CampaignItems } from './campaign-items.tsx'
import { useMoveLead } from './use-move-lead.ts'

/** Campaigns to which the lead can be moved, as menu items. */
export function MoveItems({ businessId, lead }: { businessId: string; lead: Lead }) {
  const move = useMoveLead(businessId)
  return <CampaignItems {...{ businessId, campaignId: lead.campaignId }} onPick={(target) => void move(lead, target)} />
}
