import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { aRouting, aSid, rfc2822, testExchange, testNumber } from '../../../testing/test-numbers.ts'
import { openStream } from '../../../testing/test-stream.ts'

const it = await testApp({ exchange: () => testExchange })
const base = await it.listen()
const leads = testLeads(it)

/**
 * A business that restricts Writers and Readers to their own leads. Its number rings, in this order: the phone of Rona
 * and the browser of Wim, both Writers, a Reader's phone, the campaign's Lead, and a phone of no member.
 */
async function world({ ownLeadsOnly = true, ...routing }: Partial<Routing> & { ownLeadsOnly?: boolean } = {}) {
  const business = await it.newBusiness()
  const { db, businessId, campaignId } = business
  const owner = await business.member('Owner')
  const rona = await business.member('Writer', [campaignId])
  const wim = await business.member('Writer', [campaignId])
  const reader = await business.member('Reader', [campaignId])
  const chief = await business.member('Lead', [campaignId])
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly } })
  const phone = (digit: number, userId: string | null) => ({
    kind: 'phone' as const,
    phone: `+97250111111${digit}`,
    userId,
  })
  const targets = [
    phone(1, rona.userId),
    { kind: 'softphone' as const, userId: wim.userId },
    phone(2, reader.userId),
    phone(3, chief.userId),
    phone(4, null),
  ]
  const number = await testNumber(it, business, { routing: { ring: { ...aRouting().ring, targets }, ...routing } })

  /** The provider's reports of a call that the phone at this place answers after 6 seconds and that ends after 20. */
  function reportsOf({ sid, id, place, from }: { sid: string; id: string; place: number; from: string }) {
    const [at, child] = [Date.now(), { CallSid: aSid('CA'), ParentCallSid: sid, Direction: 'outbound-dial' }]
    const leg = (CallStatus: string, n: number, seconds: number, more = {}) => ({
      path: `/${id}/leg/1/${place}`,
      form: { ...child, CallStatus, SequenceNumber: String(n), Timestamp: rfc2822(at + seconds * 1_000), ...more },
    })
    const dialled = {
      DialCallSid: child.CallSid,
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '14',
    }
    const ended = { CallStatus: 'completed', CallDuration: '20', Timestamp: rfc2822(at + 20_000) }
    return {
      rings: leg('ringing', 1, 1),
      answers: leg('in-progress', 2, 6),
      hangsUp: leg('completed', 3, 20, { CallDuration: '14' }),
      dialled: { path: `/${id}/dial/1`, form: { CallSid: sid, CallStatus: 'in-progress', ...dialled } },
      ended: { path: '/status', form: { CallSid: sid, From: from, To: number.phone, ...ended } },
    }
  }
  type Report = { path: string; form: Record<string, string> }
  const report = async (...reports: Report[]) => {
    for (const { path, form } of reports) expect((await number.hook(path, form)).status).toBe(200)
  }
  /** A caller dials the number, and it rings. */
  async function ring(place: number, from = aPhone()) {
    const { sid } = await number.dial(from)
    const { id, lead_id: leadId } = await number.row(sid)
    const reports = reportsOf({ sid, id, place, from })
    await report(reports.rings)
    return { sid, id, leadId: leadId ?? '', ...reports }
  }
  const ownerOf = async (id: string) => (await leads.get(owner, id)).body.lead.assignedTo?._id ?? null
  /** All changes of leads. */
  const changed = async () =>
    (
      await db
        .selectFrom('events')
        .select(['lead_id', 'actor', 'payload'])
        .where('business_id', '=', businessId)
        .where('name', '=', 'lead.changed')
        .execute()
    ).map(({ lead_id, actor, payload }) => ({ leadId: lead_id, actor, ...(payload as object) }))
  const people = { owner, rona, wim, reader, chief }
  return { ...business, ...people, number, reportsOf, report, ring, ownerOf, changed }
}

describe('an unassigned lead is assigned to the restricted member who answers', () => {
  test.each([
    ['a Writer at their phone', 0, 'rona'],
    ['a Writer in the browser', 1, 'wim'],
    ['a Reader: to be theirs is how they can read it', 2, 'reader'],
  ] as const)('%s', async (_who, place, name) => {
    const it1 = await world()
    const [who, others] = [it1[name], [it1.rona, it1.wim, it1.reader].filter((one) => one !== it1[name])]
    const { leadId, answers, hangsUp, dialled, ended } = await it1.ring(place)
    expect((await leads.get(who, leadId)).status).toBe(404)
    await it1.report(answers)
    const seen = await leads.get(who, leadId)
    expect([seen.status, seen.body.lead.assignedTo?._id]).toEqual([200, who.userId])
    for (const other of others) expect((await leads.get(other, leadId)).status).toBe(404)
    await it1.report(answers, hangsUp, dialled, ended, ended)
    const changes = { assignedTo: [null, who.userId] }
    const counts = [
      { assignedTo: 'none', total: -1 },
      { assignedTo: who.userId, total: 1 },
    ]
    expect(await it1.changed()).toMatchObject([{ leadId, changes, counts, actor: { system: true } }])
    const [last, first] = (await leads.history(who, leadId)).body.history
    expect(last).toMatchObject({ event: 'lead.changed', by: null, changes: { assignedTo: [null, who.name] } })
    expect(first).toMatchObject({ event: 'lead.created', by: null })
  })

  test('also an unassigned lead that existed before', async () => {
    const it1 = await world()
    const phone = aPhone()
    const { _id } = await leads.add(it1.owner, { name: 'Dana', phone, campaignId: it1.campaignId })
    const { answers } = await it1.ring(0, phone)
    await it1.report(answers)
    expect([await it1.ownerOf(_id), await leads.names(it1.rona)]).toEqual([it1.rona.userId, ['Dana']])
  })

  test('they hear of it at once, with the lead of the call', async () => {
    const it1 = await world()
    await leads.relayed()
    const [stream, witness] = [
      await openStream(base, it1.rona.authorization),
      await openStream(base, it1.owner.authorization),
    ]
    await Promise.all([stream.heard('ready'), witness.heard('ready')])
    const { leadId, answers } = await it1.ring(0)
    await witness.heard('change', 2)
    await it1.report(answers)
    await stream.heard('change', 3)
    const [started, ...together] = stream.changes().map(({ name, leadId: about }) => [name, about])
    expect(started).toEqual(['call.started', undefined])
    expect(together.sort()).toEqual([
      ['call.changed', leadId],
      ['lead.changed', leadId],
    ])
  })
})

describe('it stays as it is', () => {
  const answered = async (
    it1: Awaited<ReturnType<typeof world>>,
    place: number,
    meanwhile: (leadId: string, callId: string) => unknown,
  ) => {
    const { leadId, id, answers, hangsUp, dialled, ended } = await it1.ring(place)
    await meanwhile(leadId, id)
    const before = (await it1.changed()).length
    await it1.report(answers, hangsUp, dialled, ended)
    const { answered_by: by } = await it1.db
      .selectFrom('calls')
      .select('answered_by')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await it1.changed()).toHaveLength(before)
    return { by, leadId }
  }

  test('where the business does not keep anybody to their own', async () => {
    const it1 = await world({ ownLeadsOnly: false })
    const { by, leadId } = await answered(it1, 0, () => {})
    expect([by, await it1.ownerOf(leadId)]).toEqual([it1.rona.userId, null])
  })

  test.each([
    ['the campaign’s Lead answers', 3, 'chief'],
    ['a phone linked to no member answers', 4, null],
  ] as const)('where %s', async (_who, place, name) => {
    const it1 = await world()
    const { by, leadId } = await answered(it1, place, () => {})
    expect([by, await it1.ownerOf(leadId)]).toEqual([name && it1[name].userId, null])
  })

  test('where the lead is assigned already, or the answering Writer of the campaign is an Owner', async () => {
    const it1 = await world()
    const assigned = await answered(it1, 0, (id) => leads.change(it1.owner, id, { assignedTo: it1.wim.userId }))
    expect(await it1.ownerOf(assigned.leadId)).toBe(it1.wim.userId)
    await it1.db.updateTable('memberships').set({ role: 'Owner' }).where('user_id', '=', it1.rona.userId).execute()
    expect(await it1.ownerOf((await answered(it1, 0, () => {})).leadId)).toBeNull()
  })

  test('where it lies in the trash, the call is a test, or who answers was suspended or left the campaign meanwhile', async () => {
    const it1 = await world()
    const { db, rona, campaignId } = it1
    const trashed = await answered(it1, 0, (id) => leads.remove(it1.owner, [id]))
    await leads.restore(it1.owner, [trashed.leadId])
    const tested = await answered(it1, 0, (_, id) =>
      db.updateTable('calls').set({ is_test: true }).where('id', '=', id).execute(),
    )
    const suspend = (at: string | null) =>
      db.updateTable('memberships').set({ suspended_at: at }).where('user_id', '=', rona.userId).execute()
    const suspended = await answered(it1, 0, () => suspend(new Date().toISOString()))
    await suspend(null)
    const left = await answered(it1, 0, () =>
      db
        .deleteFrom('campaign_members')
        .where('user_id', '=', rona.userId)
        .where('campaign_id', '=', campaignId)
        .execute(),
    )
    for (const { by, leadId } of [trashed, tested, suspended, left])
      expect([by, await it1.ownerOf(leadId)]).toEqual([rona.userId, null])
  })

  test('when it was taken from them while they still spoke', async () => {
    const it1 = await world()
    const { leadId, answers, hangsUp, dialled, ended } = await it1.ring(0)
    await it1.report(answers)
    await leads.change(it1.owner, leadId, { assignedTo: null })
    await it1.report(hangsUp, dialled, ended, answers)
    expect([await it1.ownerOf(leadId), (await it1.changed()).length]).toEqual([null, 2])
  })
})

describe('of several people', () => {
  test('who accepts the call has the lead, not whose voicemail answered before', async () => {
    const it1 = await world({ screening: true })
    const from = aPhone()
    const voicemail = await it1.ring(0, from)
    const taken = it1.reportsOf({ ...voicemail, place: 2, from })
    const { CallSid, ParentCallSid } = taken.answers.form
    const accepted = { CallSid, ParentCallSid, CallStatus: 'in-progress', Digits: '1' }
    await it1.report(voicemail.answers, taken.rings, taken.answers)
    expect(await it1.ownerOf(voicemail.leadId)).toBeNull()
    await it1.report({ path: `/${voicemail.id}/screen/1/2`, form: accepted })
    expect(await it1.ownerOf(voicemail.leadId)).toBe(it1.reader.userId)
    await it1.report(voicemail.hangsUp, taken.hangsUp, taken.dialled, taken.ended)
    expect([await it1.ownerOf(voicemail.leadId), (await it1.changed()).length]).toEqual([it1.reader.userId, 1])
  })

  test('the first who answers a caller has the lead; who answers their next call does not take it', async () => {
    const it1 = await world()
    const from = aPhone()
    const [first, second] = [await it1.ring(0, from), await it1.ring(1, from)]
    expect(second.leadId).toBe(first.leadId)
    await it1.report(second.answers)
    await it1.report(first.answers, first.hangsUp, second.hangsUp)
    expect([await it1.ownerOf(first.leadId), (await it1.changed()).length]).toEqual([it1.wim.userId, 1])
  })

  test('who answer twenty calls of one caller at the same moment, one has the lead, and it changed once', async () => {
    const it1 = await world()
    const from = aPhone()
    const calls = []
    for (let i = 0; i < 20; i++) calls.push(await it1.ring(i % 2, from))
    const leadId = calls[0]?.leadId ?? ''
    await Promise.all(calls.flatMap(({ answers }) => [it1.report(answers), it1.report(answers)]))
    const owner = await it1.ownerOf(leadId)
    expect([it1.rona.userId, it1.wim.userId]).toContain(owner)
    expect(await it1.changed()).toMatchObject([{ leadId, changes: { assignedTo: [null, owner] } }])
  })
})

test('reports shuffled, each twice and all at once, give every lead once, and to who answered', async () => {
  const it1 = await world()
  const callers = Array.from({ length: 24 }, (_, i) => `+9727244388${String(i).padStart(2, '0')}`)
  // Of every four calls, Writers answer two, a Reader one and the campaign's Lead one; half of them are first reported
  // by their own hook.
  const calls = await Promise.all(
    callers.map(async (from, i) => {
      const sid = aSid('CA')
      const isKnown = i % 8 < 4
      if (isKnown) await it1.number.dial(from, sid)
      const id = isKnown ? (await it1.number.row(sid)).id : crypto.randomUUID()
      const arrives = { CallSid: sid, CallStatus: 'ringing', From: from, To: it1.number.phone }
      return {
        sid,
        reports: [
          { path: '/inbound', form: arrives },
          ...Object.values(it1.reportsOf({ sid, id, place: i % 4, from })),
        ],
      }
    }),
  )
  const sent = calls.flatMap(({ reports }) => [...reports, ...reports])
  expect(sent).toHaveLength(24 * 6 * 2)
  const order = new Map(sent.map((report, i) => [i, { report, at: Math.random() }]))
  const shuffled = [...order.values()].sort((a, b) => a.at - b.at).map(({ report }) => report)
  await Promise.all(shuffled.map((report) => it1.report(report)))
  const answerers = [it1.rona, it1.wim, it1.reader, it1.chief].map(({ userId }) => userId)
  const rows = await Promise.all(calls.map(({ sid }) => it1.number.row(sid)))
  expect(rows.map(({ answered_by }) => answered_by)).toEqual(callers.map((_, i) => answerers[i % 4]))
  const owners = await Promise.all(rows.map(({ lead_id }) => it1.ownerOf(lead_id ?? '')))
  expect(owners).toEqual(callers.map((_, i) => (i % 4 === 3 ? null : answerers[i % 4])))
  const changed = (await it1.changed()).map(({ leadId }) => leadId)
  expect([changed.length, new Set(changed).size]).toEqual([18, 18])
}, 60_000)
