import { z } from 'zod'
import { id } from '../../common.ts'
import { ringOutcomes } from '../../leads/speed-to-lead/terms.ts'
import { Changes, type EventEntries, OfCampaign } from '../events.ts'

export const speedToLeadEvents = {
  /**
   * People were rung for a lead that arrived, or were not for a reason. `rung`: in their order; `isOwnMark`: this lead is
   * marked "do not call", not only another with its phone.
   */
  'lead.ring_ended': {
    payload: OfCampaign.extend({
      leadId: id,
      ringOutcome: z.enum(ringOutcomes),
      rung: z.array(id),
      isOwnMark: z.literal(true).optional(),
    }),
    audience: 'broadcast',
    topic: 'lead',
    kind: 'leads',
    subject: { kind: 'lead', id: 'leadId' },
    facts: ['ringOutcome'],
  },
  'speed_to_lead.changed': {
    payload: OfCampaign.extend({ changes: Changes }),
    audience: 'broadcast',
    topic: 'campaign',
    kind: 'campaigns',
    subject: { kind: 'campaign', id: 'campaignId' },
  },
} as const satisfies EventEntries
