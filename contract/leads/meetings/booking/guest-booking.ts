import { z } from 'zod'
import { day, email, INTAKE_NAME_MAX, line, NAME_MIN, text, time } from '../../../common.ts'
import { languages } from '../../../constants.ts'
import { route } from '../../../route.ts'
import { phoneInput } from '../../../team/users.ts'
import { clickIdFields, utmFields } from '../../attribution.ts'
import { MEETING_MINUTES_MAX, MEETING_MINUTES_MIN, meetingKinds } from '../meeting-shapes.ts'
import { BOOKING_ANSWER_MAX, BOOKING_QUESTIONS_MAX, BOOKING_SLUG, BookingQuestion } from './booking-pages.ts'

export const BOOKING_PATH = '/book'
/** Days of a reply with times. */
export const BOOKING_DAYS_SHOWN_MAX = 31
/** Seconds that a person needs at least, from opening the page to booking. */
export const BOOKING_MIN_SECONDS = 3
/** Hours within which a meeting can be booked on an opened page. */
export const BOOKING_TOKEN_HOURS = 24

const Shown = z.object({ he: z.string(), en: z.string() })
/** What a stranger may see of a booking page. */
export const OpenBookingPage = z.object({
  /** `closed`: it takes no bookings at the moment. */
  state: z.enum(['open', 'closed']),
  business: z.object({ name: z.string(), image: z.string().nullable() }),
  title: Shown,
  intro: Shown,
  consent: Shown,
  kind: z.enum(meetingKinds),
  place: z.string(),
  durations: z.array(z.number().int()),
  questions: z.array(BookingQuestion),
  /** The last day for which times are offered. */
  lastDay: z.string(),
  /** Sent with a booking: it shows when the page was opened. */
  token: z.string(),
})
export type OpenBookingPage = z.output<typeof OpenBookingPage>

/** Why a day has no free time. */
export const closedReasons = ['full', 'closed', 'shabbat', 'holiday'] as const
export const BookingDay = z.object({
  day: z.string(),
  times: z.array(time),
  /** Null: it has times. */
  closed: z.enum(closedReasons).nullable(),
})
export type BookingDay = z.output<typeof BookingDay>

const Slug = z.object({ slug: z.string().regex(BOOKING_SLUG, 'invalid_value') })
const minutes = z.coerce.number().int().min(MEETING_MINUTES_MIN).max(MEETING_MINUTES_MAX)
const attribution = Object.fromEntries(clickIdFields.map((field) => [field, line(500).optional()])) as Record<
  (typeof clickIdFields)[number],
  z.ZodOptional<ReturnType<typeof line>>
>

export const Booking = z.object({
  startsAt: time,
  minutes,
  name: line(INTAKE_NAME_MAX, NAME_MIN),
  phone: phoneInput,
  email: email.or(z.literal('')).optional(),
  language: z.enum(languages).default('he'),
  /** Answers by the keys of the questions. */
  answers: z
    .record(z.string().max(20), text(BOOKING_ANSWER_MAX))
    .refine((answers) => Object.keys(answers).length <= BOOKING_QUESTIONS_MAX, 'too_many')
    .default({}),
  /** The guest agreed to the text of the page. */
  consent: z.boolean().default(false),
  utm: z.partialRecord(z.enum(utmFields), line(500)).default({}),
  landingPage: text(2_000).optional(),
  referrer: text(2_000).optional(),
  ...attribution,
})
export type Booking = z.output<typeof Booking>

/** What tells guests from programs, beside the booking itself. */
export const BookingProof = z.object({
  /** That of the page. */
  token: z.string().max(100).default(''),
  /** Hidden from people, who leave it empty. */
  homepage: z.string().max(2_000).default(''),
})
export type BookingProof = z.output<typeof BookingProof>

const open = { access: 'public', params: Slug } as const
export const guestBookingRoutes = {
  read: route({
    method: 'GET',
    path: '/book/:slug',
    ...open,
    summary: 'A booking page as strangers see it',
    reply: z.object({ success: z.literal(true), page: OpenBookingPage }),
  }),
  slots: route({
    method: 'GET',
    path: '/book/:slug/slots',
    ...open,
    summary: `Free times for a meeting of this length, by day, on at most ${BOOKING_DAYS_SHOWN_MAX} days`,
    query: z.object({ from: day, to: day, minutes }),
    reply: z.object({ success: z.literal(true), days: z.array(BookingDay) }),
  }),
  book: route({
    method: 'POST',
    path: '/book/:slug',
    ...open,
    idempotent: true,
    summary: 'Book a meeting; the reply has the link of the guest',
    body: Booking.extend(BookingProof.shape),
    reply: z.object({ success: z.literal(true), url: z.string(), startsAt: time }),
    status: () => 201,
  }),
}
