import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import { newId } from '../../platform/ids.ts'
import { testMeetings } from '../../testing/features/test-meetings.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { endMeetings } from './meetings.jobs.ts'

// A Sunday at ten in the morning.
let clock = new Date('2026-11-29T08:00:00Z')
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const meetings = testMeetings(it)
const MONDAY = '2026-11-30T09:00:00Z'
const TUESDAY = '2026-12-01T09:00:00Z'

async function world() {
  clock = new Date('2026-11-29T08:00:00Z')
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  const lead = await leads.add(owner, {
    campaignId,
    name: 'Dana Levi',
    email: 'dana@example.test',
    phone: '+972541112233',
  })
  const statusOf = async (id = lead._id) => (await leads.get(owner, id)).body.lead.meetingStatus
  /** Some time later, signed in again. */
  const later = async (at: string) => {
    clock = new Date(at)
    Object.assign(owner, await it.signIn(owner.userId))
  }
  return { ...business, owner, lead, leadId: lead._id, statusOf, later }
}

test('a meeting is made with the lead as its guest and the caller as its host, and answers the lead', async () => {
  const { owner, lead, leadId, statusOf, db } = await world()
  expect(lead).toMatchObject({ meetingStatus: 'No meeting', firstResponseAt: null })
  const { meeting, warnings, link } = await meetings.made(owner, { leadId, startsAt: MONDAY })
  expect(meeting).toMatchObject({
    leadId,
    leadName: 'Dana Levi',
    title: 'First talk',
    place: 'Bialik 41, Ramat Gan',
    status: 'Invitation Sent',
    outcome: null,
    guest: { name: 'Dana Levi', phone: '+972541112233', email: 'dana@example.test', language: 'he' },
    participants: [{ _id: owner.userId }],
    notices: [],
    canEdit: true,
  })
  expect([meeting.startsAt, meeting.endsAt].map((at) => new Date(at).toISOString())).toEqual([
    '2026-11-30T09:00:00.000Z',
    '2026-11-30T10:00:00.000Z',
  ])
  expect(warnings).toEqual([])
  expect(link.token).toMatch(/^[\w-]{43}$/)
  expect(await statusOf()).toBe('Invitation Sent')
  expect((await leads.get(owner, leadId)).body.lead.firstResponseAt).not.toBeNull()
  const { history } = (await leads.history(owner, leadId)).body
  expect(history.map(({ event }) => event)).toEqual(['meeting.made', 'lead.created'])
  expect(history[0]?.meeting).toMatchObject({ status: 'Invitation Sent', outcome: null })
  // Only the hash of the token is stored.
  const rows = await db.selectFrom('meeting_links').select('token_hash as hash').execute()
  expect(rows.map(({ hash }) => hash)).toEqual([createHash('sha256').update(link.token).digest()])
})

test('the status follows the meetings, the list filters by it, and an end passes it on', async () => {
  const { owner, leadId, statusOf, later } = await world()
  const first = await meetings.made(owner, { leadId, startsAt: MONDAY })
  await meetings.guest.confirm(first.link)
  expect(await statusOf()).toBe('Meeting Confirmed')
  const second = await meetings.made(owner, { leadId, startsAt: TUESDAY })
  expect(await statusOf()).toBe('Meeting Confirmed')
  await meetings.cancel(owner, second.meeting._id)
  expect(await statusOf()).toBe('Meeting Confirmed')
  await leads.relayed()
  const where = (value: string) =>
    leads.names(owner, { filters: { where: { all: [{ field: 'meetingStatus', op: 'in', value: [value] }] } } })
  expect(await where('Meeting Confirmed')).toEqual(['Dana Levi'])
  expect(await where('No meeting')).toEqual([])
  await later('2026-11-30T10:00:00Z')
  await endMeetings(it.deps)
  expect(await statusOf()).toBe('Meeting Canceled')
  const { history } = (await leads.history(owner, leadId)).body
  expect(history[0]).toMatchObject({
    event: 'lead.changed',
    by: null,
    changes: { meetingStatus: ['Meeting Confirmed', 'Meeting Canceled'] },
  })
})

test('moved by staff it asks again, refuses another version, and a second press changes nothing', async () => {
  const { owner, leadId } = await world()
  const { meeting, link } = await meetings.made(owner, { leadId, startsAt: MONDAY })
  await meetings.guest.confirm(link)
  const stale = await meetings.change(owner, meeting._id, { version: meeting.version, startsAt: TUESDAY })
  expect(refusal(stale)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  const moved = await meetings.change(owner, meeting._id, { version: 2, startsAt: TUESDAY })
  expect(moved.body.meeting).toMatchObject({ status: 'Invitation Sent', answeredAt: null, version: 3 })
  const again = await meetings.change(owner, meeting._id, { version: 3, startsAt: TUESDAY })
  expect(again.body.meeting).toMatchObject({ status: 'Invitation Sent', version: 3 })
  // The guest answers the time that they saw.
  expect(refusal(await meetings.guest.confirm(link, 0))).toMatchObject({ status: 409, code: 'meeting_moved' })
  expect((await meetings.guest.confirm(link, 1)).body.meeting).toMatchObject({ status: 'Meeting Confirmed' })
})

test('cancelled with its way back, and what became of it', async () => {
  const { owner, leadId, statusOf, later } = await world()
  const { meeting, link } = await meetings.made(owner, { leadId, startsAt: MONDAY })
  const id = meeting._id
  await meetings.guest.confirm(link)
  expect((await meetings.cancel(owner, id)).body.meeting).toMatchObject({
    status: 'Meeting Canceled',
    cancelledBy: 'staff',
  })
  expect(await statusOf()).toBe('Meeting Canceled')
  expect(refusal(await meetings.guest.confirm(link, 1))).toMatchObject({ code: 'meeting_cancelled' })
  const back = await meetings.cancel(owner, id, { isCancelled: false })
  expect(back.body.meeting).toMatchObject({ status: 'Meeting Confirmed', cancelledBy: null })
  expect(refusal(await meetings.outcome(owner, id, 'held'))).toMatchObject({ status: 409, code: 'meeting_not_begun' })
  await later('2026-11-30T09:30:00Z')
  expect((await meetings.outcome(owner, id, 'no_show')).body.meeting).toMatchObject({ outcome: 'no_show' })
  expect((await meetings.outcome(owner, id, null)).body.meeting).toMatchObject({ outcome: null })
  expect((await meetings.outcome(owner, id, 'held')).body.meeting).toMatchObject({ outcome: 'held' })
})

test('a time is warned of, and never forbidden', async () => {
  const { owner, leadId, member } = await world()
  const colleague = await member('Admin')
  const at = async (startsAt: string) => {
    const { warnings } = await meetings.made(owner, { leadId, startsAt, participantIds: [colleague.userId] })
    return warnings.map(({ kind }) => kind)
  }
  expect(await at('2026-11-30T09:00:00Z')).toEqual([])
  expect(await at('2026-11-30T09:30:00Z')).toEqual(['clash'])
  expect(await at('2026-11-30T10:30:00Z')).toEqual([])
  // Six in the evening is when a new business closes; Friday at 17:00 is Shabbat; the first day of Pesach 2027.
  expect(await at('2026-11-30T15:30:00Z')).toEqual(['closed'])
  expect(await at('2026-12-04T15:00:00Z')).toEqual(['shabbat'])
  expect(await at('2027-04-22T08:00:00Z')).toEqual(['holiday'])
  expect(await at('2026-11-28T08:00:00Z')).toEqual(['past', 'shabbat'])
})

test('a meeting over the change of the clock lasts as long as it says', async () => {
  const { owner, leadId } = await world()
  // Israel goes to summer time on Friday, 26 March 2027, at two: 01:30 and 90 minutes later is 04:00.
  const { meeting } = await meetings.made(owner, { leadId, startsAt: '2027-03-25T23:30:00Z', minutes: 90 })
  expect(Date.parse(meeting.endsAt) - Date.parse(meeting.startsAt)).toBe(90 * 60_000)
})

test.each([
  [{ minutes: 14 }, 'minutes'],
  [{ minutes: 121 }, 'minutes'],
  [{ title: ' ' }, 'title'],
  [{ kind: 'dance' }, 'kind'],
  [{ startsAt: 'tomorrow' }, 'startsAt'],
  [{ link: 'javascript:alert(1)' }, 'link'],
  [{ guest: { name: 'Dana', phone: '12', email: null, language: 'he' } }, 'guest.phone'],
])('%j is refused', async (body, path) => {
  const { owner, leadId } = await world()
  const reply = refusal(await meetings.make(owner, { leadId, startsAt: MONDAY, ...body }))
  expect(reply).toMatchObject({ status: 422, issues: { [path]: expect.any(String) } })
})

test('once for each key, with members of the business only, and not with an address that is missing', async () => {
  const { owner, leadId } = await world()
  const body = { kind: 'phone', title: 'Talk', minutes: 30, leadId, startsAt: MONDAY }
  const key = { 'idempotency-key': newId() }
  const one = await it.send(meetingRoutes.create, owner, { body: body as never }, key)
  const two = await it.send(meetingRoutes.create, owner, { body: body as never }, key)
  expect(two.body.meeting._id).toBe(one.body.meeting._id)
  expect((await meetings.ofLead(owner, leadId)).body.meetings).toHaveLength(1)
  const stranger = await it.person()
  expect(refusal(await meetings.make(owner, { ...body, participantIds: [stranger.userId] }))).toMatchObject({
    code: 'user_not_found',
  })
  const guest = { name: 'Dana', phone: null, email: null, language: 'he' }
  expect(refusal(await meetings.make(owner, { ...body, guest, channels: ['sms'] }))).toMatchObject({
    code: 'guest_without_contact',
  })
  expect((await meetings.ofLead(owner, leadId)).body.meetings).toHaveLength(1)
})

test('who sees what: own leads, the calendar of a colleague, and masks', async () => {
  const { owner, leadId, member, campaignId, campaign } = await world()
  const writer = await member('Writer', [campaignId])
  const manager = await member('Lead', [campaignId])
  const elsewhere = await member('Writer', [await campaign()])
  const reader = await member('Reader', [campaignId])
  const { meeting } = await meetings.made(owner, { leadId, startsAt: MONDAY })
  const week = { from: '2026-11-29T00:00:00Z', to: '2026-12-06T00:00:00Z' }
  const seen = async (as: typeof owner, query = {}) => {
    const { body } = await meetings.list(as, { ...week, ...query })
    return [body.meetings.map(({ _id }) => _id), body.busy.length]
  }
  expect(await seen(owner)).toEqual([[meeting._id], 0])
  expect(await seen(manager, { userId: owner.userId })).toEqual([[meeting._id], 0])
  // Others see of a colleague's calendar only that they are busy.
  expect(await seen(writer)).toEqual([[], 0])
  expect(await seen(writer, { userId: owner.userId })).toEqual([[], 1])
  expect((await meetings.ofLead(writer, leadId)).body.meetings).toHaveLength(1)
  expect((await meetings.ofLead(reader, leadId)).body).toMatchObject({ canEdit: false })
  expect((await meetings.read(elsewhere, meeting._id)).status).toBe(404)
  expect((await meetings.cancel(reader, meeting._id)).status).toBe(403)
  await meetings.change(owner, meeting._id, { version: 1, participantIds: [writer.userId] })
  expect(await seen(writer)).toEqual([[meeting._id], 0])
})
