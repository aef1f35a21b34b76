import { z } from 'zod'
import { id, text, time } from '../../common.ts'
import { languages } from '../../constants.ts'
import { route } from '../../route.ts'
import { GUEST_WORDS_MAX, meetingKinds } from './meeting-shapes.ts'
import { meetingStatuses } from './meeting-statuses.ts'

export const MEETING_PATH = '/meeting'
export const MEETING_TOKEN = /^[\w-]{43}$/

/** Whether the guest can still answer; if not, why. */
export const guestStates = ['open', 'begun', 'cancelled', 'closed'] as const

/** What the holder of a link may see: the meeting, and nothing else about anyone. */
export const GuestMeeting = z.object({
  /** `cancelled`: by the business; `closed`: the business is. */
  state: z.enum(guestStates),
  business: z.object({ name: z.string(), image: z.string().nullable() }),
  language: z.enum(languages),
  kind: z.enum(meetingKinds),
  title: z.string(),
  startsAt: time,
  endsAt: time,
  place: z.string(),
  link: z.string().nullable(),
  message: z.string(),
  /** The first names of the people of the business. */
  hosts: z.array(z.string()),
  /** Other times that are still free. */
  offers: z.array(time),
  status: z.enum(meetingStatuses),
  guestWords: z.string().nullable(),
  /** Sent back with an answer: an answer to an earlier time is refused. */
  sequence: z.number().int(),
})
export type GuestMeeting = z.output<typeof GuestMeeting>

const Link = z.object({ id, token: z.string().regex(MEETING_TOKEN, 'invalid_value') })
const ofGuest = { access: 'public', params: Link } as const
const One = z.object({ success: z.literal(true), meeting: GuestMeeting })
const answer = { sequence: z.number().int() }

export const guestMeetingRoutes = {
  read: route({
    method: 'GET',
    path: '/meeting/:id/:token',
    ...ofGuest,
    summary: 'The meeting of a link. It changes nothing, because scanners and previews open links, too',
    reply: One,
  }),
  opened: route({
    method: 'POST',
    path: '/meeting/:id/:token/opened',
    ...ofGuest,
    summary: 'A person opened the page of the link',
    reply: One,
  }),
  confirm: route({
    method: 'POST',
    path: '/meeting/:id/:token/confirm',
    ...ofGuest,
    summary: 'The guest will come',
    body: z.object(answer),
    reply: One,
  }),
  decline: route({
    method: 'POST',
    path: '/meeting/:id/:token/decline',
    ...ofGuest,
    summary: 'The guest cannot come',
    body: z.object(answer),
    reply: One,
  }),
  move: route({
    method: 'POST',
    path: '/meeting/:id/:token/move',
    ...ofGuest,
    summary: 'Another time: one of those offered, which confirms it, or in words',
    body: z.union([z.object({ ...answer, startsAt: time }), z.object({ ...answer, words: text(GUEST_WORDS_MAX, 1) })]),
    reply: One,
  }),
}
/** The meeting as a file for calendars, below /api. */
export const calendarFileOf = (meetingId: string, token: string) => `/meeting/${meetingId}/${token}/meeting.ics`
