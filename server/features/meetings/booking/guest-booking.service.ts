import { clickIdFields } from '#contract/leads/attribution.ts'
import {
  BOOKING_DAYS_SHOWN_MAX,
  type Booking,
  type BookingDay,
  type BookingProof,
  type OpenBookingPage,
} from '#contract/leads/meetings/booking/guest-booking.ts'
import { MEETINGS_OF_LEAD } from '#contract/leads/meetings/meetings.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { once } from '../../../platform/db/idempotency.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Client } from '../../../platform/http/client.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { counterOf, limitTo, networkOf } from '../../../platform/http/rate-limits.ts'
import { newId } from '../../../platform/ids.ts'
import { requirePhone } from '../../../platform/phones.ts'
import { lockForWriting } from '../../leads/change/lead-writer.service.ts'
import { createBookingLead } from '../../leads/intake/booking-intake.service.ts'
import { writeMeetingStatus } from '../lead-status.service.ts'
import { makeLink } from '../links.service.ts'
import { countComing, findMeeting, insertMeeting, lockChoices, type MeetingRow } from '../meetings.queries.ts'
import { factsOf, stateOf } from '../meetings.rules.ts'
import { hoursOf, planNotices } from '../notices.service.ts'
import * as queries from './booking.queries.ts'
import { bookingToken, bookWithinLimits, requireGuest } from './booking-limits.service.ts'
import { bookingDays, freeTimes, lastDayOf } from './free-times.rules.ts'
import { findLooking, type TimesDeps } from './free-times.service.ts'
import { inBoth, nextInTurn, readAnswers, textIn } from './guest-booking.rules.ts'

/** Unknown pages from one network. */
const WRONG_PAGES = { max: 60, seconds: 3_600 }

export type Visit = { slug: string; client: Client }
type Found = { businessId: string; row: queries.PageRow; isOpen: boolean }

/** Unknown pages look alike, and guessing is limited. */
async function requirePage({ tenants, now }: Deps, { slug, client }: Visit): Promise<Found> {
  const found = await queries.findPageBySlug(tenants.pool, { slug })
  const row =
    found && (await queries.findPage(tenants.scope({ businessId: found.businessId }), found.businessId, found.pageId))
  if (row) return { businessId: found.businessId, row, isOpen: row.isActive && !found.isClosing }
  await limitTo(tenants.pool, counterOf('wrongBookingPages', networkOf(client.ip)), WRONG_PAGES, now())
  throw new AppError('booking_page_not_found')
}

async function requireOpen(deps: Deps, visit: Visit) {
  const page = await requirePage(deps, visit)
  if (!page.isOpen) throw new AppError('booking_page_closed')
  return page
}

export async function readPage(deps: Deps, visit: Visit): Promise<OpenBookingPage> {
  const { businessId, row, isOpen } = await requirePage(deps, visit)
  const { title, intro, consent, kind, place, durations, questions } = row.settings
  return {
    state: isOpen ? 'open' : 'closed',
    business: await queries.findFace(deps.tenants.scope({ businessId }), businessId),
    ...{ title: inBoth(title), intro: inBoth(intro), consent: inBoth(consent) },
    // Where the guest lives is asked of the guest, not shown.
    ...{ kind, place: kind === 'at_customer' ? '' : place, durations, questions },
    lastDay: lastDayOf(row.settings, deps.now()),
    token: bookingToken(deps, visit.slug),
  }
}

const requireLength = ({ settings }: queries.PageRow, minutes: number) => {
  if (!settings.durations.includes(minutes)) throw invalidInput('minutes', 'invalid_value')
}

type Stretch = { from: string; to: string; minutes: number }
export async function readSlots(deps: Deps, visit: Visit, { from, to, minutes }: Stretch): Promise<BookingDay[]> {
  const { businessId, row } = await requireOpen(deps, visit)
  requireLength(row, minutes)
  if (to < from || to > plusDays(from, BOOKING_DAYS_SHOWN_MAX - 1)) throw invalidInput('to', 'out_of_range')
  const { campaignId, settings } = row
  const db = deps.tenants.scope({ businessId })
  return bookingDays(await findLooking(deps, db, businessId, { campaignId, settings, minutes, from, to }))
}

type Sent = { wanted: Booking; proof: BookingProof; key: string | undefined }
/** Books a time once for each `Idempotency-Key`; a repeat gets another link, because links are not stored. */
export async function book(deps: Deps, visit: Visit, { wanted, proof, key }: Sent) {
  requireGuest(deps, visit.slug, proof)
  const { businessId, row } = await requireOpen(deps, visit)
  requireLength(row, wanted.minutes)
  const phone = requirePhone(wanted.phone)
  const answers = readAnswers(row.settings, wanted)
  const db = deps.tenants.scope({ businessId })
  const request = { businessId, authorId: row.id, key, body: wanted }
  const booker = { businessId, pageId: row.id, phone, ip: visit.client.ip }
  const booked = await bookWithinLimits(deps, booker, () =>
    db
      .transaction()
      .execute((tx) => once(tx, request, () => bookIn(deps, tx, { businessId, row, wanted, phone, answers }))),
  )
  const { publicUrl } = deps.env
  const url = await makeLink(db, businessId, { meetingId: booked.meetingId, publicUrl })
  return { url, startsAt: booked.startsAt }
}

type Booked = {
  businessId: string
  row: queries.PageRow
  wanted: Booking
  phone: string
  answers: { label: string; value: string }[]
}
/** Bookings of a business follow each other, as guests' choices do: each sees what those before it took. */
async function bookIn(deps: Deps, tx: Db, { businessId, row, wanted, phone, answers }: Booked) {
  await lockChoices(tx, businessId)
  const startsAt = new Date(wanted.startsAt)
  const free = await freeAt(deps, tx, { businessId, row, minutes: wanted.minutes, startsAt })
  const turns = await queries.listTurns(tx, businessId, { pageId: row.id, userIds: free })
  const next = nextInTurn(free, row.settings.userIds, turns)
  if (!next) throw new AppError('booking_time_taken')
  const { campaignId, settings } = row
  const consent = wanted.consent ? textIn(settings.consent, wanted.language) || null : null
  const { source } = settings
  const lead = leadOf(wanted)
  const { leadId, assignedTo } = await createBookingLead(tx, businessId, {
    ...{ campaignId, source, hostId: next, phone, lead, answers, consent },
  })
  // The person who takes care of a known lead meets it, if free.
  const hostId = assignedTo && free.includes(assignedTo) ? assignedTo : next
  const meetingId = await storeMeeting(deps, tx, { businessId, row, wanted, phone, answers, leadId, hostId })
  return { meetingId, startsAt: startsAt.toISOString() }
}

type At = { businessId: string; row: queries.PageRow; minutes: number; startsAt: Date }
async function freeAt(deps: TimesDeps, tx: Db, { businessId, row, minutes, startsAt }: At) {
  const day = dayOf(startsAt)
  const { campaignId, settings } = row
  const looking = await findLooking(deps, tx, businessId, { campaignId, settings, minutes, from: day, to: day })
  return freeTimes(looking).get(startsAt.getTime()) ?? []
}

const leadOf = (wanted: Booking) => ({
  ...{ name: wanted.name, phone: wanted.phone, email: wanted.email, utm: wanted.utm },
  ...{ landingPage: wanted.landingPage, referrer: wanted.referrer },
  ...Object.fromEntries(clickIdFields.map((field) => [field, wanted[field]])),
})

/** The guest chose the time, so the meeting is confirmed. A meeting that was booked by the lead answers it. */
async function storeMeeting(deps: Deps, tx: Db, booked: Booked & { leadId: string; hostId: string }) {
  const { businessId, row, wanted, phone, answers, leadId, hostId } = booked
  const { title, kind, place, link, reminds } = row.settings
  const now = deps.now()
  await lockForWriting(tx, businessId, [leadId])
  if ((await countComing(tx, businessId, leadId, now)) >= MEETINGS_OF_LEAD) throw new AppError('too_many_meetings')
  const startsAt = new Date(wanted.startsAt)
  const channels = wanted.email ? (['sms', 'mail'] as const) : (['sms'] as const)
  const id = newId()
  const at = now.toISOString()
  await insertMeeting(tx, businessId, {
    ...{ id, lead_id: leadId, kind, title: textIn(title, wanted.language), place, link },
    ...{
      starts_at: startsAt.toISOString(),
      ends_at: new Date(startsAt.getTime() + wanted.minutes * 60_000).toISOString(),
    },
    ...{ guest_name: wanted.name, guest_phone: phone, guest_email: wanted.email || null },
    guest_language: wanted.language,
    participants: [hostId],
    status: 'Meeting Confirmed',
    ...{ opened_at: at, answered_at: at, created_by: null, created_at: at },
    reminders: reminds ? [...channels] : [],
    ...{ booking_page_id: row.id, answers: answers.length ? JSON.stringify(answers) : null },
  })
  const meeting = (await findMeeting(tx, businessId, id)) as MeetingRow
  const addressed = { id, startsAt: startsAt.getTime(), guestPhone: phone, guestEmail: wanted.email || null }
  const notices = { kind: 'booked', channels, hours: await hoursOf(tx, businessId), now, userId: null } as const
  await planNotices(tx, businessId, { ...addressed, reminders: meeting.reminders }, notices)
  const system = { kind: 'system', businessId } as const
  const facts = { ...factsOf(meeting, stateOf(meeting)), byGuest: true as const, notifies: [hostId] }
  await emit(tx, system, 'meeting.booked', facts)
  await writeMeetingStatus(tx, system, [leadId], { now, cause: 'meeting', isResponse: true })
  return id
}

type Moving = { meetingId: string; pageId: string; userIds: readonly string[]; minutes: number }
/** The times to which a guest may move a meeting that was booked: those at which all its people are free. */
export async function listOtherTimes(
  deps: TimesDeps,
  db: Db,
  businessId: string,
  { meetingId, pageId, userIds, minutes }: Moving,
): Promise<number[]> {
  const row = await queries.findPage(db, businessId, pageId)
  if (!row?.isActive || !userIds.length) return []
  const from = dayOf(deps.now())
  const looking = await findLooking(deps, db, businessId, {
    ...{ campaignId: row.campaignId, settings: { ...row.settings, userIds: [...userIds] }, minutes },
    ...{ from, to: plusDays(from, DAYS_TO_MOVE), except: meetingId },
  })
  return [...freeTimes(looking)].flatMap(([at, free]) => (free.length === userIds.length ? [at] : []))
}
const DAYS_TO_MOVE = 20
