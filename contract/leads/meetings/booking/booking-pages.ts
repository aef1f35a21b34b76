import { z } from 'zod'
import { byId, Done, id, line, text, time } from '../../../common.ts'
import { route } from '../../../route.ts'
import { User } from '../../../team/users.ts'
import { webAddress } from '../../../values/links.ts'
import { SOURCE_MAX } from '../../attribution.ts'
import {
  MEETING_MINUTES_MAX,
  MEETING_MINUTES_MIN,
  MEETING_PLACE_MAX,
  MEETING_TITLE_MAX,
  meetingKinds,
} from '../meeting-shapes.ts'

/** Booking pages of a business. */
export const BOOKING_PAGES_MAX = 100
export const BOOKING_PEOPLE_MAX = 20
export const BOOKING_QUESTIONS_MAX = 8
export const BOOKING_OPTIONS_MAX = 20
export const BOOKING_ANSWER_MAX = 500
export const BOOKING_DURATIONS_MAX = 4
/** Days ahead for which a page may offer times. */
export const BOOKING_DAYS_MAX = 90
/** Minutes between the times that are offered; they divide the hour, so that times are those of the clock. */
export const bookingSteps = [15, 20, 30, 60] as const
/** The last part of a page's address: readable, without secrets. */
export const BOOKING_SLUG = /^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/

/** A text in both languages; an empty one is that of the other language. */
const Texts = (max: number) => z.object({ he: line(max).default(''), en: line(max).default('') })
const LongTexts = z.object({ he: text(1_000).default(''), en: text(1_000).default('') })
const isFilled = ({ he, en }: { he: string; en: string }) => he !== '' || en !== ''

export const BookingQuestion = z.object({
  key: z.string().regex(/^q[a-z0-9]{1,16}$/, 'invalid_value'),
  label: Texts(120).refine(isFilled, 'required_field'),
  kind: z.enum(['text', 'choice']),
  required: z.boolean().default(false),
  /** Of a choice. */
  options: z.array(Texts(120).refine(isFilled, 'required_field')).max(BOOKING_OPTIONS_MAX).default([]),
})
export type BookingQuestion = z.output<typeof BookingQuestion>

const minutes = z.number().int().min(0)
const lengths = z
  .array(z.number().int().min(MEETING_MINUTES_MIN).max(MEETING_MINUTES_MAX))
  .min(1, 'required')
  .max(BOOKING_DURATIONS_MAX)
export const BookingSettings = z.object({
  /** The subject of the meetings. */
  title: Texts(MEETING_TITLE_MAX).refine(isFilled, 'required_field'),
  intro: LongTexts,
  /** What the guest may agree to; empty: nothing is asked. */
  consent: LongTexts,
  kind: z.enum(meetingKinds),
  place: line(MEETING_PLACE_MAX).default(''),
  link: webAddress.nullable().default(null),
  /** Who takes the meetings, one for each, in turn. Of one's own page oneself. */
  userIds: z.array(id).max(BOOKING_PEOPLE_MAX).default([]),
  durations: lengths,
  step: z.literal(bookingSteps).default(30),
  /** Minutes that stay free before and after each meeting. */
  before: minutes.max(240).default(0),
  after: minutes.max(240).default(0),
  /** A meeting is booked at least this many minutes ahead. */
  notice: minutes.max(20_160).default(120),
  daysAhead: z.number().int().min(1).max(BOOKING_DAYS_MAX).default(30),
  /** Meetings of a person on one day, however they were made; null: no limit. */
  perDay: z.number().int().min(1).max(50).nullable().default(null),
  questions: z.array(BookingQuestion).max(BOOKING_QUESTIONS_MAX).default([]),
  /** The guest is reminded a day and two hours before. */
  reminds: z.boolean().default(true),
  /** Source of its leads, unless the link that they followed gives one. */
  source: line(SOURCE_MAX, 1).default('booking'),
})
export type BookingSettings = z.output<typeof BookingSettings>

const slug = z.string().trim().toLowerCase().regex(BOOKING_SLUG, 'invalid_value')
const unique = (keys: readonly string[]) => new Set(keys).size === keys.length
/** Rules of several fields. */
function check({ settings }: { settings?: BookingSettings | undefined }, context: z.core.$RefinementCtx) {
  if (!settings) return
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: ['settings', path], message, input: undefined })
  if (!unique(settings.questions.map(({ key }) => key))) refuse('questions', 'invalid_value')
  if (settings.questions.some(({ kind, options }) => kind === 'choice' && !options.length))
    refuse('questions', 'required_field')
  if (settings.kind === 'video' && !settings.link) refuse('link', 'required_field')
}
const shape = {
  /** Absent: a random one. */
  slug: slug.optional(),
  campaignId: id,
  isActive: z.boolean().default(true),
  settings: BookingSettings,
}
/** `isTeam`: the page of a team; else the caller's own. */
export const NewBookingPage = z.object({ ...shape, isTeam: z.boolean() }).superRefine(check)
export type NewBookingPage = z.output<typeof NewBookingPage>
export const BookingPageChanges = z
  .object({ slug, campaignId: id, isActive: z.boolean(), settings: BookingSettings })
  .partial()
  .superRefine(check)
export type BookingPageChanges = z.output<typeof BookingPageChanges>

export const BookingPage = z.object({
  _id: id,
  slug: z.string(),
  /** Whose own page it is; null: the team's. */
  owner: User.nullable(),
  campaignId: id,
  campaignName: z.string(),
  isActive: z.boolean(),
  settings: BookingSettings,
  /** Meetings that were booked on it. */
  meetings: z.number().int(),
  canEdit: z.boolean(),
  createdAt: time,
})
export type BookingPage = z.output<typeof BookingPage>

const One = z.object({ success: z.literal(true), page: BookingPage })
const own = { access: 'None', can: 'booking.own' } as const

export const bookingPageRoutes = {
  list: route({
    method: 'GET',
    path: '/booking-pages',
    ...own,
    summary: "The caller's own booking pages and those of the team; Owners and Admins see everybody's",
    reply: z.object({ success: z.literal(true), pages: z.array(BookingPage) }),
  }),
  people: route({
    method: 'GET',
    path: '/booking-pages/people',
    access: 'None',
    can: 'booking.team',
    summary: 'Members who may take meetings with the leads of a campaign',
    query: z.object({ campaignId: id }),
    reply: z.object({ success: z.literal(true), people: z.array(User) }),
  }),
  create: route({
    method: 'POST',
    path: '/booking-pages',
    ...own,
    idempotent: true,
    summary: 'Make a booking page, of the caller or of the team',
    body: NewBookingPage,
    reply: One,
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/booking-pages/:id',
    ...own,
    params: byId,
    summary: 'Change a booking page, open or close it',
    body: BookingPageChanges,
    reply: One,
  }),
  remove: route({
    method: 'DELETE',
    path: '/booking-pages/:id',
    ...own,
    params: byId,
    summary: 'Delete a booking page; its meetings and leads stay',
    reply: Done,
  }),
}
