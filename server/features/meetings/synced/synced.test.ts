import { expect, test } from 'vitest'
import { calendarRoutes } from '#contract/calendars/calendars.ts'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import { startLocalGoogle } from '../../../providers/google/local/local-google.ts'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { testBooking } from '../../../testing/features/test-booking.ts'
import { CALENDAR_RETURN, testCalendars } from '../../../testing/features/test-calendars.ts'
import { testMeetings } from '../../../testing/features/test-meetings.ts'
import { withoutLoops } from '../../../testing/features/test-speed-to-lead.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'

const PUBLIC_URL = 'http://localhost:3000'
// A Sunday at ten in the morning.
const TEN = '2026-11-29T08:00:00Z'
let clock = new Date(TEN)
const now = () => clock
const redirectUris = [`${PUBLIC_URL}${CALENDAR_RETURN}`]
const google = await startLocalGoogle({ redirectUris, now, timeZone: 'Asia/Jerusalem' })
atFileEnd(google.close)
const it = await testApp({
  now,
  env: {
    ...withoutLoops,
    ...{ PUBLIC_URL, DEMO: '0', GOOGLE_CALENDAR: '1', GOOGLE_CALENDAR_API: google.account.apiUrl },
    GOOGLE_ISSUER: google.account.issuer,
    GOOGLE_CLIENT_ID: google.account.clientId,
    GOOGLE_CLIENT_SECRET: google.account.clientSecret,
  },
})
const leads = testLeads(it)
const meetings = testMeetings(it)
const calendars = testCalendars(it, google)
const booking = testBooking(it)
const MONDAY = '2026-11-30T09:00:00.000Z'
const MONDAY_LATER = '2026-11-30T12:00:00.000Z'
const TUESDAY = '2026-12-01T09:00:00.000Z'

let accounts = 0
async function world() {
  clock = new Date(TEN)
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  const lead = { campaignId, name: 'Dana Levi', email: 'guest@example.test', phone: '+972541112233' }
  const { _id: leadId } = await leads.add(owner, lead)
  const email = `host${++accounts}@google.test`
  await calendars.connect(owner, { email })
  await calendars.sync(owner)
  const statusOf = async (id: string) => (await meetings.read(owner, id)).body.meeting
  const eventOf = (id: string) => calendars.eventOf(id, owner, email)
  return { ...business, owner, leadId, email, statusOf, eventOf }
}
type World = Awaited<ReturnType<typeof world>>
async function withMeeting(values: Record<string, unknown> = {}) {
  const w = await world()
  const { meeting } = await meetings.made(w.owner, { leadId: w.leadId, startsAt: MONDAY, ...values })
  await calendars.sync(w.owner)
  const event = w.eventOf(meeting._id)
  if (!event) throw new Error('The meeting is not in the calendar')
  return { ...w, id: meeting._id, event, eventId: event.id }
}
const timesOf = (event: Record<string, unknown> = {}) =>
  ['start', 'end'].map((name) => new Date((event[name] as { dateTime: string }).dateTime).toISOString())
const at = (startsAt: string, endsAt: string) => ({ start: { dateTime: startsAt }, end: { dateTime: endsAt } })
const warningsAt = async ({ owner, leadId }: World, startsAt: string, minutes = 60) => {
  const { warnings } = (await it.send(meetingRoutes.check, owner, { query: { leadId, startsAt, minutes } })).body
  return warnings
    .map(({ kind }) => kind)
    .filter((kind) => kind === 'busy' || kind === 'calendar_lost' || kind === 'clash')
}

test('a meeting appears in the calendar of its person once, with guest and place; moved and cancelled here, it follows', async () => {
  const { owner, id, event, email, eventOf } = await withMeeting()
  expect(event).toMatchObject({
    summary: 'First talk · Dana Levi',
    location: 'Bialik 41, Ramat Gan',
    attendees: [{ email: 'guest@example.test', responseStatus: 'needsAction' }],
    start: { timeZone: 'Asia/Jerusalem' },
  })
  expect(timesOf(event)).toEqual([MONDAY, '2026-11-30T10:00:00.000Z'])
  await calendars.sync(owner)
  expect(calendars.shownIn(email)).toHaveLength(1)
  // Google never writes to guests: messages wait for the business's quiet.
  expect(
    google.seen.filter(
      (one) => /^(POST|PATCH|DELETE) .*events/.test(one) && !one.includes('sendUpdates=none') && !one.includes('watch'),
    ),
  ).toEqual([])

  const moved = await meetings.change(owner, id, { version: 1, startsAt: TUESDAY })
  expect(moved.status).toBe(200)
  await calendars.sync(owner)
  expect(timesOf(eventOf(id))[0]).toBe(TUESDAY)
  await meetings.cancel(owner, id)
  await calendars.sync(owner)
  expect(eventOf(id)?.status).toBe('cancelled')
  await meetings.cancel(owner, id, { isCancelled: false })
  await calendars.sync(owner)
  expect(eventOf(id)?.status).toBe('confirmed')
  expect(calendars.shownIn(email)).toHaveLength(1)
})

test('a meeting that is made while Google is down arrives later, once, also if the answer to writing it is lost', async () => {
  const w = await world()
  google.faults.push({ path: /calendar\/v3/, times: 2, status: 503, reason: 'backendError' })
  const { meeting } = await meetings.made(w.owner, { leadId: w.leadId, startsAt: MONDAY })
  await calendars.sync(w.owner)
  expect(calendars.shownIn(w.email)).toEqual([])
  google.faults.length = 0
  google.faults.push({ path: /^POST .*\/events\?/, times: 1, lost: true })
  await calendars.sync(w.owner)
  expect(google.faults[0]?.times).toBe(0)
  expect((await calendars.own(w.owner))?.state).toBe('failing')
  await calendars.sync(w.owner)
  expect(calendars.shownIn(w.email).map(({ id }) => id)).toEqual([w.eventOf(meeting._id)?.id])
  expect((await calendars.own(w.owner))?.state).toBe('active')
  expect((await w.statusOf(meeting._id)).status).toBe('Invitation Sent')
})

test('cut off at any request, writing goes on and makes one event', async () => {
  for (let cut = 1; cut <= 4; cut++) {
    const w = await world()
    const { meeting } = await meetings.made(w.owner, { leadId: w.leadId, startsAt: MONDAY })
    let requests = 0
    // The n-th request and all after it are answered, but the answer is lost; then the process is a new one.
    const path = { test: () => ++requests >= cut } as unknown as RegExp
    google.faults.push({ path, times: 1, lost: true })
    await calendars.sync(w.owner)
    google.faults.length = 0
    await calendars.sync(w.owner)
    await meetings.change(w.owner, meeting._id, { version: 1, startsAt: TUESDAY })
    await calendars.sync(w.owner)
    expect([cut, calendars.shownIn(w.email).length, timesOf(w.eventOf(meeting._id))[0]]).toEqual([cut, 1, TUESDAY])
  }
})

test('moved in Google, the meeting moves here and its guest is asked again', async () => {
  const { owner, id, eventId, email, statusOf, leadId } = await withMeeting()
  await it.send(meetingRoutes.confirm, owner, { params: { id }, body: { version: 1 } })
  await calendars.sync(owner)
  calendars.change(eventId, at(MONDAY_LATER, '2026-11-30T12:45:00.000Z'), email)
  await calendars.sync(owner)
  const moved = await statusOf(id)
  expect([moved.startsAt, moved.endsAt].map((one) => new Date(one).toISOString())).toEqual([
    MONDAY_LATER,
    '2026-11-30T12:45:00.000Z',
  ])
  expect(moved.status).toBe('Invitation Sent')
  const { history } = (await leads.history(owner, leadId)).body
  expect(history[0]).toMatchObject({ event: 'meeting.moved', by: { _id: owner.userId } })
  // Nothing goes round in circles.
  const before = google.seen.length
  await calendars.sync(owner)
  await calendars.sync(owner)
  expect(google.seen.slice(before).filter((one) => /^(POST|PATCH|DELETE) .*\/events/.test(one))).toEqual([])
  expect((await statusOf(id)).version).toBe(moved.version)
})

test('moved here and there at once, the move here stands, since the guest may have heard of it', async () => {
  const { owner, id, eventId, email, statusOf, eventOf } = await withMeeting()
  calendars.change(eventId, at(MONDAY_LATER, '2026-11-30T13:00:00.000Z'), email)
  await meetings.change(owner, id, { version: 1, startsAt: TUESDAY })
  await calendars.sync(owner)
  expect(new Date((await statusOf(id)).startsAt).toISOString()).toBe(TUESDAY)
  expect(timesOf(eventOf(id))[0]).toBe(TUESDAY)
})

test('deleted in Google, the meeting is cancelled; one of several people only leaves it', async () => {
  const { owner, id, eventId, email, statusOf } = await withMeeting()
  calendars.remove(eventId, email)
  await calendars.sync(owner)
  expect(await statusOf(id)).toMatchObject({ status: 'Meeting Canceled', cancelledBy: 'staff' })

  const w = await world()
  const writer = await w.member('Writer', [w.campaignId])
  await calendars.connect(writer, { email: 'writer@google.test' })
  const { meeting } = await meetings.made(w.owner, {
    ...{ leadId: w.leadId, startsAt: MONDAY },
    participantIds: [w.owner.userId, writer.userId],
  })
  await calendars.sync(w.owner)
  await calendars.sync(writer)
  const theirs = calendars.eventOf(meeting._id, writer, 'writer@google.test')
  // The guest is named in one calendar only.
  expect(theirs?.attendees).toBeUndefined()
  calendars.remove(theirs?.id ?? '', 'writer@google.test')
  await calendars.sync(writer)
  const left = await w.statusOf(meeting._id)
  expect([left.status, left.participants.map(({ _id }) => _id)]).toEqual(['Invitation Sent', [w.owner.userId]])
  await calendars.sync(writer)
  expect(calendars.shownIn('writer@google.test')).toEqual([])
})

test('what the person may not change here is put back there', async () => {
  const w = await world()
  const reader = await w.member('Reader', [w.campaignId])
  await calendars.connect(reader, { email: 'reader@google.test' })
  const { meeting } = await meetings.made(w.owner, {
    leadId: w.leadId,
    startsAt: MONDAY,
    participantIds: [reader.userId],
  })
  await calendars.sync(reader)
  const event = calendars.eventOf(meeting._id, reader, 'reader@google.test')
  calendars.change(event?.id ?? '', at(MONDAY_LATER, '2026-11-30T13:00:00.000Z'), 'reader@google.test')
  await calendars.sync(reader)
  expect(timesOf(calendars.eventOf(meeting._id, reader, 'reader@google.test'))[0]).toBe(MONDAY)
  calendars.remove(event?.id ?? '', 'reader@google.test')
  await calendars.sync(reader)
  expect(calendars.eventOf(meeting._id, reader, 'reader@google.test')?.status).toBe('confirmed')
  expect((await w.statusOf(meeting._id)).status).toBe('Invitation Sent')
})

test("the guest's answer at Google becomes the status, and a later one on the page wins", async () => {
  const { owner, id, eventId, email, statusOf } = await withMeeting()
  const answer = async (responseStatus: string) => {
    calendars.change(eventId, { attendees: [{ email: 'guest@example.test', responseStatus }] }, email)
    await calendars.sync(owner)
    return (await statusOf(id)).status
  }
  expect(await answer('tentative')).toBe('Received')
  expect(await answer('accepted')).toBe('Meeting Confirmed')
  await meetings.change(owner, id, { version: (await statusOf(id)).version, startsAt: TUESDAY })
  await calendars.sync(owner)
  expect((await statusOf(id)).status).toBe('Invitation Sent')
  expect(await answer('declined')).toBe('Meeting Canceled')
  expect((await statusOf(id)).cancelledBy).toBe('guest')
})

test('private, foreign, whole-day and repeated events are busy times without a word; free and declined ones are not', async () => {
  const w = await world()
  const { email, owner } = w
  calendars.add({ summary: 'Doctor', visibility: 'private', ...at(MONDAY, '2026-11-30T10:00:00Z') }, email)
  // 15:00 in New York is 22:00 in Israel.
  calendars.add(
    {
      summary: 'Call',
      start: { dateTime: '2026-12-01T15:00:00', timeZone: 'America/New_York' },
      end: { dateTime: '2026-12-01T16:00:00', timeZone: 'America/New_York' },
    },
    email,
  )
  calendars.add({ summary: 'Away', start: { date: '2026-12-02' }, end: { date: '2026-12-03' } }, email)
  calendars.add(
    { summary: 'Lunch', transparency: 'transparent', ...at('2026-12-03T10:00:00Z', '2026-12-03T11:00:00Z') },
    email,
  )
  calendars.add(
    {
      summary: 'Team',
      attendees: [{ email, responseStatus: 'declined' }],
      ...at('2026-12-03T12:00:00Z', '2026-12-03T13:00:00Z'),
    },
    email,
  )
  const series = calendars.add(
    {
      id: 'series0r20261206',
      recurringEventId: 'series0',
      ...at('2026-12-06T08:00:00Z', '2026-12-06T09:00:00Z'),
    },
    email,
  )
  await calendars.sync(owner)
  expect(await warningsAt(w, '2026-11-30T09:30:00Z')).toEqual(['busy'])
  expect(await warningsAt(w, '2026-11-30T10:00:00Z')).toEqual([])
  expect(await warningsAt(w, '2026-12-01T20:30:00Z', 30)).toEqual(['busy'])
  expect(await warningsAt(w, '2026-12-01T15:00:00Z')).toEqual([])
  // The day begins at midnight in Israel, which is 22:00 UTC of the day before.
  expect(await warningsAt(w, '2026-12-01T21:30:00Z')).toEqual(['busy'])
  expect(await warningsAt(w, '2026-12-02T22:00:00Z')).toEqual([])
  expect(await warningsAt(w, '2026-12-03T10:00:00Z')).toEqual([])
  expect(await warningsAt(w, '2026-12-03T12:00:00Z')).toEqual([])
  calendars.change(series, at('2026-12-06T14:00:00Z', '2026-12-06T15:00:00Z'), email)
  await calendars.sync(owner)
  expect([await warningsAt(w, '2026-12-06T08:00:00Z'), await warningsAt(w, '2026-12-06T14:00:00Z')]).toEqual([
    [],
    ['busy'],
  ])
  const stored = await it.deps.workerDb.selectFrom('calendar_busy').selectAll().execute()
  for (const word of ['Doctor', 'Away', 'Team']) expect(JSON.stringify(stored)).not.toContain(word)
})

test('other calendars count if they are chosen; meetings of this business do not count twice', async () => {
  const { id: _, ...w } = await withMeeting()
  const [, family] = (await calendars.own(w.owner))?.calendars ?? []
  calendars.add({ summary: 'Birthday', ...at('2026-12-01T12:00:00Z', '2026-12-01T13:00:00Z') }, w.email, family?.id)
  await calendars.sync(w.owner)
  expect(await warningsAt(w, '2026-12-01T12:00:00Z')).toEqual([])
  await it.send(calendarRoutes.choose, w.owner, { body: { calendarId: w.email, busyIds: [family?.id ?? ''] } })
  await calendars.sync(w.owner)
  expect(await warningsAt(w, '2026-12-01T12:00:00Z')).toEqual(['busy'])
  expect(await warningsAt(w, MONDAY)).toEqual(['clash'])
})

test('another calendar gets the coming meetings in place of the one before', async () => {
  const { owner, id, email, event } = await withMeeting()
  const [, family] = (await calendars.own(owner))?.calendars ?? []
  await it.send(calendarRoutes.choose, owner, { body: { calendarId: family?.id ?? '', busyIds: [] } })
  await calendars.sync(owner)
  expect(event.status).toBe('cancelled')
  expect(calendars.shownIn(email, family?.id)).toMatchObject([{ summary: 'First talk · Dana Levi' }])
  expect((await meetings.read(owner, id)).body.meeting.status).toBe('Invitation Sent')
})

test('when Google forgot what changed, all is read: what was moved or deleted meanwhile is found', async () => {
  const one = await withMeeting()
  const { meeting: other } = await meetings.made(one.owner, { leadId: one.leadId, startsAt: TUESDAY })
  await calendars.sync(one.owner)
  google.store.data.page = 1
  calendars.change(one.eventId, at(MONDAY_LATER, '2026-11-30T13:00:00.000Z'), one.email)
  calendars.remove(one.eventOf(other._id)?.id ?? '', one.email)
  google.forgetChanges()
  await calendars.sync(one.owner)
  delete google.store.data.page
  expect(new Date((await one.statusOf(one.id)).startsAt).toISOString()).toBe(MONDAY_LATER)
  expect((await one.statusOf(other._id)).status).toBe('Meeting Canceled')
  expect((await calendars.own(one.owner))?.state).toBe('active')
})

test('while the connection is lost, times are blocked and not offered', async () => {
  const w = await withMeeting({ offers: [TUESDAY] })
  expect(await warningsAt(w, TUESDAY)).toEqual([])
  const link = await it.send(meetingRoutes.link, w.owner, { params: { id: w.id } })
  const [token = '', id = ''] = link.body.url.split('/').reverse()
  expect((await meetings.guest.read({ id, token })).body.meeting.offers).toHaveLength(1)
  google.revokeAll(w.email)
  await calendars.sync(w.owner)
  expect(await warningsAt(w, TUESDAY)).toEqual(['calendar_lost'])
  expect((await meetings.guest.read({ id, token })).body.meeting.offers).toEqual([])
})

test('of a member who is suspended, or no longer reads the lead, the meeting leaves the calendar', async () => {
  const w = await world()
  const writer = await w.member('Writer', [w.campaignId])
  await calendars.connect(writer, { email: 'gone@google.test' })
  await meetings.made(w.owner, { leadId: w.leadId, startsAt: MONDAY, participantIds: [w.owner.userId, writer.userId] })
  await calendars.sync(writer)
  expect(calendars.shownIn('gone@google.test')).toHaveLength(1)
  await w.db.updateTable('memberships').set({ suspended_at: TEN }).where('user_id', '=', writer.userId).execute()
  it.deps.caches.endAll()
  await calendars.sync(writer)
  expect(calendars.shownIn('gone@google.test')).toEqual([])
})

test('an event of the product makes calendars due at once', async () => {
  const w = await world()
  await meetings.made(w.owner, { leadId: w.leadId, startsAt: MONDAY })
  await leads.relayed()
  const due = await it.deps.workerDb
    .selectFrom('calendar_connections')
    .select('due_at')
    .where('user_id', '=', w.owner.userId)
    .executeTakeFirstOrThrow()
  expect(Date.parse(due.due_at)).toBeLessThanOrEqual(Math.max(Date.now(), clock.getTime()))
})

test('a booking page offers no time that Google says is busy, and none while the connection is lost', async () => {
  const { owner, campaignId, email } = await world()
  const { slug } = await booking.made(owner, { campaignId, settings: { durations: [60], step: 60 } })
  const day = '2026-11-30'
  expect(await booking.hours(slug, day)).toBe('08:00 09:00 10:00 11:00 12:00 13:00 14:00 15:00 16:00 17:00')
  const times = { start: { dateTime: '2026-11-30T11:30:00Z' }, end: { dateTime: '2026-11-30T12:30:00Z' } }
  calendars.add({ summary: 'Dentist', visibility: 'private', ...times }, email)
  await calendars.sync(owner)
  expect(await booking.hours(slug, day)).toBe('08:00 09:00 10:00 11:00 12:00 15:00 16:00 17:00')
  expect((await booking.book(slug, { startsAt: '2026-11-30T12:00:00.000Z' })).status).toBe(409)
  google.revokeAll(email)
  await calendars.sync(owner)
  expect(await booking.hours(slug, day)).toBe('full')
})
