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
    /** The status that created the follow-up or, when the lead left the status, removed it. */
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

/** Notifications to the person who has the follow-up. */
export const followUpNotifications = ['follow_up_due'] as const

export const followUpEvents = {
  /** The follow-up was created or changed. */
  'follow_up.set': ofFollowUp,
  /** The follow-up was closed: by a person, or by the system after a call. */
  'follow_up.done': ofFollowUp,
  'follow_up.reopened': ofFollowUp,
  'follow_up.snoozed': ofFollowUp,
  /** `assignedTo` is the colleague who has it now. */
  'follow_up.handed_over': ofFollowUp,
  'follow_up.removed': ofFollowUp,
  /** The follow-up became due while it was open. */
  'follow_up.due': { ...withoutLog, notification: 'follow_up_due' },
} as const satisfies EventEntries
