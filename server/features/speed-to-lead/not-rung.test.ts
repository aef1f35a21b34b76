import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { startVendor } from '../../testing/fake-vendor.ts'
import { officeHours } from '../../testing/features/test-assignment.ts'
import { testSpeedToLead, withoutLoops } from '../../testing/features/test-speed-to-lead.ts'
import { testApp } from '../../testing/test-app.ts'
import { testExchange } from '../../testing/test-numbers.ts'
import { watchCalls } from '../calls/hooks/call-watch.jobs.ts'
import { type RingDeps, ringOn } from './ringing.service.ts'
import { ringForDue } from './ringing.ts'

/** Sunday, 29 November 2026, 10:00 in Israel. */
const START = Date.parse('2026-11-29T08:00:00Z')
let time = START
const vendor = startVendor(testExchange)
const softphoneKey = (_identity: string, now: Date) => ({ kind: 'local' as const, token: 't', expiresAt: now })
const it = await testApp({
  exchange: () => ({ ...testExchange, baseUrl: vendor.url(), softphoneKey }),
  now: () => new Date(time),
  // The demo has no quiet hours.
  env: { ...withoutLoops, DEMO: '0' },
})
const { leads, world } = testSpeedToLead(it, { vendor, now: () => time })
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  time = START
  it.deps.caches.endAll()
})
type World = Awaited<ReturnType<typeof world>>
const outcomeOf = async (it1: World, id: string) => (await it1.said(id)).map(({ outcome }) => outcome)

describe('not rung, and the history says why', () => {
  test.each<[string, (it1: World) => unknown, string]>([
    [
      'the campaign is paused',
      (it1) => it1.db.updateTable('campaigns').set({ is_enabled: false }).where('id', '=', it1.campaignId).execute(),
      'paused',
    ],
    [
      'the number is not active',
      (it1) =>
        it1.db.updateTable('virtual_numbers').set({ state: 'paused' }).where('id', '=', it1.number.numberId).execute(),
      'no_number',
    ],
    ['no person has an open phone', (it1) => it1.present(it1.writers[0] as never, 'away'), 'no_people'],
  ])('%s', async (_what, prepare, outcome) => {
    const it1 = await world(1)
    await prepare(it1)
    const lead = await it1.arrive()
    expect(await outcomeOf(it1, lead._id)).toEqual([outcome])
    expect(vendor.state().calls).toEqual([])
  })

  test('on the blacklist, or marked "do not call" on another lead of that phone', async () => {
    const it1 = await world(1)
    const phone = '+972545554433'
    await it1.block(phone)
    const blocked = await it1.arrive({ phone })
    expect(await outcomeOf(it1, blocked._id)).toEqual(['blacklisted'])
    const marked = await leads.add(it1.owner, { campaignId: await it1.campaign(), phone: '+972545554434' })
    await it.send(outgoingRoutes.doNotCall, it1.owner, { params: { id: marked._id }, body: { isOn: true } })
    const again = await it1.arrive({ phone: '+972545554434' })
    expect(again._id).not.toBe(marked._id)
    expect(await outcomeOf(it1, again._id)).toEqual(['barred'])
    expect(vendor.state().calls).toEqual([])
  })

  test('a partner who sees masked contacts does not learn that a phone is known, but reads the lead’s own mark', async () => {
    const it1 = await world(1)
    await it1.db.updateTable('businesses').set({ masks_contacts: true }).execute()
    const partner = await it1.member('Affiliate', [it1.campaignId])
    it.deps.caches.endAll()
    const [known, blocked] = ['+972545554435', '+972545554436']
    await it1.block(blocked)
    const marked = await leads.add(it1.owner, { campaignId: await it1.campaign(), phone: known })
    const mark = (id: string) => it.send(outgoingRoutes.doNotCall, it1.owner, { params: { id }, body: { isOn: true } })
    await mark(marked._id)
    const read = async (id: string) => {
      const { body } = await leads.history(partner, id)
      return [...(await outcomeOf(it1, id)), ...body.history.flatMap(({ rang }) => rang?.outcome ?? [])]
    }
    expect(await read((await it1.arrive({ phone: blocked }))._id)).toEqual(['blacklisted', 'not_callable'])
    expect(await read((await it1.arrive({ phone: known }))._id)).toEqual(['barred', 'not_callable'])
    const own = await it1.arrive()
    await mark(own._id)
    await it1.settle()
    expect(await read(own._id)).toEqual(['barred', 'barred'])
  })

  test.each([
    ['abroad', '+14155552671'],
    ['premium', '+972190012345'],
  ])('a phone %s', async (_what, phone) => {
    const it1 = await world(1)
    const lead = await it1.arrive({ phone })
    expect(await outcomeOf(it1, lead._id)).toEqual(['not_callable'])
  })

  test.each([
    // Winter time: UTC+2. Shabbat of 5 December 2026 in Jerusalem: candles 15:55 on Friday, end 17:10 and an hour of grace.
    ['at 20:59', '2026-11-29T18:59:00Z', []],
    ['at 21:00', '2026-11-29T19:00:00Z', ['quiet']],
    ['at 7:59', '2026-11-30T05:59:00Z', ['quiet']],
    ['at 8:00', '2026-11-30T06:00:00Z', []],
    ['on Friday before candle lighting', '2026-12-04T13:50:00Z', []],
    ['on Friday after candle lighting', '2026-12-04T14:05:00Z', ['quiet']],
    ['on Shabbat', '2026-12-05T10:00:00Z', ['quiet']],
    ['within an hour after Shabbat', '2026-12-05T15:50:00Z', ['quiet']],
    ['more than an hour after Shabbat', '2026-12-05T16:40:00Z', []],
    // Pesach 5787 begins on the evening of Wednesday, 21 April 2027.
    ['on Yom Tov', '2027-04-22T09:00:00Z', ['quiet']],
    ['on Hol HaMoed', '2027-04-25T09:00:00Z', []],
  ])('quiet for leads, also if the business is open: %s', async (_when, at, outcomes) => {
    time = Date.parse(at)
    const it1 = await world(1)
    const lead = await it1.arrive()
    expect(await outcomeOf(it1, lead._id)).toEqual(outcomes)
    expect(vendor.state().calls).toHaveLength(outcomes.length ? 0 : 1)
  })

  test('outside opening hours', async () => {
    time = Date.parse('2026-11-29T16:30:00Z')
    const it1 = await world(1)
    await it.send(workingHoursRoutes.change, it1.owner, { body: { hours: officeHours, expected: 0 } })
    const lead = await it1.arrive()
    expect(await outcomeOf(it1, lead._id)).toEqual(['closed'])
  })

  test('a lead that came while the server did not run', async () => {
    const it1 = await world(1)
    const lead = await leads.add(it1.sender, { campaignId: it1.campaignId })
    await it1.relay()
    time += 11 * 60_000
    await it1.settle()
    expect(await outcomeOf(it1, lead._id)).toEqual(['late'])
  })

  test('switched off: nothing at all', async () => {
    const it1 = await world(1, { settings: { isOn: false } })
    const lead = await it1.arrive()
    expect([await outcomeOf(it1, lead._id), vendor.state().calls]).toEqual([[], []])
  })
})

describe('ringing stops', () => {
  test.each<[string, (it1: World, id: string) => unknown, string[]]>([
    ['a colleague comments', (it1, id) => leads.comment(it1.owner, id, 'Called him'), ['answered']],
    [
      'the lead is marked "do not call"',
      (it1, id) => it.send(outgoingRoutes.doNotCall, it1.owner, { params: { id }, body: { isOn: true } }),
      ['barred'],
    ],
    ['the lead goes to the trash', (it1, id) => leads.remove(it1.owner, [id]), []],
    [
      'the campaign is paused',
      (it1) =>
        it.send(campaignRoutes.change, it1.owner, { params: { id: it1.campaignId }, body: { isEnabled: false } }),
      ['paused'],
    ],
  ])('if %s: the phone that rings is let go, and no other rings', async (_what, act, outcomes) => {
    const it1 = await world(2)
    const lead = await it1.arrive()
    const call = await it1.live()
    await act(it1, lead._id)
    time += 6_000
    await it1.db.updateTable('lead_rings').set({ due_at: '-infinity' }).where('due_at', 'is not', null).execute()
    await it1.settle()
    expect(vendor.state().ended).toEqual([call.provider_sid])
    await it1.report(call, 'status', { CallStatus: 'canceled', CallDuration: '0' })
    await it1.settle()
    expect(it1.called()).toEqual(['A'])
    if (outcomes.length) expect(await outcomeOf(it1, lead._id)).toEqual(outcomes)
  })

  test('answered in the moment in which a person accepts: the lead is not rung, and the person hears it', async () => {
    const it1 = await world(2)
    const lead = await it1.arrive()
    await it1.db
      .updateTable('leads')
      .set({ first_response_at: new Date(time).toISOString() })
      .where('id', '=', lead._id)
      .execute()
    const { xml } = await it1.answer()
    expect(xml).toContain('A colleague has answered this lead already.')
    expect(xml).not.toContain('<Dial')
  })
})

describe('repeat enquiries', () => {
  test('ring again for a lead that was not answered, except soon after', async () => {
    const it1 = await world(2)
    const lead = await it1.arrive()
    await it1.decline()
    await it1.decline()
    const repeat = () => it1.arrive({ phone: lead.phone })
    expect((await repeat())._id).toBe(lead._id)
    expect(it1.called()).toEqual(['A', 'B'])
    // By the clock of the database, which wrote when the first one came.
    await it1.db
      .updateTable('lead_rings')
      .set({ asked_at: new Date(Date.now() - 16 * 60_000).toISOString() })
      .execute()
    await repeat()
    expect(it1.called()).toEqual(['A', 'B', 'A'])
    await it1.talk(lead._id)
    await it1.db
      .updateTable('lead_rings')
      .set({ asked_at: new Date(Date.now() - 16 * 60_000).toISOString() })
      .execute()
    await repeat()
    expect(it1.called()).toHaveLength(3)
  })
})

describe('a process that dies', () => {
  const killed = (deps: RingDeps): RingDeps => ({
    ...deps,
    voice: {
      ...deps.voice,
      find: async (id: string) => {
        const connection = await deps.voice.find(id)
        if (!connection) return undefined
        const startCall = () => Promise.reject(new Error('killed'))
        return { ...connection, provider: Object.assign(Object.create(connection.provider), { startCall }) }
      },
    },
  })

  test('before the phone rings: the call is found not to exist, and the next person is rung; no one twice', async () => {
    const it1 = await world(2)
    const lead = await leads.add(it1.sender, { campaignId: it1.campaignId })
    await it1.relay()
    const of = { businessId: it1.businessId, leadId: lead._id }
    await expect(ringOn(killed(it.deps), of)).rejects.toThrow('killed')
    expect((await it1.rows(lead._id)).map(({ made_by }) => made_by)).toEqual([it1.writers[0]?.userId])
    await it1.settle()
    expect(it1.called()).toEqual([])
    time += 130_000
    for (const one of it1.writers) await it1.present(one)
    await watchCalls.run(it.deps, {})
    await it1.settle()
    expect(it1.called()).toEqual(['B'])
  })

  test('after it: the phone that rings is that of the stored call, however many look', async () => {
    const it1 = await world(2)
    const lead = await it1.arrive()
    for (let i = 0; i < 3; i += 1) {
      await it1.db.updateTable('lead_rings').set({ due_at: '-infinity' }).where('lead_id', '=', lead._id).execute()
      await Promise.all([ringForDue(it.deps), ringForDue(it.deps)])
    }
    await it1.settle()
    expect(it1.called()).toEqual(['A'])
    await it1.talk(lead._id)
    expect(await it1.said(lead._id)).toMatchObject([{ outcome: 'accepted' }])
  })

  test('a start that the provider refuses is followed by the next person', async () => {
    const it1 = await world(2)
    vendor.state().isDown = true
    await leads.add(it1.sender, { campaignId: it1.campaignId })
    await it1.relay()
    await ringForDue(it.deps)
    expect(vendor.state().calls).toEqual([])
    vendor.state().isDown = false
    time += 130_000
    for (const one of it1.writers) await it1.present(one)
    await watchCalls.run(it.deps, {})
    await it1.settle()
    expect(it1.called()).toEqual(['B'])
  })
})
