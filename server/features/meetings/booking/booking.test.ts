import { expect, test } from 'vitest'
import { consentRoutes } from '#contract/leads/conversations/consents.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { aGuest, testBooking } from '../../../testing/features/test-booking.ts'
import { linkIn, testMeetings } from '../../../testing/features/test-meetings.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { sendDueNotices } from '../notices.service.ts'

// A Sunday at ten in the morning; winter time.
let clock = new Date('2026-11-29T08:00:00Z')
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const meetings = testMeetings(it)
const booking = testBooking(it)
/** Monday at 12:00 and 13:00. */
const NOON = '2026-11-30T10:00:00.000Z'
const ONE = '2026-11-30T11:00:00.000Z'

async function world(at = '2026-11-29T08:00:00Z') {
  clock = new Date(at)
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { campaignId } = business
  const page = (settings: object = {}, more: object = {}) =>
    booking.made(owner, { campaignId, settings: { durations: [60], step: 60, ...settings }, ...more })
  const sent = async () => {
    await sendDueNotices(it.deps)
    return it.deps.workerDb
      .selectFrom('messages')
      .select(['recipient', 'channel', 'body'])
      .where('business_id', '=', business.businessId)
      .where('dedupe_key', 'like', 'meeting %')
      .execute()
  }
  const allLeads = async () => (await leads.page(owner)).body.leads
  return { ...business, owner, page, sent, allLeads }
}
const questions = [
  { key: 'q1', label: { he: 'כמה חדרים?', en: 'How many rooms?' }, kind: 'text', required: true },
  { key: 'q2', label: { he: '', en: 'When?' }, kind: 'choice', options: [{ he: 'עכשיו', en: 'Now' }] },
]

test('a booking makes the lead with source, UTM, answers and consent, and a confirmed meeting that answers it', async () => {
  const { owner, page, allLeads } = await world()
  const consent = { he: 'מאשר/ת לקבל דיוור פרסומי', en: 'I agree to receive advertising' }
  const { slug } = await page({ questions, consent, title: { he: 'היכרות', en: 'First talk' } })
  const shown = (await booking.read(slug)).body.page
  expect(shown).toMatchObject({ state: 'open', title: { he: 'היכרות', en: 'First talk' }, durations: [60] })
  expect(JSON.stringify(shown)).not.toContain(owner.email)
  const reply = await booking.book(slug, {
    ...{ startsAt: NOON, email: 'Dana@Example.test', language: 'en', consent: true },
    ...{ answers: { q1: 'Four', q2: 'Now' }, utm: { source: 'newsletter', campaign: 'winter' } },
    landingPage: 'https://example.test/?utm_source=newsletter',
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  const [lead] = await allLeads()
  expect(lead).toMatchObject({
    ...{ name: 'Dana Levi', phone: '+972541112233', email: 'dana@example.test', source: 'booking' },
    ...{ utm: { source: 'newsletter', campaign: 'winter' }, meetingStatus: 'Meeting Confirmed' },
    assignedTo: { _id: owner.userId },
  })
  expect(lead?.firstResponseAt).not.toBeNull()
  const leadId = lead?._id ?? ''
  const { enquiries } = (await leads.get(owner, leadId)).body.lead
  expect(enquiries[0]).toMatchObject({
    landingPage: 'https://example.test/?utm_source=newsletter',
    consent: 'I agree to receive advertising',
  })
  const answers = [
    { label: 'How many rooms?', value: 'Four' },
    { label: 'When?', value: 'Now' },
  ]
  expect(enquiries[0]?.answers).toEqual(answers)
  const { consents } = (await it.send(consentRoutes.get, owner, { params: { id: leadId } })).body
  expect(consents.states).toContainEqual(
    expect.objectContaining({ channel: 'sms', purpose: 'advertising', state: 'given' }),
  )
  const [meeting] = (await meetings.ofLead(owner, leadId)).body.meetings
  expect(meeting).toMatchObject({
    ...{ startsAt: expect.stringContaining('2026-11-30'), title: 'First talk', status: 'Meeting Confirmed' },
    ...{ isBooked: true, answers, createdBy: null, participants: [{ _id: owner.userId }] },
    guest: { name: 'Dana Levi', phone: '+972541112233', language: 'en' },
  })
  await leads.relayed()
  const { data } = (await it.send(notificationRoutes.list, owner, { query: {} })).body
  expect(data.map(({ action }) => action).sort()).toEqual(['meeting_booked', 'receiving_a_lead'])
})

test('the guest gets a confirmation with a link, on which the meeting is moved to a free time and cancelled', async () => {
  const { page, sent } = await world()
  const { slug } = await page()
  const { url } = (await booking.book(slug, { startsAt: NOON, email: 'dana@example.test' })).body
  const messages = await sent()
  expect(messages.map(({ channel, recipient }) => `${channel} ${recipient}`).sort()).toEqual([
    'mail dana@example.test',
    'sms +972541112233',
  ])
  const link = linkIn(messages.find(({ channel }) => channel === 'sms')?.body?.split('\n')[1] ?? '')
  expect(link.id).toBe(linkIn(url).id)
  const { meeting } = (await meetings.guest.read(link)).body
  expect(meeting).toMatchObject({ status: 'Meeting Confirmed', state: 'open' })
  expect(meeting.offers).toContain(ONE)
  expect(meeting.offers).not.toContain(NOON)
  expect(await booking.hours(slug, '2026-11-30')).not.toContain('12:00')
  const moved = await meetings.guest.move(link, { startsAt: ONE })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  expect(new Date(moved.body.meeting.startsAt).toISOString()).toBe(ONE)
  expect(await booking.hours(slug, '2026-11-30')).toContain('12:00')
  expect(await booking.hours(slug, '2026-11-30')).not.toContain('13:00')
  // A time that is not free, and one outside the hours.
  for (const startsAt of [ONE, '2026-11-30T20:00:00.000Z'])
    expect(refusal(await meetings.guest.move(link, { startsAt, sequence: 1 })).code).toBe('meeting_time_taken')
  await meetings.guest.decline(link, 1)
  expect(await booking.hours(slug, '2026-11-30')).toContain('13:00')
})

test('at night the confirmation goes at once; on Shabbat by mail alone, the text message after it', async () => {
  const night = await world('2026-11-29T21:00:00Z')
  await booking.book((await night.page()).slug, { startsAt: NOON, email: 'dana@example.test' })
  expect(await night.sent()).toHaveLength(2)
  const shabbat = await world('2026-11-28T08:00:00Z')
  await booking.book((await shabbat.page()).slug, { startsAt: NOON, email: 'dana@example.test' })
  expect((await shabbat.sent()).map(({ channel }) => channel)).toEqual(['mail'])
  clock = new Date('2026-11-29T06:05:00Z')
  expect((await shabbat.sent()).map(({ channel }) => channel)).toEqual(['mail', 'sms'])
})

test('fifty people take the last time at the same moment: one has it, and 49 get other times', async () => {
  const { page, businessId } = await world()
  const { slug } = await page({ durations: [60], daysAhead: 30 })
  const origin = await it.listen()
  const book = async (guest: number, startsAt: string) => {
    const reply = await fetch(`${origin}/api/book/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ startsAt, minutes: 60, name: `Guest ${guest}`, phone: `+9725411${10_000 + guest}` },
        token: booking.token(slug),
      }),
    })
    const { code } = (await reply.json()) as { code?: string }
    return { status: reply.status, code }
  }
  const guests = Array.from({ length: 50 }, (_, guest) => guest)
  const first = await Promise.all(guests.map((guest) => book(guest, NOON)))
  expect(first.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(first.filter(({ code }) => code === 'booking_time_taken')).toHaveLength(49)
  const { body } = await booking.slots(slug, { from: '2026-11-30', to: '2026-12-15', minutes: 60 })
  const free = body.days.flatMap(({ times }) => times)
  expect(free).not.toContain(NOON)
  const others = guests.filter((guest) => first[guest]?.status === 409)
  const second = await Promise.all(others.map((guest, at) => book(guest, free[at] ?? '')))
  expect(second.map(({ status }) => status)).toEqual(Array(49).fill(201))
  const rows = await it.deps.workerDb
    .selectFrom('meetings')
    .select('starts_at')
    .where('business_id', '=', businessId)
    .execute()
  expect(new Set(rows.map(({ starts_at }) => starts_at)).size).toBe(50)
})

test('a team takes turns, and a known lead meets the person who takes care of it', async () => {
  const { owner, member, campaignId } = await world()
  const people = [await member('Writer', [campaignId]), await member('Writer', [campaignId])]
  const userIds = people.map(({ userId }) => userId)
  const settings = { durations: [60], step: 60, userIds }
  const { slug } = await booking.made(owner, { campaignId, isTeam: true, settings })
  const hostOf = async (startsAt: string, phone: string) => {
    const { body, status } = await booking.book(slug, { startsAt, phone })
    expect(status, JSON.stringify(body)).toBe(201)
    return (await meetings.read(owner, linkIn(body.url).id)).body.meeting.participants[0]?._id
  }
  expect(await hostOf(NOON, '+972541110001')).toBe(userIds[0])
  // The other one is free at the same time.
  expect(await hostOf(NOON, '+972541110002')).toBe(userIds[1])
  expect((await booking.book(slug, { startsAt: NOON, phone: '+972541110003' })).status).toBe(409)
  expect(await hostOf(ONE, '+972541110004')).toBe(userIds[0])
  // It would be the turn of the second, but the first takes care of this lead.
  expect(await hostOf('2026-11-30T12:00:00.000Z', '+972541110001')).toBe(userIds[0])
})

test('a repeat enquiry joins the lead of the person, and the duplicate policy holds', async () => {
  const { owner, page, campaignId, allLeads, db, businessId } = await world()
  const known = await leads.add(owner, { campaignId, name: 'Dana', phone: '+972541112233' })
  const { slug } = await page()
  await booking.book(slug, { startsAt: NOON })
  expect(await allLeads()).toHaveLength(1)
  expect((await meetings.ofLead(owner, known._id)).body.meetings).toHaveLength(1)
  const set = (duplicate_action: 'refuse' | 'mark') =>
    db.updateTable('businesses').set({ duplicate_action }).where('business_id', '=', businessId).execute()
  await set('refuse')
  await booking.book(slug, { startsAt: ONE })
  expect(await allLeads()).toHaveLength(1)
  expect((await meetings.ofLead(owner, known._id)).body.meetings).toHaveLength(2)
  await set('mark')
  await booking.book(slug, { startsAt: '2026-11-30T12:00:00.000Z' })
  expect(await allLeads()).toHaveLength(2)
})

test('a double click and a lost reply book once', async () => {
  const { page, allLeads, owner } = await world()
  const { slug } = await page()
  const key = { 'idempotency-key': 'k1' }
  const replies = await Promise.all([
    booking.book(slug, { startsAt: NOON }, key),
    booking.book(slug, { startsAt: NOON }, key),
  ])
  expect(replies.map(({ status }) => status).sort()[0]).toBe(201)
  const again = await booking.book(slug, { startsAt: NOON }, key)
  expect(again.status).toBe(201)
  const [lead] = await allLeads()
  expect((await meetings.ofLead(owner, lead?._id ?? '')).body.meetings).toHaveLength(1)
})

test('what is not offered, closed pages and hostile input are refused, and nothing is stored', async () => {
  const { page, owner, allLeads } = await world()
  const { slug, _id } = await page({ questions })
  const answers = { q1: 'Four' }
  const taken = ['2026-11-30T10:30:00Z', '2026-11-28T10:00:00Z', '2026-12-05T10:00:00Z', '2027-11-30T10:00:00Z']
  for (const startsAt of taken)
    expect(refusal(await booking.book(slug, { startsAt, answers })).code).toBe('booking_time_taken')
  const invalid = [
    { answers: {} },
    { answers: { ...answers, q2: 'Later' } },
    { answers, minutes: 15 },
    { answers, phone: '12' },
    { answers, name: '' },
    { answers, name: 'a\0b' },
    { answers, email: 'not an address' },
    { answers, language: 'fr' },
    { answers: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`q${i}`, 'x'])) },
  ]
  for (const body of invalid) expect((await booking.book(slug, { startsAt: NOON, ...body })).status).toBe(422)
  await booking.change(owner, _id, { isActive: false })
  expect((await booking.read(slug)).body.page.state).toBe('closed')
  expect(refusal(await booking.book(slug, { startsAt: NOON, answers })).code).toBe('booking_page_closed')
  expect(refusal(await booking.read('no-such-page')).code).toBe('booking_page_not_found')
  expect((await booking.read("x' or 1=1 --")).status).toBe(422)
  expect(await allLeads()).toEqual([])
})

test('markup and links in a name stay text, and messages carry neither', async () => {
  const { page, owner, allLeads, sent } = await world()
  const { slug } = await page()
  const name = '<img src=x onerror=alert(1)> http://evil.example'
  expect((await booking.book(slug, { startsAt: NOON, name, email: 'dana@example.test' })).status).toBe(201)
  expect((await allLeads())[0]?.name).toBe(name)
  for (const { body } of await sent()) {
    expect(body).not.toContain('evil.example')
    expect(body).not.toContain('onerror')
  }
  const [meeting] = (await meetings.list(owner, { from: '2026-11-30T00:00:00Z', to: '2026-12-01T00:00:00Z' })).body
    .meetings
  expect(meeting?.guest.name).toBe(name)
})

test('one phone books five times a day, and a refused try does not count', async () => {
  const { page } = await world()
  const { slug } = await page()
  expect((await booking.book(slug, { startsAt: '2026-12-05T10:00:00Z' })).status).toBe(409)
  const times = ['06', '07', '08', '09', '10'].map((hour) => `2026-11-30T${hour}:00:00Z`)
  for (const startsAt of times) expect((await booking.book(slug, { startsAt })).status).toBe(201)
  expect((await booking.book(slug, { startsAt: ONE })).status).toBe(429)
  expect((await booking.book(slug, { startsAt: ONE, phone: '+972541119999' })).status).toBe(201)
})

test('members have their own pages, Owners and Admins those of the team', async () => {
  const { owner, member, campaignId, campaign, page } = await world()
  const other = await campaign()
  const [writer, reader] = [await member('Writer', [campaignId]), await member('Reader', [campaignId])]
  const own = await booking.made(writer, { campaignId, slug: `own-${campaignId.slice(-8)}` })
  expect(own).toMatchObject({ owner: { _id: writer.userId }, settings: { userIds: [writer.userId] }, canEdit: true })
  const team = await page({ userIds: [owner.userId, writer.userId] }, { isTeam: true })
  expect((await booking.list(writer)).map(({ _id, canEdit }) => [_id, canEdit])).toEqual([
    [team._id, false],
    [own._id, true],
  ])
  expect(
    (await booking.create(writer, { campaignId, isTeam: true, settings: { userIds: [writer.userId] } })).status,
  ).toBe(403)
  expect((await booking.create(writer, { campaignId: other })).status).toBe(404)
  expect((await booking.create(reader, { campaignId })).status).toBe(403)
  expect((await booking.change(writer, team._id, { isActive: false })).status).toBe(403)
  expect(refusal(await booking.create(owner, { campaignId, slug: own.slug })).code).toBe('booking_slug_taken')
  expect(refusal(await booking.change(owner, team._id, { slug: own.slug })).code).toBe('booking_slug_taken')
  // A Reader takes no meetings.
  const withReader = { campaignId, isTeam: true, settings: { userIds: [reader.userId] } }
  expect(refusal(await booking.create(owner, withReader)).code).toBe('user_not_found')
  expect((await booking.remove(owner, own._id)).status).toBe(200)
  expect((await booking.read(own.slug)).status).toBe(404)
})

test('a page that is deleted leaves its meetings, and its guests can still cancel', async () => {
  const { page, owner } = await world()
  const { slug, _id } = await page()
  const { url } = (await booking.book(slug, { startsAt: NOON })).body
  await booking.remove(owner, _id)
  const { meeting } = (await meetings.guest.read(linkIn(url))).body
  expect(meeting).toMatchObject({ status: 'Meeting Confirmed', offers: [] })
  expect((await meetings.guest.decline(linkIn(url))).status).toBe(200)
  expect((await booking.book(slug, { startsAt: ONE, ...aGuest })).status).toBe(404)
})
