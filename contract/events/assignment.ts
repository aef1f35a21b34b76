import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfCampaign, OfPerson } from './events.ts'

/** Sent to people who are notified that a lead was not answered in time. */
export const assignmentNotifications = ['lead_assigned', 'response_late'] as const

export const assignmentEvents = {
  /** A lead was not answered within the target of its campaign. */
  'lead.response_late': {
    payload: OfCampaign.extend({
      leadId: id,
      /** Working minutes. */
      target: z.number().int(),
      /** Who had it, and to whom it was handed over. */
      assignedTo: id.nullable(),
      handedTo: id.nullable(),
      notifies: z.array(id),
    }),
    audience: 'broadcast',
    topic: 'lead',
    kind: 'leads',
    subject: { kind: 'lead', id: 'leadId' },
    facts: ['target', 'assignedTo', 'handedTo'],
    notification: 'response_late',
  },
  /** The rule by which new leads of a campaign are assigned. */
  'assignment.changed': {
    payload: OfCampaign.extend({ changes: Changes }),
    audience: 'broadcast',
    topic: 'campaign',
    kind: 'campaigns',
    subject: { kind: 'campaign', id: 'campaignId' },
  },
  'lead_capacity.changed': {
    payload: OfPerson.extend({ changes: Changes }),
    audience: 'broadcast',
    topic: 'member',
    kind: 'team',
    subject: { kind: 'person', id: 'userId' },
  },
} as const satisfies EventEntries
