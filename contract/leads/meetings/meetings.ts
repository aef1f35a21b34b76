import { z } from 'zod'
import { byId, commaList, email, id, line, sentTime, text, time } from '../../common.ts'
import { languages } from '../../constants.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { webAddress } from '../../values/links.ts'
import {
  MEETING_MESSAGE_MAX,
  MEETING_MINUTES_MAX,
  MEETING_MINUTES_MIN,
  MEETING_PLACE_MAX,
  MEETING_TITLE_MAX,
  Meeting,
  MeetingWarning,
  meetingKinds,
  noticeChannels,
  OFFERS_MAX,
  PARTICIPANTS_MAX,
} from './meeting-shapes.ts'
import { meetingOutcomes, meetingStatuses } from './meeting-statuses.ts'

/** Meetings listed at once. */
export const MEETINGS_LISTED = 1_000
/** The longest stretch of a list, in days: that of a figure of all time. */
export const MEETING_DAYS_MAX = 7_400
/** Coming meetings that a lead may have. */
export const MEETINGS_OF_LEAD = 50
/** A guest is reminded by hand once in this many hours. */
export const REMIND_HOURS = 24

const minutes = z.number().int().min(MEETING_MINUTES_MIN).max(MEETING_MINUTES_MAX)
const participantIds = z.array(id).max(PARTICIPANTS_MAX)
const channels = z.array(z.enum(noticeChannels)).max(noticeChannels.length)
const content = {
  kind: z.enum(meetingKinds),
  title: line(MEETING_TITLE_MAX, 1),
  startsAt: sentTime,
  minutes,
  place: line(MEETING_PLACE_MAX),
  link: webAddress.nullable(),
  message: text(MEETING_MESSAGE_MAX),
  offers: z.array(sentTime).max(OFFERS_MAX),
  participantIds,
  guest: z.object({
    name: line(200, 1),
    /** In any formatting. */
    phone: line(40).nullable(),
    email: email.nullable(),
    language: z.enum(languages),
  }),
}
export const NewMeeting = z.object({
  ...content,
  leadId: id,
  place: content.place.default(''),
  link: content.link.default(null),
  message: content.message.default(''),
  offers: content.offers.default([]),
  /** Absent: the caller. */
  participantIds: participantIds.optional(),
  /** Absent: the lead. */
  guest: content.guest.optional(),
  /** How the invitation goes to the guest; empty: its author passes the link on. */
  channels: channels.default([]),
  /** Whether the guest is reminded a day and two hours before, by the same channels. */
  reminds: z.boolean().default(false),
})
export type NewMeeting = z.output<typeof NewMeeting>

export const MeetingChanges = z
  .object(content)
  .partial()
  .extend({
    /** The version that was changed: another one is refused. */
    version: z.number().int(),
    /** How a guest hears of a new time. */
    channels: channels.default([]),
  })
export type MeetingChanges = z.output<typeof MeetingChanges>

/** A time at which a colleague is busy; with what, the reader may not see. */
export const BusyTime = z.object({ userId: id, startsAt: time, endsAt: time })
export type BusyTime = z.output<typeof BusyTime>

const sees = { access: 'None', can: 'meetings.see' } as const
const edits = { access: 'None', can: 'meetings.edit', params: byId } as const
const One = z.object({ success: z.literal(true), meeting: Meeting })

export const MeetingQuery = z.object({
  from: sentTime,
  to: sentTime,
  /** The calendar of this member; absent: every meeting that the caller may see. */
  userId: id.optional(),
  campaignId: id.optional(),
  status: commaList(z.enum(meetingStatuses)).optional(),
  outcome: commaList(z.enum([...meetingOutcomes, 'none'])).optional(),
  kind: commaList(z.enum(meetingKinds)).optional(),
})
export type MeetingQuery = z.output<typeof MeetingQuery>

export const meetingRoutes = {
  list: route({
    method: 'GET',
    path: '/meetings',
    ...sees,
    scope: 'meetings:read',
    heavy: true,
    summary: `Meetings that begin within a stretch of at most ${MEETING_DAYS_MAX} days, in their order (at most ${MEETINGS_LISTED}); in a colleague's calendar, busy times in place of those out of sight`,
    query: MeetingQuery,
    reply: z.object({
      success: z.literal(true),
      meetings: z.array(Meeting),
      busy: z.array(BusyTime),
      /** False: there are more than are listed at once. */
      isComplete: z.boolean(),
      /** How many there are. */
      total: z.number().int(),
    }),
  }),
  ofLead: route({
    method: 'GET',
    path: '/lead/:id/meetings',
    ...sees,
    params: byId,
    summary: "A lead's meetings, the latest first",
    reply: z.object({ success: z.literal(true), meetings: z.array(Meeting), canEdit: z.boolean() }),
  }),
  people: route({
    method: 'GET',
    path: '/lead/:id/meeting-people',
    ...sees,
    params: byId,
    summary: 'Members who may take part in meetings of a lead',
    reply: z.object({ success: z.literal(true), people: z.array(User) }),
  }),
  check: route({
    method: 'GET',
    path: '/meetings/warnings',
    access: 'None',
    can: 'meetings.edit',
    summary: 'What speaks against a time: closed, Shabbat, a holiday, another meeting or an absence',
    query: z.object({
      leadId: id,
      startsAt: sentTime,
      minutes: z.coerce.number().int().min(MEETING_MINUTES_MIN).max(MEETING_MINUTES_MAX),
      participantIds: commaList(id).optional(),
      /** The meeting that is to be moved. */
      except: id.optional(),
    }),
    reply: z.object({ success: z.literal(true), warnings: z.array(MeetingWarning) }),
  }),
  read: route({ method: 'GET', path: '/meetings/:id', ...sees, params: byId, summary: 'One meeting', reply: One }),
  create: route({
    method: 'POST',
    path: '/meetings',
    access: 'None',
    can: 'meetings.edit',
    idempotent: true,
    summary: 'Make a meeting with a lead; the reply has the link of the guest, which is not shown again',
    body: NewMeeting,
    reply: One.extend({ url: z.string(), warnings: z.array(MeetingWarning) }),
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/meetings/:id',
    ...edits,
    summary: 'Change a meeting; at another time or of another length, its guest is asked again',
    body: MeetingChanges,
    reply: One.extend({ warnings: z.array(MeetingWarning) }),
  }),
  confirm: route({
    method: 'POST',
    path: '/meetings/:id/confirm',
    ...edits,
    summary: 'The guest confirmed it in another way',
    body: z.object({ version: z.number().int() }),
    reply: One,
  }),
  cancel: route({
    method: 'POST',
    path: '/meetings/:id/cancel',
    ...edits,
    summary: 'Cancel a meeting; with isCancelled false, take it back',
    body: z.object({ isCancelled: z.boolean().default(true), channels: channels.default([]) }),
    reply: One,
  }),
  outcome: route({
    method: 'POST',
    path: '/meetings/:id/outcome',
    ...edits,
    summary: 'Record what became of a meeting that has begun; null takes it back',
    body: z.object({ outcome: z.enum(meetingOutcomes).nullable() }),
    reply: One,
  }),
  remind: route({
    method: 'POST',
    path: '/meetings/:id/remind',
    ...edits,
    summary: `Remind the guest, once in ${REMIND_HOURS} hours`,
    body: z.object({ channels: channels.min(1, 'required') }),
    reply: One,
  }),
  link: route({
    method: 'POST',
    path: '/meetings/:id/link',
    ...edits,
    summary: 'Make one more link of the guest',
    reply: z.object({ success: z.literal(true), url: z.string() }),
  }),
}
