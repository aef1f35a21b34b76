import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { withClient } from '../../../platform/db/connections.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aRouting, aSid, rfc2822, testExchange, testNumber } from '../../../testing/test-numbers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { lockContacts } from '../../leads/leads.queries.ts'

const it = await testApp({ exchange: () => testExchange })

/** A number that rings a Writer who reads only their own leads. */
async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const writer = await business.member('Writer', [business.campaignId])
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  const targets = [{ kind: 'phone' as const, phone: '+972501111111', userId: writer.userId }]
  const number = await testNumber(it, business, { routing: { ring: { ...aRouting().ring, targets } } })
  async function ring(from = aPhone()) {
    const { sid } = await number.dial(from)
    const { id, lead_id } = await number.row(sid)
    const child = { CallSid: aSid('CA'), ParentCallSid: sid, Direction: 'outbound-dial', SequenceNumber: '2' }
    const at = Date.now()
    const answers = () =>
      number.hook(`/${id}/leg/1/0`, { ...child, CallStatus: 'in-progress', Timestamp: rfc2822(at + 6_000) })
    const isDenied = () =>
      number.hook(`/${id}/dial/1`, {
        ...{ CallSid: sid, CallStatus: 'in-progress', DialCallSid: child.CallSid, DialCallStatus: 'completed' },
        ...{ DialBridged: 'false', DialCallDuration: '0', Timestamp: rfc2822(at + 20_000) },
      })
    return { id, leadId: lead_id ?? '', answers, isDenied }
  }
  const stored = (id: string) =>
    business.db
      .selectFrom('leads')
      .select(['assigned_to', 'deleted_at', 'first_response_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { ...business, owner, writer, number, ring, stored }
}

const waiting = async (kind: 'Lock' | 'advisory') => {
  const { rows } =
    kind === 'Lock'
      ? await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(it.deps.tenants.pool)
      : await sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(it.deps.tenants.pool)
  return rows[0]?.n
}

test.each([
  ['assigned to a colleague', 'assigned_to = $2'],
  ['put into the trash', 'deleted_at = case when $2::uuid is not null then now() end'],
])('a lead that is %s while the report of an answer waits is not given to who answered', async (_, change) => {
  const { ring, owner, writer, stored } = await world()
  const call = await ring()
  await withClient(it.urls.adminUrl, async (admin) => {
    await admin.query('begin')
    await admin.query(`update leads set ${change} where id = $1`, [call.leadId, owner.userId])
    const reported = call.answers()
    await waitFor(async () => (await waiting('Lock')) === 1)
    await admin.query('commit')
    await reported
  })
  const { assigned_to, deleted_at } = await stored(call.leadId)
  expect(assigned_to).toBe(deleted_at ? null : owner.userId)
  expect(assigned_to).not.toBe(writer.userId)
})

test('once an answer is denied, a test call and a call without a campaign are no response', async () => {
  const { ring, stored, db } = await world()
  const from = aPhone()
  const denied = await ring(from)
  await denied.answers()
  const others = [await ring(from), await ring(from), await ring(from)] as const
  for (const { answers, leadId } of others) {
    expect(leadId).toBe(denied.leadId)
    await answers()
  }
  const [asTest, ofNoCampaign, kept] = others
  await db.updateTable('calls').set({ is_test: true }).where('id', '=', asTest.id).execute()
  await db.updateTable('calls').set({ campaign_id: null }).where('id', '=', ofNoCampaign.id).execute()
  await denied.isDenied()
  expect((await stored(denied.leadId)).first_response_at).not.toBeNull()
  await kept.isDenied()
  expect((await stored(denied.leadId)).first_response_at).toBeNull()
})

test('two calls of one new caller whose own hooks never came, ended at the same moment, make one lead and no enquiry', async () => {
  const { businessId, db, number } = await world()
  const from = aPhone()
  /** A call that was answered, without its own hook. Returns the report of its end. */
  async function lateCall() {
    const [sid, at] = [aSid('CA'), Date.now()]
    const of = { CallSid: sid, From: from, To: number.phone }
    await number.hook('/status', { ...of, CallStatus: 'in-progress', Timestamp: rfc2822(at) })
    const child = { CallSid: aSid('CA'), ParentCallSid: sid, Direction: 'outbound-dial', SequenceNumber: '2' }
    const { id } = await number.row(sid)
    await number.hook(`/${id}/leg/1/0`, { ...child, CallStatus: 'in-progress', Timestamp: rfc2822(at + 6_000) })
    const bridged = { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '14' }
    await number.hook(`/${id}/dial/1`, { ...of, CallStatus: 'in-progress', ...bridged })
    const ended = { ...of, CallStatus: 'completed', CallDuration: '20', Timestamp: rfc2822(at + 20_000) }
    return () => number.hook('/status', ended)
  }
  const ends = [await lateCall(), await lateCall()]
  // Both arrive while the phone is locked.
  const reports = await db.transaction().execute(async (tx) => {
    await lockContacts(tx, businessId, [from])
    const sent = ends.map((end) => end())
    await waitFor(async () => (await waiting('advisory')) === 2)
    return sent
  })
  for (const { status } of await Promise.all(reports)) expect(status).toBe(200)
  const of = (table: 'leads' | 'lead_enquiries' | 'calls') =>
    db.selectFrom(table).select('business_id').where('business_id', '=', businessId).execute()
  expect([(await of('leads')).length, (await of('calls')).length]).toEqual([1, 2])
  const events = await db.selectFrom('events').select('name').where('business_id', '=', businessId).execute()
  const names = events.map(({ name }) => name).filter((name) => name.startsWith('lead.'))
  expect(names).toEqual(['lead.created'])
  expect((await of('lead_enquiries')).length).toBe(1)
})
