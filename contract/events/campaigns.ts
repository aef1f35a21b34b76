import { id } from '../common.ts'
import { Changes, type EventEntries, OfCampaign } from './events.ts'

const ofCampaign = {
  payload: OfCampaign,
  audience: 'broadcast',
  topic: 'campaign',
  kind: 'campaigns',
  subject: { kind: 'campaign', id: 'campaignId' },
} as const

export const campaignEvents = {
  'campaign.created': ofCampaign,
  'campaign.changed': { ...ofCampaign, payload: OfCampaign.extend({ changes: Changes }) },
  /** `to` is the campaign to which the leads were moved; absent if they were moved to the trash. */
  'campaign.deleted': { ...ofCampaign, payload: OfCampaign.extend({ to: id.optional() }), facts: ['to'] },
} as const satisfies EventEntries
