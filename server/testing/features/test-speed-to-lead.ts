import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { noSpeedToLead, type SpeedToLead, speedToLeadRoutes } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { ringForDue } from '../../features/speed-to-lead/ringing.ts'
import type { startVendor } from '../fake-vendor.ts'
import type { Credentials, testApp } from '../test-app.ts'
import type { TestMember } from '../test-business.ts'
import { testLeads } from '../test-leads.ts'
import { hooksIn, rfc2822, testNumber } from '../test-numbers.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Given = { vendor: ReturnType<typeof startVendor>; now: () => number }
type As = Partial<Credentials>

/** A server without loops, which would look by the clock of the database. It opens the test's database. */
export const withoutLoops = { ROLE: 'web', DATABASE_URL: 'postgres://unused@127.0.0.1/unused' }

let phones = 0
const aMobile = () => `+97254${String(7_770_000 + ++phones)}`

/** A campaign with a number and speed to lead, its people and their phones, leads that arrive, and a provider that rings. */
export function testSpeedToLead(it: App, { vendor, now }: Given) {
  const leads = testLeads(it)
  const read = (as: As, id: string) => it.send(speedToLeadRoutes.get, as, { params: { id } })
  const put = (as: As, id: string, settings: Partial<SpeedToLead>, expected = 0) =>
    it.send(speedToLeadRoutes.change, as, {
      params: { id },
      body: { settings: { ...noSpeedToLead, isOn: true, ...settings }, expected },
    })

  /** `people`: Writers with open browsers, in the order in which they are rung. */
  async function world(
    people = 2,
    { settings = {}, routing = {} }: { settings?: Partial<SpeedToLead>; routing?: Partial<Routing> } = {},
  ) {
    const business = await it.newBusiness()
    const { businessId, campaignId, db } = business
    const [owner, key] = [await business.member('Owner'), await business.apiKey()]
    const sender = { ...key, 'x-business-id': businessId }
    const number = await testNumber(it, business, { routing })
    const writers: TestMember[] = []
    for (let i = 0; i < people; i += 1) {
      writers.push(await business.member('Writer', [campaignId]))
      const joined = new Date(Date.parse('2026-01-01T00:00:00Z') + i * 60_000).toISOString()
      await db
        .updateTable('memberships')
        .set({ joined_at: joined })
        .where('user_id', '=', writers[i]?.userId ?? '')
        .execute()
    }
    const present = (as: TestMember, state: 'available' | 'away' = 'available') =>
      it.send(softphoneRoutes.presence, as, { body: { state } })
    for (const one of writers) await present(one)
    const { status, body } = await put(owner, campaignId, settings)
    if (status !== 200) throw new Error(JSON.stringify(body))
    const given = { ...business, owner, sender, number, writers, present }
    const acts = actsOf(it, { vendor, now }, given)
    const block = (phone: string) =>
      it.send(blacklistRoutes.create, owner, { body: { kind: 'number', phone, campaignId: null } as never })
    return { ...given, ...acts, block }
  }
  return { leads, read, put, world }
}

type World = {
  businessId: string
  campaignId: string
  db: Awaited<ReturnType<App['newBusiness']>>['db']
  owner: TestMember
  sender: As
  number: Awaited<ReturnType<typeof testNumber>>
  writers: TestMember[]
}
/** Leads that arrive, what is due, and what is read of it. */
function actsOf(it: App, given: Given, of: World) {
  const { now } = given
  const { campaignId, db, owner, sender } = of
  const leads = testLeads(it)
  /** Follows all events; what came by the clock of the database came now by that of the test. */
  const relay = async () => {
    it.deps.wakeRelay()
    await leads.relayed()
    await db
      .updateTable('lead_rings')
      .set({ asked_at: new Date(now()).toISOString() })
      .where('asked_at', '>', new Date(Date.now() - 600_000).toISOString())
      .where('asked_at', '<', new Date(Date.now() + 600_000).toISOString())
      .execute()
  }
  /** Does what is due until nothing more is. */
  const settle = async () => {
    await relay()
    for (let i = 0; i < 20 && (await ringForDue(it.deps)); i += 1) await relay()
  }
  const arrive = async (values: object = {}) => {
    const lead = await leads.add(sender, { campaignId, phone: aMobile(), ...values })
    await settle()
    return lead
  }
  const leadOf = async (id: string) => (await it.send(leadRoutes.get, owner, { params: { id } })).body.lead
  /** What the history says of ringing, the newest first. */
  const said = async (id: string) => {
    const { body } = await leads.history(owner, id)
    return body.history.flatMap(({ rang }) => (rang ? [rang] : []))
  }
  /** The mobile of a person, whose browser is closed. */
  const mobile = async ({ userId }: TestMember) => {
    const phone = aMobile()
    const verified = { phone, phone_verified_at: new Date(now()).toISOString() }
    await it.deps.tenants.pool.updateTable('users').set(verified).where('id', '=', userId).execute()
    const closed = { seen_at: new Date(now() - 3_600_000).toISOString() }
    await db.updateTable('softphones').set(closed).where('user_id', '=', userId).execute()
    return phone
  }
  return { relay, settle, arrive, leadOf, said, mobile, ...callsOf(given, of, settle) }
}

/** The calls that ring people, and what their phones do. */
function callsOf({ vendor, now }: Given, { businessId, db, number, writers }: World, settle: () => Promise<void>) {
  const called = () =>
    vendor.state().calls.map(({ To = '' }) => {
      const place = writers.findIndex(({ userId }) => To.includes(userId.replaceAll('-', '')))
      return place >= 0 ? ('ABCDEFGH'[place] ?? '?') : To
    })
  const rows = (leadId?: string) =>
    db
      .selectFrom('calls')
      .selectAll()
      .where('business_id', '=', businessId)
      .$if(leadId !== undefined, (query) => query.where('lead_id', '=', leadId ?? ''))
      .orderBy('started_at')
      .orderBy('id')
      .execute()
  const live = async (leadId?: string) => {
    const call = (await rows(leadId)).find(({ status, state }) => status === null && state !== 'ended')
    if (!call) throw new Error('No phone rings')
    return call
  }
  const report = (call: { id: string; provider_sid: string }, path: string, form: object) =>
    number.hook(`/${call.id}/${path}`, { CallSid: call.provider_sid, Direction: 'outbound-api', ...form })
  /** The phone that rings is declined, or not answered. */
  const decline = async (leadId?: string, CallStatus = 'busy') => {
    await report(await live(leadId), 'status', { CallStatus, CallDuration: '0' })
    await settle()
  }
  /** The phone that rings is answered. */
  const answer = async (leadId?: string) => report(await live(leadId), 'answered', { CallStatus: 'in-progress' })
  /** The lead's phone answers and speaks; or does not. */
  const lead = async (xml: string, call: { id: string; provider_sid: string }, seconds: number) => {
    const leg = hooksIn(xml)['leg/1/0'] ?? ''
    const child = {
      CallSid: `CA${call.provider_sid.slice(2).split('').reverse().join('')}`,
      ParentCallSid: call.provider_sid,
    }
    const at = (s: number) => rfc2822(now() + s * 1_000)
    await number.hook(leg, { ...child, CallStatus: 'initiated', SequenceNumber: '0', Timestamp: at(0) })
    if (seconds) await number.hook(leg, { ...child, CallStatus: 'in-progress', SequenceNumber: '1', Timestamp: at(0) })
    const CallStatus = seconds ? 'completed' : 'no-answer'
    const CallDuration = String(seconds)
    await number.hook(leg, { ...child, CallStatus, CallDuration, SequenceNumber: '2', Timestamp: at(seconds) })
    const done = { DialCallStatus: CallStatus, DialCallSid: child.CallSid, DialBridged: String(seconds > 0) }
    await report(call, 'dial/1', { CallStatus: 'in-progress', ...done, DialCallDuration: CallDuration })
    await report(call, 'status', { CallStatus: 'completed', CallDuration })
    await settle()
  }
  /** The person takes the lead, who speaks for these seconds; 0: does not answer. */
  const talk = async (leadId?: string, seconds = 30) => {
    const call = await live(leadId)
    const { xml } = await answer(leadId)
    await settle()
    await lead(xml, call, seconds)
    return { call, xml }
  }
  return { called, rows, live, report, decline, answer, talk }
}
