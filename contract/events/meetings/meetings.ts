import { z } from 'zod'
import { id, time } from '../../common.ts'
import { meetingOutcomes, meetingStatuses } from '../../leads/meetings/meeting-statuses.ts'
import { type EventEntries, OfCampaign } from '../events.ts'

const ofMeeting = {
  payload: OfCampaign.extend({
    leadId: id,
    meetingId: id,
    startsAt: time,
    status: z.enum(meetingStatuses),
    outcome: z.enum(meetingOutcomes).nullable(),
    /** The participants who are notified. */
    notifies: z.array(id).optional(),
    /** The guest did it on their page. */
    byGuest: z.literal(true).optional(),
  }),
  audience: 'broadcast',
  topic: 'meeting',
  kind: 'leads',
  subject: { kind: 'lead', id: 'leadId' },
  facts: ['startsAt', 'status', 'outcome'],
} as const

const { payload, audience, topic } = ofMeeting
/** Notifications to the participants of a meeting. */
export const meetingNotifications = ['meeting_answered', 'meeting_booked', 'meeting_soon'] as const

export const meetingEvents = {
  'meeting.made': ofMeeting,
  /** By its guest, on a booking page. */
  'meeting.booked': { ...ofMeeting, notification: 'meeting_booked' },
  /** Another time. */
  'meeting.moved': { ...ofMeeting, notification: 'meeting_answered' },
  'meeting.changed': ofMeeting,
  'meeting.opened': ofMeeting,
  'meeting.confirmed': { ...ofMeeting, notification: 'meeting_answered' },
  'meeting.cancelled': { ...ofMeeting, notification: 'meeting_answered' },
  'meeting.restored': ofMeeting,
  /** The guest asks for another time in words. */
  'meeting.time_asked': { ...ofMeeting, notification: 'meeting_answered' },
  /** Held, not held or moved; null: that was taken back. */
  'meeting.outcome_set': ofMeeting,
  /** It begins within STAFF_REMINDED_MINUTES. */
  'meeting.soon': { payload, audience, topic, kind: null, notification: 'meeting_soon' },
} as const satisfies EventEntries
