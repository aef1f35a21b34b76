import { expect, test } from 'vitest'
import { consentRoutes } from '#contract/leads/conversations/consents.ts'
import { calendarFileOf } from '#contract/leads/meetings/guest-meetings.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { leadQuietRoutes } from '#contract/working-hours/lead-quiet.ts'
import { newId } from '../../../platform/ids.ts'
import { testMeetings } from '../../../testing/features/test-meetings.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { sendDueNotices } from '../notices.service.ts'

let clock = new Date('2026-11-29T08:00:00Z')
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const { made, guest, ...meetings } = testMeetings(it)
const MONDAY = '2026-11-30T09:00:00Z'
const TUESDAY = '2026-12-01T09:00:00Z'

async function world(at = '2026-11-29T08:00:00Z') {
  clock = new Date(at)
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const contacts = { name: 'Dana Levi', email: 'dana@example.test', phone: '+972541112233' }
  const lead = await leads.add(owner, { campaignId: business.campaignId, ...contacts })
  const statusOf = async () => (await leads.get(owner, lead._id)).body.lead.meetingStatus
  const send = async () => {
    await sendDueNotices(it.deps)
    const { rows } = await it.deps.workerDb
      .selectFrom('messages')
      .select(['recipient', 'channel', 'body'])
      .where('business_id', '=', business.businessId)
      .where('dedupe_key', 'like', 'meeting %')
      .orderBy('created_at')
      .execute()
      .then((found) => ({ rows: found }))
    return rows
  }
  return { ...business, owner, leadId: lead._id, statusOf, send }
}

test('reading changes nothing; a person who opens it has received it, and answers until it begins', async () => {
  const { owner, leadId, statusOf } = await world()
  const { meeting, link } = await made(owner, { leadId, startsAt: MONDAY, message: 'Please bring the plan' })
  const shown = (await guest.read(link)).body.meeting
  expect(shown).toMatchObject({
    state: 'open',
    title: 'First talk',
    place: 'Bialik 41, Ramat Gan',
    message: 'Please bring the plan',
    hosts: [owner.name.split(' ')[0]],
    status: 'Invitation Sent',
  })
  // Nothing personal beyond the meeting.
  const text = JSON.stringify(shown)
  for (const secret of ['dana@example.test', '541112233', 'Levi', owner.email, leadId, owner.userId])
    expect(text).not.toContain(secret)
  expect(await statusOf()).toBe('Invitation Sent')
  expect((await guest.open(link)).body.meeting.status).toBe('Received')
  expect(await statusOf()).toBe('Received')
  await Promise.all([guest.confirm(link), guest.confirm(link)])
  expect(await statusOf()).toBe('Meeting Confirmed')
  await guest.open(link)
  expect(await statusOf()).toBe('Meeting Confirmed')
  await guest.decline(link)
  expect(await statusOf()).toBe('Meeting Canceled')
  await guest.move(link, { words: 'Thursday in the morning?' })
  expect(await statusOf()).toBe('Received')
  expect((await meetings.read(owner, meeting._id)).body.meeting).toMatchObject({
    guestWords: 'Thursday in the morning?',
  })
  const { history } = (await leads.history(owner, leadId)).body
  expect(history.map(({ event }) => event)).toEqual([
    ...[
      'meeting.time_asked',
      'meeting.cancelled',
      'meeting.confirmed',
      'meeting.opened',
      'meeting.made',
      'lead.created',
    ],
  ])
  await leads.relayed()
  const { data } = (await it.send(notificationRoutes.list, owner, { query: {} })).body
  expect(data.filter(({ action }) => action === 'meeting_answered')).toHaveLength(3)
  clock = new Date(MONDAY)
  expect(refusal(await guest.confirm(link))).toMatchObject({ status: 409, code: 'meeting_over' })
  expect((await guest.read(link)).body.meeting.state).toBe('begun')
})

test('a wrong link, another meeting’s link and one that is over look the same', async () => {
  const { owner, leadId } = await world()
  const [one, two] = [await made(owner, { leadId, startsAt: MONDAY }), await made(owner, { leadId, startsAt: TUESDAY })]
  const wrong = [
    { id: one.link.id, token: 'A'.repeat(43) },
    { id: one.link.id, token: two.link.token },
    { id: newId(), token: one.link.token },
  ]
  const bodies = await Promise.all(wrong.map((link) => guest.read(link)))
  expect(bodies.map((reply) => [reply.status, refusal(reply).code])).toEqual(Array(3).fill([404, 'meeting_not_found']))
  expect((await guest.confirm(wrong[1] as typeof one.link)).status).toBe(404)
  clock = new Date('2026-12-01T09:59:59Z')
  expect((await guest.read(one.link)).status).toBe(200)
  clock = new Date('2026-12-01T10:00:00Z')
  expect((await guest.read(one.link)).status).toBe(404)
})

test('of two guests who choose the same time of one host, one has it', async () => {
  const { owner, leadId } = await world()
  const offers = ['2026-12-02T09:00:00.000Z']
  const both = [
    await made(owner, { leadId, startsAt: MONDAY, offers }),
    await made(owner, { leadId, startsAt: TUESDAY, offers }),
  ]
  const replies = await Promise.all(both.map(({ link }) => guest.move(link, { startsAt: offers[0] })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const chosen = replies.find(({ status }) => status === 200)?.body.meeting
  expect(chosen).toMatchObject({ status: 'Meeting Confirmed', sequence: 1 })
  expect(new Date(chosen?.startsAt ?? '').toISOString()).toBe(offers[0])
  const lost = both[replies.findIndex(({ status }) => status === 409)]
  expect((await guest.read(lost?.link as (typeof both)[0]['link'])).body.meeting.offers).toEqual([])
  expect((await guest.move(lost?.link as (typeof both)[0]['link'], { startsAt: TUESDAY })).status).toBe(409)
})

test('the calendar file keeps its UID, and its sequence grows', async () => {
  const { owner, leadId } = await world()
  const { meeting, link } = await made(owner, { leadId, startsAt: MONDAY, title: 'Kitchen, first; talk' })
  const file = () => it.app.inject({ url: `/api${calendarFileOf(link.id, link.token)}` })
  const first = await file()
  expect(first.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'x-robots-tag': 'noindex' })
  const lines = first.body.split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining(['DTSTART:20261130T090000Z', 'DTEND:20261130T100000Z', 'SEQUENCE:0', 'STATUS:TENTATIVE']),
  )
  expect(first.body).toContain('SUMMARY:Kitchen\\, first\\; talk')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  await meetings.change(owner, meeting._id, { version: 1, startsAt: TUESDAY })
  const second = (await file()).body
  expect(second).toContain('DTSTART:20261201T090000Z')
  expect(second).toContain('SEQUENCE:1')
  const uid = /^UID:.*$/m.exec(first.body)?.[0]
  expect(/^UID:.*$/m.exec(second)?.[0]).toBe(uid)
  await meetings.cancel(owner, meeting._id)
  expect((await file()).body).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/)
})

test('invitations go at once in open time, with a link that works', async () => {
  const { owner, leadId, send } = await world()
  await made(owner, { leadId, startsAt: TUESDAY, channels: ['sms', 'mail'] })
  const sent = await send()
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['+972541112233', 'dana@example.test'])
  await sendDueNotices(it.deps)
  expect(await send()).toHaveLength(2)
  const [id = '', token = ''] = /\/meeting\/([\w-]+)\/([\w-]{43})/.exec(sent[0]?.body ?? '')?.slice(1) ?? []
  expect((await guest.open({ id, token })).body.meeting.status).toBe('Received')
})

test('a notice that cannot be made is tried again after five minutes, behind those that are due', async () => {
  const { businessId, owner, leadId } = await world('2026-11-29T19:00:00Z')
  await made(owner, { leadId, startsAt: TUESDAY, channels: ['sms'] })
  const morning = Date.parse('2026-11-30T06:00:00Z')
  const at = (time: number) => ({ ...it.deps, now: () => new Date(time) })
  const broken = Object.defineProperty({ ...it.deps.env }, 'publicUrl', {
    get: () => {
      throw new Error('No address')
    },
  })
  const notice = () =>
    it.deps.workerDb
      .selectFrom('meeting_notices')
      .select(['state', 'due_at'])
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
  expect(await sendDueNotices({ ...at(morning), env: broken, onError: () => undefined })).toBe(0)
  const { state, due_at } = await notice()
  expect([state, Date.parse(due_at)]).toEqual(['waiting', morning + 300_000])
  expect(await sendDueNotices(at(morning + 300_000))).toBe(1)
  expect((await notice()).state).toBe('sent')
})

test.each([
  // Friday, 15:50 Israel: 16 minutes before candle lighting in Jerusalem no more, on Saturday night an hour after its end.
  ['Shabbat', '2026-11-27T15:00:00Z', '2026-11-28T16:00:00Z', '2026-11-28T16:30:00Z'],
  ['night', '2026-11-29T19:00:00Z', '2026-11-30T05:59:00Z', '2026-11-30T06:00:00Z'],
])('what is written in quiet (%s) waits until it is over', async (_, written, still, over) => {
  const { owner, leadId, send } = await world(written)
  const { meeting } = await made(owner, { leadId, startsAt: TUESDAY, channels: ['sms'] })
  expect(meeting.notices).toMatchObject([{ kind: 'invitation', channel: 'sms', state: 'waiting' }])
  expect(await send()).toEqual([])
  clock = new Date(still)
  expect(await send()).toEqual([])
  clock = new Date(over)
  expect(await send()).toHaveLength(1)
})

test('the business’s own quiet hours hold', async () => {
  // 20:30 in Israel: open by the usual hours.
  const { owner, leadId, send } = await world('2026-11-29T18:30:00Z')
  const { quiet, version } = (await it.send(leadQuietRoutes.get, owner, {})).body
  const changed = { quiet: { ...quiet, from: '19:00', to: '09:00' }, expected: version }
  expect((await it.send(leadQuietRoutes.change, owner, { body: changed })).status).toBe(200)
  await made(owner, { leadId, startsAt: TUESDAY, channels: ['sms'] })
  expect(await send()).toEqual([])
  clock = new Date('2026-11-30T07:00:00Z')
  expect(await send()).toHaveLength(1)
})

test('a guest who asked not to be written to by text message gets mail alone', async () => {
  const { owner, leadId, send } = await world()
  const withdrawal = { channel: 'sms', purpose: 'service', act: 'withdrawn', note: 'Said so' } as const
  expect((await it.send(consentRoutes.change, owner, { params: { id: leadId }, body: withdrawal })).status).toBe(200)
  await made(owner, { leadId, startsAt: TUESDAY, channels: ['sms', 'mail'] })
  expect((await send()).map(({ channel }) => channel)).toEqual(['mail'])
})

test('the link of a guest ends when another takes their place', async () => {
  const { owner, leadId } = await world()
  const { meeting, link } = await made(owner, { leadId, startsAt: TUESDAY })
  expect((await guest.read(link)).status).toBe(200)
  const other = { name: 'Noa', phone: '+972541112244', email: null, language: 'he' }
  await meetings.change(owner, meeting._id, { version: meeting.version, guest: other })
  expect((await guest.read(link)).status).toBe(404)
})

test('an invitation that waits is not sent after the meeting was cancelled', async () => {
  const { owner, leadId, send } = await world('2026-11-29T19:00:00Z')
  const { meeting } = await made(owner, { leadId, startsAt: TUESDAY, channels: ['sms'], reminds: true })
  await meetings.cancel(owner, meeting._id)
  clock = new Date('2026-12-01T08:00:00Z')
  expect(await send()).toEqual([])
})

test('reminders go a day and two hours before, to the time that holds', async () => {
  const { owner, leadId, send } = await world()
  const { meeting } = await made(owner, { leadId, startsAt: TUESDAY, channels: ['sms'], reminds: true })
  await send()
  await meetings.change(owner, meeting._id, { version: 1, startsAt: '2026-12-02T09:00:00Z' })
  const at = async (time: string) => {
    clock = new Date(time)
    return (await send()).length
  }
  expect(await at('2026-11-30T09:00:00Z')).toBe(1)
  expect(await at('2026-12-01T09:00:00Z')).toBe(2)
  expect(await at('2026-12-02T06:59:00Z')).toBe(2)
  expect(await at('2026-12-02T07:00:00Z')).toBe(3)
})

test('an erased person leaves no words in a meeting, and their link ends', async () => {
  const { owner, leadId, businessId } = await world()
  const { meeting, link } = await made(owner, { leadId, startsAt: MONDAY, title: 'With Dana', channels: ['sms'] })
  await guest.move(link, { words: 'Call my husband' })
  const erased = await it.send(privacyRoutes.eraseLead, owner, {
    params: { id: leadId },
    body: { typed: 'Dana Levi' },
  })
  expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300)
  expect((await guest.read(link)).status).toBe(404)
  const rows = await it.deps.workerDb.selectFrom('meetings').selectAll().where('business_id', '=', businessId).execute()
  expect(JSON.stringify(rows)).not.toMatch(/Dana|husband|54111/)
  expect(rows).toMatchObject([{ id: meeting._id, status: 'Meeting Canceled' }])
})

test('guessing links is limited', async () => {
  await world()
  const tries = []
  for (let at = 0; at < 61; at++) tries.push((await guest.read({ id: newId(), token: 'B'.repeat(43) })).status)
  expect(tries.at(-1)).toBe(429)
})
