import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { positionText } from '../../platform/events/position.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { openStream } from '../../testing/test-stream.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { STREAMS_PER_PERSON } from './live.service.ts'

// Two servers use one database, as behind a load balancer: events from the first reach streams of the second.
let skipped = 0
const now = () => new Date(Date.now() + skipped)
const { send, newBusiness, person, signIn, errors } = await testApp({ own: true })
const second = await testApp({ now })
const base = await second.listen()

const sendLead = async (as: Partial<Credentials>, campaignId: string, name = 'Dana') => {
  const reply = await send(leadRoutes.create, as, {
    body: { campaignId, name, phone: aPhone(), duplicate: undefined } as never,
  })
  expect(reply.status).toBe(201)
  return reply.body.lead._id
}

test('a lead created at one server reaches streams of another, with the notification in the reader’s language', async () => {
  const business = await newBusiness()
  const { businessId, campaignId } = business
  const owner = await business.member('Owner')
  const key = await business.apiKey()
  const stream = await openStream(base, owner.authorization, { language: 'he' })
  expect(stream.status).toBe(200)
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(stream.headers.get('content-encoding')).toBeNull()
  const [ready] = await stream.heard('ready')
  const leadId = await sendLead(key, campaignId, 'דנה')
  const [change] = await stream.heard('change')
  expect(JSON.parse(change?.data ?? '')).toMatchObject({
    name: 'lead.created',
    businessId,
    campaignId,
    leadId,
    actor: { keyId: key.keyId },
    position: change?.id,
  })
  expect(stream.notifications()).toMatchObject([
    { title: 'ליד חדש: דנה', isRead: false, content: { businessId, campaignId, leadId } },
  ])
  // Only the notification holds personal data. It bears the previous position, so that the change still arrives if the
  // connection is lost right after it.
  expect(change?.data).not.toContain('דנה')
  expect(stream.of('notification')[0]?.id).toBe(ready?.data)
  expect(errors).toEqual([])
})

test('a reader who reconnects gets what was missed, once and in order', async () => {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const key = await business.apiKey()
  const before = await openStream(base, owner.authorization)
  await before.heard('ready')
  const ids = [await sendLead(key, business.campaignId)]
  const [seen] = await before.heard('change')
  before.close()
  const witness = await openStream(base, owner.authorization)
  await witness.heard('ready')
  for (let i = 0; i < 5; i++) ids.push(await sendLead(key, business.campaignId))
  // These events are older than this server, so none of them arrives live.
  await witness.heard('change', 5)
  const after = await openStream(base, owner.authorization, { after: seen?.id as string })
  ids.push(await sendLead(key, business.campaignId))
  await after.heard('change', 6)
  await sleep(100)
  expect(after.changes().map(({ leadId }) => leadId)).toEqual(ids.slice(1))
  expect(after.notifications().map(({ content }) => content.leadId)).toEqual(ids.slice(1))
})

test('what happens between the session’s answer and the start of the stream is heard', async () => {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const { livePosition } = (await send(authRoutes.getCurrentUser, owner, {})).body
  const leadId = await sendLead(await business.apiKey(), business.campaignId)
  const witness = await openStream(base, owner.authorization, { after: livePosition })
  await witness.heard('change')
  const late = await openStream(base, owner.authorization, { after: livePosition })
  await late.heard('change')
  expect(late.changes().map((change) => change.leadId)).toEqual([leadId])
  expect(late.of('missed')).toEqual([])
})

test('a position that is invalid, ahead, or too far back is answered with "missed"', async () => {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const ahead = positionText({ xid: '999999999999', id: '00000000-0000-0000-0000-000000000000' })
  for (const after of ['nonsense', ahead]) {
    const stream = await openStream(base, owner.authorization, { after })
    await stream.heard('missed')
    await sendLead(await business.apiKey(), business.campaignId)
    await stream.heard('change')
  }
  const stream = await openStream(base, owner.authorization)
  const [ready] = await stream.heard('ready')
  await sql`insert into events (business_id, id, campaign_id, name, actor, payload)
    select ${business.businessId}, gen_random_uuid(), ${business.campaignId}, 'campaign.changed', '{"system": true}',
      jsonb_build_object('campaignId', ${business.campaignId}::text, 'changes', '{}'::jsonb) from generate_series(1, 1001)`.execute(
    business.db,
  )
  await stream.heard('change', 1001)
  const late = await openStream(base, owner.authorization, { after: ready?.data as string })
  await late.heard('missed')
  expect(late.of('change')).toEqual([])
})

test('readers get events of their own campaigns and businesses only; new rights apply at once', async () => {
  const business = await newBusiness()
  const other = await business.campaign()
  const owner = await business.member('Owner')
  const reader = await business.member('Reader', [business.campaignId])
  const stranger = await (await newBusiness()).member('Owner')
  const streams = await Promise.all([owner, reader, stranger].map((one) => openStream(base, one.authorization)))
  const [toOwner, toReader, toStranger] = streams as [(typeof streams)[0], (typeof streams)[0], (typeof streams)[0]]
  await Promise.all(streams.map((stream) => stream.heard('ready')))
  await sendLead(await business.apiKey(), other)
  await toOwner.heard('change')
  expect([toReader.of('change'), toStranger.of('change')]).toEqual([[], []])

  const members = [{ userId: reader.userId, role: 'Reader' as const }]
  const changed = await send(campaignRoutes.change, owner, { params: { id: other }, body: { members } })
  expect(changed.status).toBe(200)
  await toReader.heard('missed')
  const leadId = await sendLead(await business.apiKey(), other)
  await waitFor(() => toReader.changes().some((change) => change.leadId === leadId))
  expect(toStranger.of('change')).toEqual([])
})

test('a suspended member gets no more events', async () => {
  const business = await newBusiness()
  const [owner, member] = [await business.member('Owner'), await business.member('Owner')]
  const [toOwner, toMember] = [
    await openStream(base, owner.authorization),
    await openStream(base, member.authorization),
  ]
  await Promise.all([toOwner.heard('ready'), toMember.heard('ready')])
  await business.db
    .updateTable('memberships')
    .set({ suspended_at: now().toISOString() })
    .where('user_id', '=', member.userId)
    .execute()
  await sleep(2_100) // rights are cached for two seconds
  await sendLead(await business.apiKey(), business.campaignId)
  await toOwner.heard('change')
  await toMember.heard('missed')
  expect([toMember.of('change'), toMember.of('notification')]).toEqual([[], []])
})

test('signing out ends the streams of that session at once, and no others', async () => {
  const owner = await (await newBusiness()).member('Owner')
  const elsewhere = await signIn(owner.userId)
  const [ended, other] = [await openStream(base, owner.authorization), await openStream(base, elsewhere.authorization)]
  await Promise.all([ended.heard('ready'), other.heard('ready')])
  await send(authRoutes.logout, { authorization: owner.authorization }, {})
  const [end] = await ended.heard('end')
  expect(end?.data).toBe('revoked')
  await ended.over()
  expect(other.of('end')).toEqual([])
  expect((await openStream(base, owner.authorization)).status).toBe(401)
})

test('a stream ends with its token', async () => {
  const owner = await (await newBusiness()).member('Owner')
  skipped = 15 * 60_000 - 1_900 // the token's expiry is in whole seconds
  const stream = await openStream(base, owner.authorization)
  skipped = 0
  const [end] = await stream.heard('end')
  expect(end?.data).toBe('expired')
  await stream.over()
})

test('a stopping server says so', async () => {
  const third = await testApp({ own: true })
  const owner = await (await newBusiness()).member('Owner')
  const stream = await openStream(await third.listen(), owner.authorization)
  await stream.heard('ready')
  await third.app.close()
  await stream.over()
  expect(stream.of('end').map(({ data }) => data)).toEqual(['stopping'])
})

test('a person has a limited number of streams; the oldest makes room', async () => {
  const owner = await (await newBusiness()).member('Owner')
  const streams = []
  for (let i = 0; i <= STREAMS_PER_PERSON; i++) {
    const stream = await openStream(base, owner.authorization)
    await stream.heard('ready')
    streams.push(stream)
  }
  await streams[0]?.over()
  const [oldest, ...others] = await Promise.all(
    streams.map((stream) => Promise.race([stream.over(), sleep(50, 'open')])),
  )
  expect([oldest, new Set(others)]).toEqual([true, new Set(['open'])])
  for (const stream of streams) stream.close()
})

test('a reader who disconnects during authentication takes no other stream’s place', async () => {
  const owner = await (await newBusiness()).member('Owner')
  const leaver = new AbortController()
  const { findCaller } = second.app.mounting
  second.app.mounting.findCaller = async (request) => {
    second.app.mounting.findCaller = findCaller
    const caller = await findCaller(request)
    leaver.abort()
    await once(request.raw.socket, 'close')
    return caller
  }
  const left = fetch(new URL('/api/events', base), { headers: owner, signal: leaver.signal })
  await expect(left).rejects.toThrow()
  const streams = []
  for (let i = 0; i <= STREAMS_PER_PERSON; i++) {
    const stream = await openStream(base, owner.authorization)
    await stream.heard('ready')
    streams.push(stream)
  }
  await streams[0]?.over()
  for (const stream of streams) stream.close()
})

test('a person who opens too many streams in a minute has to wait', async () => {
  const limited = await testApp({ env: { PERSON_RATE: '2' } })
  const address = await limited.listen()
  const { authorization } = await (await newBusiness()).member('Owner')
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await openStream(address, authorization)).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('anonymous callers, keys and people without a verified phone have no stream', async () => {
  const business = await newBusiness()
  const statuses = []
  for (const authorization of [
    '',
    'Bearer x',
    (await business.apiKey()).authorization,
    (await person('Pending')).authorization,
  ]) {
    statuses.push((await openStream(base, authorization)).status)
  }
  expect(statuses).toEqual([401, 401, 403, 403])
})
