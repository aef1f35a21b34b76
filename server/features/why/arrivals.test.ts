import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { duplicatePolicyRoutes } from '#contract/duplicates/duplicate-policy.ts'
import { leadWhyRoutes } from '#contract/leads/history/lead-why.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { newId } from '../../platform/ids.ts'
import { testImports } from '../../testing/features/test-imports.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testForms } from '../../testing/test-forms.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'
import { testExchange, testNumber } from '../../testing/test-numbers.ts'
import { testOwnLeads } from '../../testing/test-own-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createSmsLead } from '../leads/intake/phone-intake.service.ts'

type As = Partial<Credentials>

let time = Date.now()
const it = await testApp({ now: () => new Date(time), exchange: () => testExchange })
const leads = testLeads(it)
const forms = testForms(it)
const imports = testImports(it)
const { world: ownLeads } = testOwnLeads(it)

const why = (as: As, id: string, limit?: number) =>
  it.send(leadWhyRoutes.get, as, { params: { id }, query: limit ? { limit } : {} })
const whyOf = async (as: As, id: string) => {
  const { status, body } = await why(as, id)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.why
}
const arrivalsOf = async (as: As, id: string) => (await whyOf(as, id)).arrivals
const actsOf = async (as: As, id: string) => (await whyOf(as, id)).acts

async function world() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner'), key: await business.apiKey() }
}

describe('how a lead came', () => {
  test('from an API key: the body as received, the key, and the campaign that the request named', async () => {
    const { owner, key, campaignId } = await world()
    const sent = { name: 'Dana Levi', phone: nextPhone(), campaignId, utm_source: 'google' }
    const { _id } = await leads.add(key, sent)
    const [arrival] = await arrivalsOf(owner, _id)
    expect(arrival).toMatchObject({
      channel: 'api',
      placedBy: 'request',
      fate: 'created',
      by: null,
      source: 'google_ads',
    })
    expect(arrival?.keyName).toBeTruthy()
    expect(JSON.parse(arrival?.raw ?? '')).toEqual(sent)
    expect(arrival?.raw).not.toMatch(/lk_live|authorization/i)
  })

  test('from a key that is limited to one campaign: the key chose it', async () => {
    const { owner, apiKey, campaignId } = await world()
    const key = await apiKey(['leads:write'], [campaignId])
    const { _id } = await leads.add(key, { name: 'Dana', phone: nextPhone() })
    expect(await arrivalsOf(owner, _id)).toMatchObject([{ channel: 'api', placedBy: 'key' }])
  })

  test('from a form: the submission, the form, and its campaign', async () => {
    const { owner, campaignId } = await world()
    const form = await forms.make(owner, campaignId)
    const { action, values } = await forms.open(form)
    const phone = nextPhone()
    time += 60_000
    await forms.post(action, { ...values, name: 'Noa', phone })
    const [lead] = await imports.all(owner, campaignId)
    const [arrival] = await arrivalsOf(owner, lead?._id ?? '')
    expect(arrival).toMatchObject({ channel: 'form', formName: 'Landing page', placedBy: 'form', fate: 'created' })
    expect(JSON.parse(arrival?.raw ?? '')).toMatchObject({ name: 'Noa', phone })
  })

  test('from a call and from a text message: the number; messages join the lead under every policy', async () => {
    const business = await world()
    const { owner, businessId, campaignId, db } = business
    const number = await testNumber(it, business)
    await it.send(duplicatePolicyRoutes.change, owner, {
      body: { action: 'refuse', scope: 'campaign', windowDays: null },
    })
    const phone = nextPhone()
    const { sid } = await number.dial(phone)
    const { lead_id: leadId } = await number.row(sid)
    await createSmsLead(db, businessId, { campaignId, phone, text: 'Call me back' })
    const [sms, call] = await arrivalsOf(owner, leadId ?? '')
    expect(call).toMatchObject({
      channel: 'call',
      number: number.phone,
      placedBy: 'number',
      fate: 'created',
      raw: null,
    })
    expect(sms).toMatchObject({ channel: 'sms', placedBy: 'number', fate: 'conversation', raw: 'Call me back' })
  })

  test('from a file: its name and the row, which the Owner and its importer see whole', async () => {
    const { owner, campaignId, member } = await world()
    const chief = await member('Lead', [campaignId])
    const csv = 'name,phone,secret\nDana,0541236001,12345\nNoam,0541236002,\n'
    await imports.take(owner, csv, { campaignId, columns: ['name', 'phone', null] })
    const noam = (await imports.all(owner, campaignId)).find(({ name }) => name === 'Dana')
    const [arrival] = await arrivalsOf(owner, noam?._id ?? '')
    expect(arrival).toMatchObject({
      ...{ channel: 'import', placedBy: 'file', file: { name: 'leads.csv', row: 2 } },
      by: { _id: owner.userId },
    })
    expect(JSON.parse(arrival?.raw ?? '')).toEqual({ name: 'Dana', phone: '0541236001', secret: '12345' })
    expect(await arrivalsOf(chief, noam?._id ?? '')).toMatchObject([{ file: { row: 2 }, raw: null }])
  })

  test('from a person: who entered it, and for whom', async () => {
    const { owner, campaignId, member } = await world()
    const writer = await member('Writer', [campaignId])
    const { _id } = await leads.add(owner, { campaignId, assignedTo: writer.userId })
    expect(await arrivalsOf(owner, _id)).toMatchObject([
      {
        ...{ channel: 'person', placedBy: 'person', raw: null, by: { _id: owner.userId } },
        assigned: { user: { _id: writer.userId }, isSender: false },
      },
    ])
  })

  test('what the duplicate policy decided: joined, marked, refused, or a second lead that a person asked for', async () => {
    const { owner, key, campaignId } = await world()
    const policy = (action: 'join' | 'mark' | 'refuse') =>
      it.send(duplicatePolicyRoutes.change, owner, { body: { action, scope: 'campaign', windowDays: null } })
    const phone = nextPhone()
    const sent = { name: 'Dana', phone, campaignId }
    const first = await leads.add(key, sent)
    await leads.add(key, sent)
    await policy('refuse')
    expect((await leads.take(key, sent)).status).toBe(409)
    expect((await arrivalsOf(owner, first._id)).map(({ fate }) => fate)).toEqual(['refused', 'joined', 'created'])
    await policy('mark')
    const marked = await leads.add(key, sent)
    expect(await arrivalsOf(owner, marked._id)).toMatchObject([
      { fate: 'marked', known: { _id: first._id, name: 'Dana' } },
    ])
    await policy('join')
    const second = await leads.add(owner, { ...sent, duplicate: 'create' })
    expect((await arrivalsOf(owner, second._id))[0]?.fate).toBe('second')
  })
})

describe('what happened and why', () => {
  test('changes by hand, by an operation on many leads and by its undo', async () => {
    const { owner, key, campaignId, statusIds } = await world()
    const lead = await leads.add(key, { campaignId })
    await leads.change(owner, lead._id, { statusId: statusIds.won })
    const action = { kind: 'assign', assignedTo: owner.userId } as const
    const { operation } = (await it.send(operationRoutes.create, owner, { body: { action, leadIds: [lead._id] } })).body
    await it.send(operationRoutes.undo, owner, { params: { id: operation._id } })
    const acts = await waitFor(async () => {
      const found = await actsOf(owner, lead._id)
      return found.length >= 3 && found
    })
    expect(acts.map(({ cause, by }) => [cause, by?._id])).toEqual([
      ['undo', owner.userId],
      ['assign', owner.userId],
      ['edit', owner.userId],
    ])
    expect(Object.keys(acts[1]?.changes ?? {})).toEqual(['assignedTo'])
  })

  test('a restricted member gets the unassigned lead that their enquiry joined', async () => {
    const { owner, writer, campaignId, free } = await ownLeads()
    await leads.add(writer, { name: 'Dana', phone: free.phone, campaignId })
    const acts = await actsOf(owner, free._id)
    expect(acts[0]).toMatchObject({ cause: 'entered', by: { _id: writer.userId } })
    const entered = await leads.add(writer, { name: 'New', phone: nextPhone(), campaignId })
    expect((await arrivalsOf(owner, entered._id))[0]?.assigned).toMatchObject({ isSender: true })
  })
})

test('the newest of each part, as many as requested, and which parts have older items', async () => {
  const { owner, key, campaignId, statusIds } = await world()
  const { _id } = await leads.add(key, { campaignId })
  await leads.change(owner, _id, { statusId: statusIds.won })
  await leads.change(owner, _id, { statusId: statusIds.new })
  const { acts, more } = (await why(owner, _id, 1)).body.why
  expect(acts).toHaveLength(1)
  expect(more).toMatchObject({ arrivals: false, acts: true })
  const whole = await whyOf(owner, _id)
  expect(whole.acts).toHaveLength(2)
  expect(whole.acts[0]?._id).toBe(acts[0]?._id)
  expect(whole.more.acts).toBe(false)
  expect((await why(owner, _id, 501)).status).toBe(422)
})

describe('the rights', () => {
  test('of those who may read the lead alone', async () => {
    const { owner, member, campaign, campaignId, key } = await world()
    const { _id } = await leads.add(key, { campaignId })
    for (const role of ['Admin', 'Affiliate', 'Lead', 'Writer', 'Reader'] as const)
      expect((await why(await member(role, role === 'Admin' ? [] : [campaignId]), _id)).status, role).toBe(200)
    expect((await why(await member('Reader', [await campaign()]), _id)).status).toBe(404)
    expect((await why(await (await it.newBusiness()).member('Owner'), _id)).status).toBe(404)
    expect((await why(key, _id)).status).toBe(403)
    expect((await why(owner, newId())).status).toBe(404)
  })

  test('of members who read only own leads: theirs, not those of others', async () => {
    const { writer, reader, own, others, free } = await ownLeads()
    expect((await why(writer, own._id)).status).toBe(200)
    for (const { _id } of [others, free]) expect((await why(writer, _id)).status).toBe(404)
    expect((await why(reader, own._id)).status).toBe(404)
  })

  test('readers of masked contacts see no texts, and not that the person has another lead', async () => {
    const { owner, member, campaignId, key } = await world()
    const partner = await member('Affiliate', [campaignId])
    const chief = await member('Lead', [campaignId])
    await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
    await it.send(duplicatePolicyRoutes.change, owner, {
      body: { action: 'mark', scope: 'campaign', windowDays: null },
    })
    const sent = { name: 'Dana', phone: '0541237788', message: 'Please call', campaignId }
    await leads.add(key, sent)
    const { _id } = await leads.add(key, sent)
    await leads.change(owner, _id, { phone: '0541237799' })
    const seen = await whyOf(partner, _id)
    expect(seen.arrivals).toMatchObject([{ raw: null, known: null, fate: 'created' }])
    expect(JSON.stringify(seen)).not.toMatch(/54123|Please call/)
    expect((await arrivalsOf(chief, _id))[0]).toMatchObject({
      fate: 'marked',
      raw: expect.stringContaining('0541237788'),
    })
  })
})

test('erasing the person erases what the enquiry held', async () => {
  const { owner, key, campaignId } = await world()
  const { _id } = await leads.add(key, { name: 'Dana Levi', phone: '0541239911', campaignId })
  const before = await waitFor(async () => {
    const found = await whyOf(owner, _id)
    return found.notices[0]?.isExplained && found
  })
  expect(before.arrivals[0]?.raw).toContain('0541239911')
  const erased = await it.send(privacyRoutes.eraseLead, owner, { params: { id: _id }, body: { typed: 'Dana Levi' } })
  expect(erased.status).toBe(200)
  const left = await whyOf(owner, _id)
  expect(left.arrivals).toMatchObject([{ channel: 'api', raw: null }])
  expect(left.notices).toEqual([])
  expect(JSON.stringify(left)).not.toMatch(/Dana Levi|541239911/)
})
