import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withClient } from '../../../platform/db/connections.ts'
import { testDashboard } from '../../../testing/features/test-dashboard.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { aRouting, aSid, rfc2822, testExchange, testNumber } from '../../../testing/test-numbers.ts'
import { waitFor } from '../../../testing/wait-for.ts'

// A provider's times are whole seconds.
const thisSecond = () => new Date(Math.floor(Date.now() / 1_000) * 1_000)
let now = thisSecond()
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}
const it = await testApp({ exchange: () => testExchange, now: () => now })
const leads = testLeads(it)
const dashboard = testDashboard(it)

async function world() {
  now = thisSecond()
  const start = now.getTime()
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const targets = [{ kind: 'phone' as const, phone: '+972501111111', userId: owner.userId }]
  const number = await testNumber(it, business, { routing: { ring: { ...aRouting().ring, targets } } })

  /** A call to the number, with the reports of a phone that answers after 6 seconds and of one that does not. */
  async function ring(from = aPhone()) {
    const { sid } = await number.dial(from)
    const { id, lead_id } = await number.row(sid)
    const [at, child] = [now.getTime(), { CallSid: aSid('CA'), ParentCallSid: sid, Direction: 'outbound-dial' }]
    const leg = (CallStatus: string, n: number, seconds: number) => () =>
      number.hook(`/${id}/leg/1/0`, {
        ...child,
        CallStatus,
        SequenceNumber: String(n),
        Timestamp: rfc2822(at + seconds * 1_000),
      })
    const ended = { CallStatus: 'completed', CallDuration: '20', Timestamp: rfc2822(at + 20_000) }
    return {
      leadId: lead_id ?? '',
      rings: leg('ringing', 1, 1),
      answers: leg('in-progress', 2, 6),
      isNotAnswered: leg('no-answer', 2, 15),
      /** The provider's word on the ring step, at this second: whether the caller and the phone spoke, and how long. */
      dialled: (isBridged: boolean, seconds: number, DialCallDuration: number) => () =>
        number.hook(`/${id}/dial/1`, {
          CallSid: sid,
          CallStatus: 'in-progress',
          DialCallSid: child.CallSid,
          DialCallStatus: 'completed',
          DialBridged: String(isBridged),
          DialCallDuration: String(DialCallDuration),
          Timestamp: rfc2822(at + seconds * 1_000),
        }),
      ends: () => number.hook('/status', { CallSid: sid, From: from, To: number.phone, ...ended }),
    }
  }
  /** Seconds from the start of the test to the first response; 0 if it is the moment of the lead's creation. */
  const secondsOf = async (leadId: string) => {
    const { rows } = await sql<{ at: string | null; isAtOnce: boolean | null }>`select first_response_at as at,
      first_response_at = created_at as "isAtOnce" from leads where id = ${leadId}`.execute(business.db)
    const [row] = rows
    if (!row?.at) return null
    return row.isAtOnce ? 0 : (Date.parse(row.at) - start) / 1_000
  }
  const drifts = async () =>
    (await sql`select * from lead_day_drifts(${business.businessId}, '2000-01-01', '2100-01-01')`.execute(business.db))
      .rows
  return { ...business, owner, number, ring, secondsOf, drifts }
}

test('a lead made by an answered call was answered at once, and the dashboard agrees', async () => {
  const { ring, secondsOf, drifts, owner } = await world()
  const call = await ring()
  await call.rings()
  await leads.relayed()
  expect([await secondsOf(call.leadId), (await dashboard.read(owner)).unanswered.total]).toEqual([null, 1])
  pass(6)
  await call.answers()
  expect(await secondsOf(call.leadId)).toBe(0)
  pass(14)
  await call.answers()
  await call.ends()
  expect(await secondsOf(call.leadId)).toBe(0)
  await leads.relayed()
  expect([await drifts(), (await dashboard.read(owner)).unanswered.total]).toEqual([[], 0])
})

test('an answered call is the first response to a lead that existed before, also if a comment is reported first', async () => {
  const { ring, secondsOf, owner, campaignId, drifts } = await world()
  const phone = aPhone()
  const { _id } = await leads.add(owner, { name: 'Dana', phone, campaignId })
  pass(100)
  const call = await ring(phone)
  expect(call.leadId).toBe(_id)
  pass(1)
  await call.rings()
  pass(9)
  await leads.comment(owner, _id, 'written during the call')
  expect(await secondsOf(_id)).toBe(110)
  await call.answers()
  expect(await secondsOf(_id)).toBe(106)
  pass(10)
  await call.ends()
  await leads.relayed()
  expect([await secondsOf(_id), await drifts()]).toEqual([106, []])
})

test('an answered call does not replace an earlier response', async () => {
  const { ring, secondsOf, owner, campaignId, drifts } = await world()
  const phone = aPhone()
  const { _id } = await leads.add(owner, { name: 'Dana', phone, campaignId })
  pass(50)
  await leads.comment(owner, _id, 'before the call')
  pass(50)
  const call = await ring(phone)
  pass(20)
  await call.answers()
  await call.ends()
  await leads.relayed()
  expect([await secondsOf(_id), await drifts()]).toEqual([50, []])
})

test('the answer to a call counts for a lead in the trash once it is restored', async () => {
  const { ring, secondsOf, owner, drifts } = await world()
  const call = await ring()
  pass(3)
  await leads.remove(owner, [call.leadId])
  pass(3)
  await call.answers()
  await leads.relayed()
  expect([await secondsOf(call.leadId), await drifts()]).toEqual([0, []])
  await leads.restore(owner, [call.leadId])
  await leads.relayed()
  expect([await drifts(), (await dashboard.read(owner)).unanswered.total]).toEqual([[], 0])
})

test('an unanswered call is no response', async () => {
  const { ring, secondsOf } = await world()
  const call = await ring()
  await call.rings()
  pass(15)
  await call.isNotAnswered()
  await call.ends()
  expect(await secondsOf(call.leadId)).toBeNull()
})

/** A lead that exists for a hundred seconds. */
async function known(at: Awaited<ReturnType<typeof world>>) {
  const phone = aPhone()
  const { _id } = await leads.add(at.owner, { name: 'Dana', phone, campaignId: at.campaignId })
  pass(100)
  return { phone, leadId: _id }
}

test('an answer that a later report moves is stored as moved, to later as to earlier', async () => {
  const it1 = await world()
  const { phone, leadId } = await known(it1)
  const call = await it1.ring(phone)
  pass(20)
  // It lasted 16 seconds by the first word of it, so the phone was taken after 4.
  await call.dialled(true, 20, 16)()
  expect(await it1.secondsOf(leadId)).toBe(104)
  await call.answers()
  expect(await it1.secondsOf(leadId)).toBe(106)
  await call.ends()
  await leads.relayed()
  expect([await it1.secondsOf(leadId), await it1.drifts()]).toEqual([106, []])
})

test('an answer that a later report denies leaves the next response: a comment, else none', async () => {
  const it1 = await world()
  const [first, second] = [await known(it1), await known(it1)]
  const calls = [await it1.ring(first.phone), await it1.ring(second.phone)] as const
  pass(6)
  for (const call of calls) await call.answers()
  expect([await it1.secondsOf(first.leadId), await it1.secondsOf(second.leadId)]).toEqual([206, 206])
  pass(4)
  await leads.comment(it1.owner, first.leadId, 'No voice')
  for (const call of calls) await call.dialled(false, 10, 0)()
  expect([await it1.secondsOf(first.leadId), await it1.secondsOf(second.leadId)]).toEqual([210, null])
  await leads.relayed()
  expect([await it1.drifts(), (await dashboard.read(it1.owner)).unanswered.total]).toEqual([[], 1])
})

test('an answer that is reported before the call has its lead is recorded when it gets it', async () => {
  const it1 = await world()
  const [first, second] = [await known(it1), await known(it1)]
  const answer = (parent: string) => ({
    ...{ CallSid: aSid('CA'), ParentCallSid: parent, Direction: 'outbound-dial', CallStatus: 'in-progress' },
    ...{ SequenceNumber: '2', Timestamp: rfc2822(now) },
  })
  const bridged = { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '14' }
  const { number } = it1
  // Its own hook never comes: the lead is found at its end.
  const [sid, other] = [aSid('CA'), aSid('CA')]
  const of = { CallSid: sid, From: first.phone, To: number.phone }
  await number.hook('/status', { ...of, CallStatus: 'in-progress', Timestamp: rfc2822(now) })
  pass(6)
  await number.hook(`/${(await number.row(sid)).id}/leg/1/0`, answer(sid))
  expect([(await number.row(sid)).lead_id, await it1.secondsOf(first.leadId)]).toEqual([null, null])
  // Its own hook comes late.
  await number.hook(`/${first.leadId}/leg/1/0`, answer(other))
  await number.dial(second.phone, other)
  pass(14)
  const ended = { CallStatus: 'completed', CallDuration: '20', Timestamp: rfc2822(now) }
  await number.hook(`/${(await number.row(sid)).id}/dial/1`, { ...of, CallStatus: 'completed', ...bridged })
  await number.hook('/status', { ...of, ...ended })
  expect([(await number.row(sid)).lead_id, (await number.row(other)).lead_id]).toEqual([first.leadId, second.leadId])
  expect([await it1.secondsOf(first.leadId), await it1.secondsOf(second.leadId)]).toEqual([206, 206])
  await leads.relayed()
  expect(await it1.drifts()).toEqual([])
})

test('reports and comments at once record one response', async () => {
  const it1 = await world()
  const phones = Array.from({ length: 8 }, () => aPhone())
  const added = await Promise.all(
    phones.map((phone) => leads.add(it1.owner, { name: 'Dana', phone, campaignId: it1.campaignId })),
  )
  pass(100)
  const first = await Promise.all(phones.map((phone) => it1.ring(phone)))
  pass(10)
  const second = await Promise.all(phones.map((phone) => it1.ring(phone)))
  pass(20)
  // Of each lead, the call that was answered first is reported neither first nor last.
  await Promise.all(
    added.flatMap(({ _id }, at) => [
      leads.comment(it1.owner, _id, 'one'),
      second[at]?.answers(),
      first[at]?.rings(),
      first[at]?.answers(),
      first[at]?.answers(),
      second[at]?.dialled(true, 20, 13)(),
      leads.comment(it1.owner, _id, 'two'),
      second[at]?.answers(),
    ]),
  )
  await leads.relayed()
  expect(await Promise.all(added.map(({ _id }) => it1.secondsOf(_id)))).toEqual(added.map(() => 106))
  expect(await it1.drifts()).toEqual([])
})

test.each([
  ['earlier', 102, 102],
  ['later', 130, 106],
])(
  'a response that is stored while the report of an answer waits stays if it is the earlier: %s',
  async (_, stored, expected) => {
    const it1 = await world()
    const { phone, leadId } = await known(it1)
    const call = await it1.ring(phone)
    pass(6)
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
    await withClient(it.urls.adminUrl, async (admin) => {
      await admin.query('begin')
      const at = new Date(now.getTime() + (stored - 106) * 1_000)
      await admin.query('update leads set first_response_at = $2 where id = $1', [leadId, at])
      const reported = call.answers()
      await waitFor(async () => (await waiting.execute(it.deps.tenants.pool)).rows[0]?.n === 1)
      await admin.query('commit')
      await reported
    })
    expect(await it1.secondsOf(leadId)).toBe(expected)
  },
)

type World = Awaited<ReturnType<typeof world>>
type Person = { phone: string; leadId: string }

/** What may happen to one lead, each act at its second. */
const act = fc.record({
  do: fc.constantFrom('call', 'unanswered', 'moved', 'denied', 'comment', 'status'),
  wait: fc.nat(40),
  /** What the person writes while they speak, and whether the answer is reported only afterwards. */
  during: fc.constantFrom('nothing', 'comment', 'status'),
  isLate: fc.boolean(),
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** A call of 20 seconds that is answered after 6, with what is written after 10. */
async function playCall(it1: World, person: Person, { do: what, during, isLate }: Act) {
  const call = await it1.ring(person.phone)
  const isFirst = !isLate && what !== 'moved' && what !== 'unanswered'
  pass(10)
  if (isFirst) await call.answers()
  await respond(it1, person, during)
  pass(10)
  // First it is taken to have been answered after 4 seconds, then after 6.
  if (what === 'moved') await call.dialled(true, 20, 16)()
  if (what === 'unanswered') await call.isNotAnswered()
  else if (!isFirst) await call.answers()
  if (what === 'denied') await call.dialled(false, 20, 0)()
  await call.ends()
}

async function respond(it1: World, { leadId }: Person, what: string) {
  if (what === 'comment') await leads.comment(it1.owner, leadId, 'Called')
  if (what === 'status') await changeStatus(it1, leadId)
}

/** The seconds after which the act is a response. */
function responsesOf({ do: what, during }: Act) {
  if (what === 'comment' || what === 'status') return [0]
  return [...(what === 'moved' || what === 'call' ? [6] : []), ...(during === 'nothing' ? [] : [10])]
}

test('whatever the order of calls, comments and changes of status, the first of them is the response', () =>
  fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      const it1 = await world()
      const person = await known(it1)
      let second = 100
      const responses: number[] = []
      for (const one of acts) {
        const isCall = one.do !== 'comment' && one.do !== 'status'
        pass(one.wait)
        second += one.wait
        if (isCall) await playCall(it1, person, one)
        else await respond(it1, person, one.do)
        responses.push(...responsesOf(one).map((after) => second + after))
        if (isCall) second += 20
        const expected = responses.length ? Math.min(...responses) : null
        expect(await it1.secondsOf(person.leadId), JSON.stringify(acts)).toBe(expected)
      }
      await leads.relayed()
      expect(await it1.drifts()).toEqual([])
    }),
    { numRuns: 25, endOnFailure: true },
  ))

/** The event is stored at the time of the test's clock, which the database does not know. */
async function changeStatus(it1: World, leadId: string) {
  const { ongoing, lost } = it1.statusIds
  const { statusId } = (await leads.get(it1.owner, leadId)).body.lead
  await leads.change(it1.owner, leadId, { statusId: statusId === ongoing ? lost : ongoing })
  await withClient(it.urls.adminUrl, (admin) =>
    admin.query(
      `update events set at = $2 where id = (select id from events where lead_id = $1 and name = 'lead.changed'
        order by id desc limit 1)`,
      [leadId, now],
    ),
  )
}
