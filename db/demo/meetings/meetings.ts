import type { Insertable } from 'kysely'
import { dayOf, firstOfWeek, minutesOf, momentOf, plusDays } from '../../../contract/values/clock.ts'
import { leadStatusOf } from '../../../server/features/meetings/meeting-state.rules.ts'
import type { DB } from '../../../server/platform/db/schema.ts'
import { idAt, type MadeLead } from '../../../server/testing/factories.ts'
import { type PersonKey, workers } from '../people.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Leads with meetings came within these days. */
const NEWEST_DAYS = 3
const OLDEST_DAYS = 75

type Status = 'Invitation Sent' | 'Received' | 'Meeting Confirmed' | 'Meeting Canceled'
/** What it became, or null: that is asked in Today. */
type Outcome = 'held' | 'no_show' | null
type Planned = {
  /** A day from the Sunday of this week and a time, or hours from now. */
  at: readonly [number, string] | number
  minutes: number
  kind: 'phone' | 'at_office' | 'at_customer' | 'video'
  title: string
  host: PersonKey
  place?: string
  /** While it lies ahead. */
  status: Status
  /** Once it is over. */
  outcome?: Outcome
  /** Its guest booked it on the team's page. */
  isBooked?: true
}

const OFFICE = 'ביאליק 41, רמת גן'
const CONFIRMED = 'Meeting Confirmed'
const planned: readonly Planned[] = [
  // Just over, and later today.
  {
    at: -1.5,
    minutes: 60,
    kind: 'at_office',
    title: 'הצגת תוכנית',
    host: 'owner',
    place: OFFICE,
    status: 'Meeting Confirmed',
    outcome: null,
  },
  { at: -26, minutes: 45, kind: 'phone', title: 'שיחת היכרות', host: 'owner', status: CONFIRMED, outcome: null },
  { at: 1.5, minutes: 45, kind: 'video', title: 'בחירת חזיתות', host: 'owner', status: 'Meeting Confirmed' },
  {
    at: 3,
    minutes: 60,
    kind: 'at_customer',
    title: 'מדידה',
    host: 'owner',
    place: 'ויצמן 12, כפר סבא',
    status: 'Invitation Sent',
  },
  // This week.
  {
    at: [0, '09:30'],
    minutes: 45,
    kind: 'at_office',
    title: 'פגישת היכרות',
    host: 'owner',
    place: OFFICE,
    status: 'Meeting Confirmed',
    outcome: 'held',
  },
  {
    at: [0, '13:30'],
    minutes: 45,
    kind: 'phone',
    title: 'שיחת המשך',
    host: 'lead',
    status: 'Meeting Confirmed',
    outcome: 'held',
  },
  {
    at: [1, '10:00'],
    minutes: 60,
    kind: 'video',
    title: 'הצעת מחיר',
    host: 'owner',
    status: 'Received',
    outcome: 'no_show',
  },
  {
    at: [1, '16:00'],
    minutes: 60,
    kind: 'at_customer',
    title: 'מדידה',
    host: 'writer',
    place: 'סוקולוב 30, הרצליה',
    status: 'Meeting Confirmed',
    outcome: 'held',
  },
  {
    at: [2, '11:30'],
    minutes: 60,
    kind: 'at_office',
    title: 'חתימה',
    host: 'owner',
    place: OFFICE,
    status: 'Meeting Confirmed',
    outcome: 'held',
  },
  {
    at: [2, '16:30'],
    minutes: 60,
    kind: 'at_customer',
    title: 'מדידה',
    host: 'admin',
    place: 'בלפור 8, בת ים',
    status: 'Meeting Confirmed',
    outcome: 'held',
  },
  {
    at: [3, '10:30'],
    minutes: 90,
    kind: 'at_customer',
    title: 'סיור באתר',
    host: 'owner',
    place: 'נווה אילן',
    status: 'Meeting Confirmed',
    outcome: 'held',
  },
  {
    at: [3, '13:00'],
    minutes: 60,
    kind: 'at_customer',
    title: 'מדידה',
    host: 'owner',
    place: 'שנקר 4, חולון',
    status: 'Meeting Canceled',
  },
  {
    at: [4, '09:00'],
    minutes: 60,
    kind: 'at_office',
    title: 'חתימה',
    host: 'owner',
    place: OFFICE,
    status: 'Meeting Confirmed',
    outcome: 'held',
  },
  {
    at: [4, '10:30'],
    minutes: 60,
    kind: 'at_customer',
    title: 'סיור באתר',
    host: 'lead',
    place: 'הרצל 77, רחובות',
    status: 'Received',
    outcome: 'no_show',
  },
  {
    at: [5, '09:00'],
    minutes: 60,
    kind: 'at_customer',
    title: 'מדידה',
    host: 'owner',
    place: 'הנדיב 3, הרצליה',
    status: 'Meeting Confirmed',
    outcome: 'held',
  },
  // Next week.
  {
    at: [7, '09:30'],
    minutes: 45,
    kind: 'at_office',
    title: 'פגישת היכרות',
    host: 'owner',
    place: OFFICE,
    status: 'Invitation Sent',
  },
  { at: [7, '12:00'], minutes: 60, kind: 'video', title: 'הצגת תוכנית', host: 'owner', status: 'Meeting Confirmed' },
  { at: [8, '10:00'], minutes: 30, kind: 'phone', title: 'היכרות', host: 'owner', status: CONFIRMED, isBooked: true },
  {
    at: [8, '15:00'],
    minutes: 60,
    kind: 'at_customer',
    title: 'מדידה',
    host: 'writer',
    place: 'אחוזה 112, רעננה',
    status: 'Invitation Sent',
  },
  {
    at: [9, '11:00'],
    minutes: 90,
    kind: 'at_customer',
    title: 'סיור באתר',
    host: 'owner',
    place: 'דרך השלום 9, תל אביב',
    status: 'Meeting Confirmed',
  },
  { at: [10, '13:00'], minutes: 30, kind: 'phone', title: 'שיחת המשך', host: 'owner', status: 'Received' },
  {
    at: [11, '09:00'],
    minutes: 60,
    kind: 'at_office',
    title: 'חתימה',
    host: 'owner',
    place: OFFICE,
    status: 'Meeting Confirmed',
  },
]

type Row = Insertable<DB['meetings']> & {
  id: string
  business_id: string
  lead_id: string
  status: Status
  starts_at: string
  ends_at: string
}
type Making = {
  leads: readonly MadeLead[]
  places: readonly { id: string }[]
  userId: (key: PersonKey) => string
  now: Date
  bookingPageId: string | null
}

/** Meetings of this week and the next with leads of their hosts; each lead has one, and its status. */
export function makeMeetings(businessId: string, { leads, places, userId, now, bookingPageId }: Making): Row[] {
  const used = new Set<MadeLead>()
  const campaignsOf = (host: PersonKey) => places.filter((_, i) => workers[i]?.includes(host)).map(({ id }) => id)
  return planned.flatMap((plan) => {
    const campaigns = campaignsOf(plan.host)
    const lead = leads.find((one) => !used.has(one) && campaigns.includes(one.row.campaign_id) && isReachable(one, now))
    if (!lead) return []
    used.add(lead)
    const row = rowOf(businessId, lead, plan, { hostId: userId(plan.host), now, bookingPageId })
    const meeting = { ...row, startsAt: Date.parse(row.starts_at), endsAt: Date.parse(row.ends_at) }
    lead.row = { ...lead.row, meeting_status: leadStatusOf([meeting], now.getTime()) }
    return row
  })
}

function isReachable({ row }: MadeLead, now: Date) {
  const age = now.getTime() - Date.parse(row.created_at)
  return (
    Boolean(row.name && row.phone && row.first_response_at) &&
    !row.deleted_at &&
    age > NEWEST_DAYS * DAY &&
    age < OLDEST_DAYS * DAY
  )
}

/** On the half hour. */
const startOf = (at: Planned['at'], now: Date) =>
  typeof at === 'number'
    ? Math.round((now.getTime() + at * HOUR) / (30 * MINUTE)) * 30 * MINUTE
    : momentOf(plusDays(firstOfWeek(dayOf(now)), at[0]), minutesOf(at[1])).getTime()

function rowOf(
  businessId: string,
  { row: lead }: MadeLead,
  plan: Planned,
  { hostId, now, bookingPageId }: { hostId: string; now: Date; bookingPageId: string | null },
): Row {
  const { minutes, kind, title, place = '', status, outcome = null } = plan
  const start = startOf(plan.at, now)
  const end = start + minutes * MINUTE
  const made = Math.min(start, now.getTime()) - 2 * DAY - 3 * HOUR
  const [opened, answered] = [made + 5 * HOUR, made + 6 * HOUR]
  const time = (at: number) => new Date(at).toISOString()
  const isOver = end <= now.getTime()
  const isAnswered = status === 'Meeting Confirmed' || status === 'Meeting Canceled'
  return {
    business_id: businessId,
    id: idAt(new Date(made)),
    lead_id: lead.id,
    ...{ kind, title, place, status },
    ...{ starts_at: time(start), ends_at: time(end), is_over: isOver },
    link: kind === 'video' ? 'https://meet.example.com/alon-reno' : null,
    guest_name: String(lead.name),
    guest_phone: lead.phone ?? null,
    guest_email: lead.email ?? null,
    guest_language: 'he',
    participants: [hostId],
    cancelled_by: status === 'Meeting Canceled' ? 'guest' : null,
    outcome: isOver ? outcome : null,
    opened_at: status === 'Invitation Sent' ? null : time(opened),
    answered_at: isAnswered ? time(answered) : null,
    ...(plan.isBooked
      ? { booking_page_id: bookingPageId, answers: JSON.stringify([{ label: 'מה משפצים?', value: 'מטבח' }]) }
      : { created_by: hostId }),
    created_at: time(made),
  }
}
