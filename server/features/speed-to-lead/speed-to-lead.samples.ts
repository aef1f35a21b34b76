import { noSpeedToLead } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import type { Samples } from '../../testing/routes/samples.ts'

const body = { settings: { ...noSpeedToLead, ringSeconds: 30 }, expected: 0 }

export const samples: Samples = {
  'speedToLead.get': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ campaign }) => ({ params: { id: campaign } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': (theirs) => ({ params: { id: theirs.campaign } }) },
  },
  'speedToLead.change': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ campaign }) => ({ params: { id: campaign }, body }),
    byCampaignRole: true,
    foreignIds: { 'params.id': (theirs) => ({ params: { id: theirs.campaign }, body }) },
    event: 'speed_to_lead.changed',
  },
}
