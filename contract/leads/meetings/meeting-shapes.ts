import { z } from 'zod'
import { id, time } from '../../common.ts'
import { languages } from '../../constants.ts'
import { User } from '../../team/users.ts'
import { meetingOutcomes, meetingStatuses } from './meeting-statuses.ts'

export const meetingKinds = ['phone', 'at_office', 'at_customer', 'video'] as const
export type MeetingKind = (typeof meetingKinds)[number]
export const noticeChannels = ['sms', 'mail'] as const
export type NoticeChannel = (typeof noticeChannels)[number]
export const noticeKinds = ['invitation', 'booked', 'moved', 'cancelled', 'reminder'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Lengths of a meeting in minutes. */
export const MEETING_MINUTES_MIN = 15
export const MEETING_MINUTES_MAX = 120
export const MEETING_TITLE_MAX = 100
export const MEETING_PLACE_MAX = 200
export const MEETING_MESSAGE_MAX = 500
/** What a guest writes about another time. */
export const GUEST_WORDS_MAX = 300
export const PARTICIPANTS_MAX = 10
/** Other times offered to a guest. */
export const OFFERS_MAX = 6

/** Not a lead's person alone: a spouse or an assistant may be the guest. */
export const Guest = z.object({
  name: z.string(),
  /** Masked for readers from whom the business hides contacts. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  language: z.enum(languages),
})

/** A message to the guest, as it waits or went. */
export const MeetingNotice = z.object({
  kind: z.enum(noticeKinds),
  channel: z.enum(noticeChannels),
  /** `dropped`: the meeting changed before it went. */
  state: z.enum(['waiting', 'sent', 'dropped']),
  /** When it goes, or went. Nothing goes to guests at night, on Shabbat and on holidays. */
  at: time,
})
export type MeetingNotice = z.output<typeof MeetingNotice>

export const Meeting = z.object({
  _id: id,
  leadId: id,
  leadName: z.string(),
  campaignId: id,
  campaignName: z.string(),
  kind: z.enum(meetingKinds),
  title: z.string(),
  startsAt: time,
  endsAt: time,
  /** An address; empty for calls. Hidden, as the guest's words, from readers who see masked contacts if it is the customer's. */
  place: z.string(),
  /** Of a video meeting. */
  link: z.string().nullable(),
  /** Text to the guest. */
  message: z.string(),
  guest: Guest,
  participants: z.array(User),
  /** Other times among which the guest may choose. */
  offers: z.array(time),
  status: z.enum(meetingStatuses),
  /** Who cancelled it. */
  cancelledBy: z.enum(['guest', 'staff']).nullable(),
  outcome: z.enum(meetingOutcomes).nullable(),
  /** What the guest wrote about another time; null: nothing. */
  guestWords: z.string().nullable(),
  /** The guest booked it on a booking page, and answered its questions; answers are hidden as the guest's words. */
  isBooked: z.boolean(),
  answers: z.array(z.object({ label: z.string(), value: z.string() })),
  /** When the guest first opened the link, and when they last answered. */
  openedAt: time.nullable(),
  answeredAt: time.nullable(),
  createdBy: User.nullable(),
  createdAt: time,
  /** Sent back with a change. */
  version: z.number().int(),
  notices: z.array(MeetingNotice),
  /** Whether the reader may change it. */
  canEdit: z.boolean(),
})
export type Meeting = z.output<typeof Meeting>

/** What speaks against a time. It never forbids it. `busy` and `calendar_lost`: by the connected calendar of a person. */
export const meetingWarnings = [
  'past',
  'closed',
  'shabbat',
  'holiday',
  'clash',
  'busy',
  'calendar_lost',
  'absent',
] as const
export const MeetingWarning = z.object({
  kind: z.enum(meetingWarnings),
  /** Whom a clash or an absence concerns. */
  user: User.nullable(),
})
export type MeetingWarning = z.output<typeof MeetingWarning>
