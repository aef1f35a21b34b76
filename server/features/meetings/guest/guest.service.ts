import type { GuestMeeting } from '#contract/leads/meetings/guest-meetings.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Client } from '../../../platform/http/client.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo, networkOf } from '../../../platform/http/rate-limits.ts'
import { calendarTimes } from '../../calendars/busy.service.ts'
import { lockForWriting } from '../../leads/change/lead-writer.service.ts'
import type { TimesDeps } from '../booking/free-times.service.ts'
import { listOtherTimes } from '../booking/guest-booking.service.ts'
import { writeMeetingStatus } from '../lead-status.service.ts'
import { findLink } from '../links.service.ts'
import { type GuestAct, guestStep, isLinkDead } from '../meeting-state.rules.ts'
import * as queries from '../meetings.queries.ts'
import { factsOf, stateOf, storedState } from '../meetings.rules.ts'
import { hoursOf, planNotices } from '../notices.service.ts'
import { findGuestMeeting, type GuestRow } from './guest.queries.ts'

const HOUR = 3_600
const limits = {
  /** Unknown links from one network. */
  wrongLinks: { max: 60, seconds: HOUR },
  /** Answers to one meeting. */
  answers: { max: 60, seconds: HOUR },
} as const satisfies Record<string, Limit>

export type Visit = { id: string; token: string; client: Client }
type Link = { businessId: string; isClosing: boolean }

/** The business of a link. A wrong, an old and a foreign link look alike; guessing is limited. */
async function requireLink({ tenants, now }: Deps, { id, token, client }: Visit): Promise<Link> {
  const link = await findLink(tenants.pool, { id, token })
  if (link) return link
  await limitTo(tenants.pool, counterOf('wrongMeetings', networkOf(client.ip)), limits.wrongLinks, now())
  throw new AppError('meeting_not_found')
}

async function requireGuestMeeting(db: Db, businessId: string, id: string, now: Date) {
  const row = await findGuestMeeting(db, businessId, id)
  if (!row || isLinkDead({ endsAt: Date.parse(row.ends_at) }, now.getTime())) throw new AppError('meeting_not_found')
  return row
}

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? ''

/** The free times of the page on which it was booked; else the times that were offered and are still free. */
async function freeOffers(deps: TimesDeps, db: Db, businessId: string, row: GuestRow): Promise<number[]> {
  if (row.booking_page_id === null) return freeAmongOffered(db, businessId, row, deps.now())
  const { startsAt, endsAt } = stateOf(row)
  const times = await listOtherTimes(deps, db, businessId, {
    ...{ meetingId: row.id, pageId: row.booking_page_id, userIds: row.participant_ids },
    minutes: (endsAt - startsAt) / 60_000,
  })
  return times.filter((at) => at !== startsAt)
}

/** Offers that are still ahead, and at which no participant has another meeting or is busy by their connected calendar. */
async function freeAmongOffered(db: Db, businessId: string, row: GuestRow, now: Date) {
  const state = stateOf(row)
  const length = state.endsAt - state.startsAt
  const ahead = state.offers.filter((at) => at > now.getTime() && at !== state.startsAt).sort((a, b) => a - b)
  const free: number[] = []
  for (const at of ahead)
    if (await isFree(db, businessId, row, { startsAt: at, endsAt: at + length, now })) free.push(at)
  return free
}

async function isFree(
  db: Db,
  businessId: string,
  row: GuestRow,
  { startsAt, endsAt, now }: { startsAt: number; endsAt: number; now: Date },
) {
  const clashing = await queries.listClashing(db, businessId, {
    userIds: row.participant_ids,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    except: row.id,
  })
  if (clashing.length > 0) return false
  const calendars = await calendarTimes(db, businessId, row.participant_ids, {
    from: new Date(startsAt).toISOString(),
    to: new Date(endsAt).toISOString(),
    now,
  })
  return calendars.times.length === 0 && calendars.lost.length === 0
}

async function shown(deps: TimesDeps, db: Db, { businessId, isClosing }: Link, row: GuestRow): Promise<GuestMeeting> {
  const now = deps.now()
  const state = stateOf(row)
  const isOpen = !isClosing && row.cancelled_by !== 'staff' && now.getTime() < state.startsAt
  const offers = isOpen ? await freeOffers(deps, db, businessId, row) : []
  return {
    state: isClosing ? 'closed' : row.cancelled_by === 'staff' ? 'cancelled' : isOpen ? 'open' : 'begun',
    business: { name: row.business_name, image: row.business_image },
    language: row.guest_language,
    kind: row.kind,
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    place: row.place,
    link: row.link,
    message: row.message,
    hosts: row.participants.map(({ name }) => firstName(name)),
    offers: offers.map((at) => new Date(at).toISOString()),
    status: row.status,
    guestWords: row.guest_words,
    sequence: row.sequence,
  }
}

/** Read-only, because scanners and previews open links, too. */
export async function readForGuest(deps: Deps, visit: Visit): Promise<GuestMeeting> {
  const link = await requireLink(deps, visit)
  const db = deps.tenants.scope({ businessId: link.businessId })
  const now = deps.now()
  return shown(deps, db, link, await requireGuestMeeting(db, link.businessId, visit.id, now))
}

const events = {
  open: 'meeting.opened',
  accept: 'meeting.confirmed',
  decline: 'meeting.cancelled',
  ask: 'meeting.time_asked',
  choose: 'meeting.moved',
} as const

/** What a guest does on their page. The participants are notified of answers. */
export async function actAsGuest(deps: Deps, visit: Visit, act: GuestAct): Promise<GuestMeeting> {
  const link = await requireLink(deps, visit)
  const { businessId, isClosing } = link
  const now = deps.now()
  const { id } = visit
  if (act.kind !== 'open') await limitTo(deps.tenants.pool, counterOf('meetingAnswers', id), limits.answers, now)
  const db = deps.tenants.scope({ businessId })
  if (isClosing) {
    if (act.kind === 'open') return readForGuest(deps, visit)
    throw new AppError('meeting_cancelled')
  }
  await db.transaction().execute((tx) => applyGuestAct(deps, tx, { businessId, id, act, now }))
  return shown(deps, db, link, await requireGuestMeeting(db, businessId, id, now))
}

type Applied = { businessId: string; id: string; act: GuestAct; now: Date }
/** Throws if the act is refused. */
export async function applyGuestAct(deps: TimesDeps, tx: Db, { businessId, id, act, now }: Applied) {
  if (act.kind === 'choose') await queries.lockChoices(tx, businessId)
  const { lead_id: leadId } = await requireGuestMeeting(tx, businessId, id, now)
  await lockForWriting(tx, businessId, [leadId])
  await queries.lockMeeting(tx, businessId, id)
  const row = await requireGuestMeeting(tx, businessId, id, now)
  const before = stateOf(row)
  if (act.kind === 'choose' && row.booking_page_id) before.offers = await freeOffers(deps, tx, businessId, row)
  const step = guestStep(before, act, now.getTime())
  if ('refused' in step) throw new AppError(step.refused)
  if (!step.isChanged) return
  const { state } = step
  if (act.kind === 'choose' && !(await isFree(tx, businessId, row, { ...state, now })))
    throw new AppError('meeting_time_taken')
  const system = { kind: 'system', businessId } as const
  await queries.updateMeeting(tx, businessId, id, storedState(state, now))
  await emit(tx, system, events[act.kind], {
    ...factsOf(row, state),
    byGuest: true,
    ...(act.kind !== 'open' && { notifies: row.participant_ids }),
  })
  await writeMeetingStatus(tx, system, [leadId], { now, cause: 'meeting' })
  const addressed = { id, startsAt: state.startsAt, guestPhone: row.guest_phone, guestEmail: row.guest_email }
  // Reminders are planned for the time that holds; none for one that the guest called off.
  const reminders = state.cancelledBy ? [] : row.reminders
  if (act.kind !== 'open') {
    const notices = { kind: null, channels: [], hours: await hoursOf(tx, businessId), now, userId: null }
    await planNotices(tx, businessId, { ...addressed, reminders }, notices)
  }
}
