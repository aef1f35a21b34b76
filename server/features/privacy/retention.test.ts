import { expect, test } from 'vitest'
import { privacyRoutes } from '#contract/privacy.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls, wav } from '../../testing/test-calls.ts'
import { refusal } from '../../testing/test-leads.ts'
import { purgeDue } from '../calls/recordings/recording-purge.service.ts'
import { retainedAsSet } from '../index.ts'
import { cutOff, enforceRetention } from './retention.service.ts'

const it = await testApp()
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
/** Twelve months are 365 or 366 days, so this is longer. */
const YEAR = 367
/** Eleven months are at most 338 days, so this is longer, but shorter than twelve months. */
const MONTHS_11_AND_MORE = 350

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const change = (body: object) => it.send(privacyRoutes.changeSettings, owner, { body })
  return { ...business, owner, change, calls: await testCalls(it, business) }
}
type World = Awaited<ReturnType<typeof world>>

/** Creates one row of every kind, this many days old. */
async function leave({ businessId, db, owner, calls }: World, days: number) {
  const at = ago(days)
  const own = { business_id: businessId }
  const report = { ...own, connection_id: calls.connectionId, payload: '{}', received_at: at }
  const payload = {
    ...own,
    id: newId(),
    sender_id: newId(),
    at,
    outcome: 'created',
    status: 201,
    address: '',
    raw: 'x',
  }
  const people = { invited_by: owner.userId, role: 'Reader', language: 'en', created_at: at, expires_at: at }
  await it.deps.workerDb.insertInto('payloads').values(payload).execute()
  await db
    .insertInto('provider_events')
    .values([
      { ...report, kind: 'sms', dedupe_key: newId() },
      { ...report, kind: 'status', dedupe_key: newId() },
    ])
    .execute()
  await db
    .insertInto('invitations')
    .values({ ...own, id: newId(), email: `${newId()}@example.test`, ...people })
    .execute()
  const decided = { asked_at: at, decided_at: at, decided_by: owner.userId, outcome: 'declined' }
  await db
    .insertInto('join_requests')
    .values({ ...own, id: newId(), user_id: owner.userId, ...decided })
    .execute()
  const event = { ...own, campaign_id: newId(), actor: JSON.stringify({ userId: owner.userId }), payload: '{}', at }
  const from = { ip: '192.0.2.7', agent: 'Firefox' }
  await db
    .insertInto('events')
    .values([
      { ...event, id: newId(), name: 'join.declined', personal: JSON.stringify({ note: 'hello', from }) },
      { ...event, id: newId(), name: 'member.changed', personal: JSON.stringify({ from }) },
      { ...event, id: newId(), name: 'campaign.changed', personal: JSON.stringify({ changes: { tags: [1, 2] } }) },
    ])
    .execute()
  const call = await calls.call({ started_at: at })
  return calls.stored(call, wav(0.1), { created_at: at })
}

const keep = async () => {
  await enforceRetention(it.deps, retainedAsSet)
  await purgeDue(it.deps)
}
async function kept({ db }: World) {
  const reports = await db.selectFrom('provider_events').select('kind').orderBy('kind').execute()
  // Excludes the event of the changed settings, which is from today.
  const others = db.selectFrom('events').select('personal').where('name', '!=', 'retention.changed')
  const personal = await others.where('personal', 'is not', null).execute()
  const count = async (table: 'payloads' | 'invitations' | 'join_requests') =>
    (await db.selectFrom(table).select('business_id').execute()).length
  const stored = await db.selectFrom('recordings').select('id').where('state', '=', 'stored').execute()
  return {
    payloads: await count('payloads'),
    reports: reports.map(({ kind }) => kind),
    invitations: await count('invitations'),
    requests: await count('join_requests'),
    personal: personal.map((row) => Object.keys(row.personal as object).sort()).sort(),
    recordings: stored.length,
  }
}
const everything = {
  payloads: 1,
  reports: ['sms', 'status'],
  invitations: 1,
  requests: 1,
  personal: [['changes'], ['from'], ['from', 'note']],
  recordings: 1,
}

test('without own settings data is kept for the standard periods', async () => {
  const [fresh, month, older, year] = [await world(), await world(), await world(), await world()]
  await leave(fresh, 29)
  await leave(month, 31)
  await leave(older, MONTHS_11_AND_MORE)
  const { file } = await leave(year, YEAR)
  await keep()
  await keep()
  expect(await kept(fresh)).toEqual(everything)
  expect(await kept(month)).toEqual({ ...everything, payloads: 0, reports: ['status'] })
  expect(await kept(older), 'not a month too early').toEqual(await kept(month))
  expect(await kept(year)).toEqual({
    ...{ payloads: 0, reports: [], invitations: 0, requests: 0, recordings: 0 },
    personal: [['changes']],
  })
  expect(await it.deps.files.get(file)).toBeUndefined()
})

test('an Owner sets longer or shorter periods for their own business only', async () => {
  const [shorter, longer, other] = [await world(), await world(), await world()]
  const reply = await shorter.change({ recordings: 1, payloads: 7, textReports: 7, newcomers: 1 })
  expect(reply.body.clocks).toEqual([
    { clock: 'recordings', unit: 'months', amount: 1 },
    { clock: 'callReports', unit: 'months', amount: 12 },
    { clock: 'textReports', unit: 'days', amount: 7 },
    { clock: 'payloads', unit: 'days', amount: 7 },
    { clock: 'newcomers', unit: 'months', amount: 1 },
    { clock: 'traces', unit: 'months', amount: 12 },
  ])
  await longer.change({ recordings: 24, payloads: 60, textReports: 365, callReports: 24, newcomers: 24, traces: 24 })
  for (const one of [shorter, longer, other]) await leave(one, 40)
  await keep()
  expect(await kept(shorter)).toEqual({
    ...{ ...everything, payloads: 0, reports: ['status'], invitations: 0, requests: 0, recordings: 0 },
    personal: [['changes'], ['from'], ['from']],
  })
  expect(await kept(longer)).toEqual(everything)
  expect(await kept(other)).toEqual({ ...everything, payloads: 0, reports: ['status'] })
})

test('a change is logged with the value before; unchanged periods are not', async () => {
  const { owner, change, db, member } = await world()
  await change({ recordings: 24 })
  await change({ recordings: 24 })
  await change({ recordings: 12, traces: 3 })
  const events = await db.selectFrom('events').select('payload').where('name', '=', 'retention.changed').execute()
  expect(events.map(({ payload }) => (payload as { changes: object }).changes)).toEqual([
    { recordings: [12, 24] },
    { recordings: [24, 12], traces: [12, 3] },
  ])
  expect((await it.send(privacyRoutes.settings, owner, {})).body.clocks[5]?.amount).toBe(3)
  for (const body of [{}, { recordings: 0 }, { recordings: 85 }, { payloads: 1.5 }, { trash: 3 }])
    expect((await change(body)).status, JSON.stringify(body)).toBe(422)
  expect(refusal(await change({ payloads: 91 })).issues).toEqual({
    payloads: 'The value is out of range',
  })
  expect((await it.send(privacyRoutes.settings, await member('Admin'), {})).status).toBe(403)
})

test('months are calendar months', () => {
  const at = new Date('2026-03-15T10:00:00Z')
  expect(cutOff('recordings', 12, at)).toBe('2025-03-15T10:00:00.000Z')
  expect(cutOff('payloads', 30, at)).toBe('2026-02-13T10:00:00.000Z')
  const monthBefore = (day: string) => cutOff('traces', 1, new Date(`${day}T10:00:00Z`)).slice(0, 10)
  expect(monthBefore('2026-03-31')).toBe('2026-02-28')
  expect(monthBefore('2028-03-30')).toBe('2028-02-29')
  expect(monthBefore('2026-07-31')).toBe('2026-06-30')
  expect(monthBefore('2026-01-31')).toBe('2025-12-31')
  expect(cutOff('traces', 12, new Date('2028-02-29T10:00:00Z'))).toBe('2027-02-28T10:00:00.000Z')
})
