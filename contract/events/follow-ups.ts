import { z } from 'zod'
import { id, time } from '../common.ts'
import { followUpActions } from '../leads/follow-ups/follow-up-shapes.ts'
import { type EventEntries, OfCampaign } from './events.ts'

/** `assignedTo`: who is to do it. The note is in `personal`. */
const ofFollowUp = {
  payload: OfCampaign.extend({
    leadId: id,
    followUpId: id,
    action: z.enum(followUpActions),
    dueAt: time,
    assignedTo: id,
    /** The status that brought it, or took it away with itself. */
    statusId: id.optional(),
    /** A merge of leads closed it, or its undo opened it again. */
    byMerge: z.literal(true).optional(),
  }),
  audience: 'broadcast',
  topic: 'followUp',
  kind: 'leads',
  subject: { kind: 'lead', id: 'leadId' },
  facts: ['action', 'dueAt', 'assignedTo', 'note'],
} as const

const { payload, audience, topic } = ofFollowUp
const withoutLog = { payload, audience, topic, kind: null } as const

/** Sent to the person who is to do it. */
export const followUpNotifications = ['follow_up_due'] as const

export const followUpEvents = {
  /** Made, or changed in place. */
  'follow_up.set': ofFollowUp,
  /** Closed by hand or, by the system, by a call. */
  'follow_up.done': ofFollowUp,
  'follow_up.reopened': ofFollowUp,
  'follow_up.snoozed': ofFollowUp,
  /** `assignedTo` is the colleague who has it now. */
  'follow_up.handed_over': ofFollowUp,
  'follow_up.removed': ofFollowUp,
  /** Its time came while it was open. */
  'follow_up.due': { ...withoutLog, notification: 'follow_up_due' },
} as const satisfies EventEntries
