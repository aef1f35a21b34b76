import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { type DuplicatePolicy, duplicatePolicyRoutes } from '#contract/duplicates/duplicate-policy.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testForms } from '../../testing/test-forms.ts'
import { nextPhone, refusal, testLeads } from '../../testing/test-leads.ts'
import { testExchange, testNumber } from '../../testing/test-numbers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createSmsLead } from '../leads/intake/phone-intake.service.ts'

let time = Date.now()
const it = await testApp({ now: () => new Date(time), exchange: () => testExchange })
const { take, add, get, history, names, page } = testLeads(it)
const forms = testForms(it)
type As = Partial<Credentials>

const STANDARD: DuplicatePolicy = { action: 'join', scope: 'campaign', windowDays: null }
const decide = (as: As, policy: Partial<DuplicatePolicy>) =>
  it.send(duplicatePolicyRoutes.change, as, { body: { ...STANDARD, ...policy } })
const read = async (as: As) => (await it.send(duplicatePolicyRoutes.get, as, {})).body

/** A business with this policy, and one lead of Dana. */
async function world(policy: Partial<DuplicatePolicy> = {}) {
  const business = await it.newBusiness()
  const { member, apiKey, campaign, campaignId, db } = business
  const [owner, key, other] = [await member('Owner'), await apiKey(), await campaign()]
  const phone = nextPhone()
  const dana = await add(key, { name: 'Dana Levi', phone, campaignId })
  expect((await decide(owner, policy)).status).toBe(200)
  const send = (body: object = {}, as: As = key) => take(as, { name: 'Dana', phone, campaignId, ...body })
  /** Moves all enquiries of the business back in time. */
  const age = async (days: number) => {
    const at = new Date(Date.now() - days * 86_400_000).toISOString()
    await db.updateTable('lead_enquiries').set({ at }).execute()
  }
  const events = async (id = dana._id) => (await history(owner, id)).body.history.map(({ event }) => event)
  return { ...business, owner, key, other, phone, dana, send, age, events }
}

test('only the Owner decides; the others see it; a change is logged with what was before', async () => {
  const { owner, member, campaignId, db } = await world()
  expect(await read(owner)).toEqual({ success: true, policy: STANDARD, refused: 0 })
  const wanted = { action: 'refuse', scope: 'business', windowDays: 30 } as const
  for (const role of ['Admin', 'Affiliate', 'Lead', 'Writer', 'Reader'] as const) {
    const one = await member(role, role === 'Admin' ? [] : [campaignId])
    expect((await read(one)).policy).toEqual(STANDARD)
    expect((await decide(one, wanted)).status).toBe(403)
  }
  expect((await decide(owner, wanted)).body).toMatchObject({ policy: wanted })
  expect((await decide(owner, wanted)).body).toMatchObject({ policy: wanted })
  expect((await read(owner)).policy).toEqual(wanted)
  const logged = await db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'duplicate_policy.changed')
    .execute()
  expect(logged.map(({ payload }) => (payload as { changes: object }).changes)).toEqual([
    {
      duplicateAction: ['join', 'refuse'],
      duplicateScope: ['campaign', 'business'],
      duplicateWindowDays: [null, 30],
    },
  ])
})

test.each([0, 0.5, -3, 3_651, '30'])('a window of %s days is refused', async (windowDays) => {
  const { owner } = await world()
  const reply = await decide(owner, { windowDays: windowDays as number })
  expect([reply.status, (await read(owner)).policy]).toEqual([422, STANDARD])
})

test('join: an enquiry of a key, a form and a person joins the lead', async () => {
  const { owner, campaignId, phone, dana, send } = await world()
  expect(await send()).toMatchObject({ status: 200, body: { duplicate: true, lead: { _id: dana._id } } })
  expect(await send({ name: 'Dana Levi' }, owner)).toMatchObject({ status: 200, body: { lead: { _id: dana._id } } })
  await fillIn(await forms.make(owner, campaignId), { name: 'Dana', phone })
  const { enquiries } = (await get(owner, dana._id)).body.lead
  expect(enquiries).toHaveLength(4)
})

test('mark: an enquiry becomes a lead of its own, both are marked, and they are a group', async () => {
  const { owner, campaignId, phone, dana, send } = await world({ action: 'mark' })
  const { status, body } = await send({ name: 'Dana' })
  expect([status, body.duplicate]).toEqual([201, false])
  await fillIn(await forms.make(owner, campaignId), { name: 'Dana of the form', phone })
  expect(await names(owner)).toEqual(['Dana', 'Dana Levi', 'Dana of the form'])
  const { leads } = (await page(owner)).body
  expect(leads.map(({ isDuplicate }) => isDuplicate)).toEqual([true, true, true])
  expect((await get(owner, body.lead._id)).body.lead.isDuplicate).toBe(true)
  const group = await waitFor(async () => {
    const [found] = (await it.send(duplicateRoutes.groups, owner, { query: {} })).body.groups
    return found?.size === 3 && found
  })
  expect(group).toMatchObject({ reasons: expect.arrayContaining(['phone']) })
  expect(group.leadIds).toContain(dana._id)
})

test('mark: a lead that has the phone only as a further contact is marked with the new one', async () => {
  const { owner, key, campaignId, dana, send } = await world({ action: 'mark' })
  const second = await add(key, { name: 'Dana', campaignId })
  const merge = { winnerId: dana._id, leadIds: [second._id] }
  expect((await it.send(duplicateRoutes.merge, owner, { body: merge as never })).status).toBe(200)
  const { lead } = (await send({ phone: second.phone })).body
  expect(lead._id).not.toBe(dana._id)
  for (const id of [lead._id, dana._id]) expect((await get(owner, id)).body.lead.isDuplicate).toBe(true)
})

test('refuse: a key and a person get a stable code in their language; nothing is stored but the event, which is counted', async () => {
  const { owner, member, campaignId, dana, send, events } = await world({ action: 'refuse' })
  const before = (await get(owner, dana._id)).body.lead
  const en = await send()
  expect(refusal(en)).toMatchObject({
    status: 409,
    code: 'duplicate_refused',
    message: 'This person has a lead already, and the business does not accept further enquiries',
  })
  const writer = await member('Writer', [campaignId])
  const he = await take(writer, { name: 'Dana', phone: dana.phone, campaignId }, { 'accept-language': 'he' })
  expect(refusal(he)).toMatchObject({ status: 409, code: 'duplicate_refused', message: expect.stringMatching(/[א-ת]/) })
  // Also of one who asks for a second lead.
  expect((await send({ name: 'Dana Levi', duplicate: 'create' }, owner)).status).toBe(409)
  expect(await names(owner)).toEqual(['Dana Levi'])
  expect((await get(owner, dana._id)).body.lead).toEqual(before)
  expect(await events()).toEqual(['lead.refused', 'lead.refused', 'lead.refused', 'lead.created'])
  expect((await read(owner)).refused).toBe(3)
  expect((await send({ phone: nextPhone() })).status).toBe(201)
})

test('refuse: a repeat of one request by its Idempotency-Key is refused again and counted once', async () => {
  const { owner, key, campaignId, phone } = await world({ action: 'refuse' })
  const again = () => take(key, { name: 'Dana', phone, campaignId }, { 'idempotency-key': 'a' })
  expect([(await again()).status, (await again()).status]).toEqual([409, 409])
  expect((await read(owner)).refused).toBe(1)
})

test('refuse: the visitor of a form is thanked as always, and the form notes the refusal', async () => {
  const { owner, campaignId, phone, dana } = await world({ action: 'refuse' })
  const form = await forms.make(owner, campaignId)
  const known = await fillIn(form, { name: 'Dana', phone })
  const unknown = await fillIn(form, { name: 'Noa', phone: nextPhone() })
  const shown = ({ statusCode, headers: { location }, body }: typeof known) => ({ statusCode, location, body })
  expect(shown(known)).toEqual(shown(unknown))
  expect(known.statusCode).toBe(303)
  expect(await names(owner)).toEqual(['Dana Levi', 'Noa'])
  expect((await read(owner)).refused).toBe(1)
  expect((await get(owner, dana._id)).body.lead.enquiries).toHaveLength(1)
})

test.each(['join', 'mark', 'refuse'] as const)(
  '%s: a call and a text message join the lead, and neither is refused',
  async (action) => {
    const business = await world({ action })
    const { owner, businessId, campaignId, phone, dana, db } = business
    const number = await testNumber(it, business)
    expect((await number.row((await number.dial(phone)).sid)).lead_id).toBe(dana._id)
    const sent = await db
      .transaction()
      .execute((tx) => createSmsLead(tx, businessId, { campaignId, phone, text: 'Hello' }))
    expect(sent).toBe(dana._id)
    expect(await names(owner)).toEqual(['Dana Levi'])
    expect((await number.row((await number.dial(nextPhone())).sid)).lead_id).not.toBeNull()
  },
)

test('window: a lead whose last enquiry is older does not count; a call keeps it young', async () => {
  const business = await world({ windowDays: 30 })
  const { owner, phone, dana, send, age } = business
  await age(29)
  expect((await send()).status).toBe(200)
  await age(31)
  const number = await testNumber(it, business)
  const later = await send()
  expect(later.status).toBe(201)
  await age(31)
  const called = (await number.row((await number.dial(phone)).sid)).lead_id
  expect([dana._id, later.body.lead._id]).not.toContain(called)
  expect((await send()).body.lead._id).toBe(called)
  await decide(owner, { windowDays: null })
  expect((await send()).status).toBe(200)
})

test('scope: in another campaign the enquiry is a new lead, unless the whole business counts', async () => {
  const { owner, apiKey, other, dana, send, events } = await world()
  expect((await send({ campaignId: other })).status).toBe(201)
  const business = await world({ scope: 'business' })
  const joined = await business.send({ campaignId: business.other })
  expect(joined).toMatchObject({ status: 200, body: { duplicate: true } })
  expect(await names(business.owner)).toEqual(['Dana Levi'])
  // At the lead, for those who see it.
  expect(await business.events()).toEqual(['lead.repeated', 'lead.created'])
  expect(await events()).toEqual(['lead.created'])
  // A key of the other campaign sees nothing of the lead but that there is one.
  const narrow = await business.apiKey(['leads:write', 'leads:read'], [business.other])
  const reply = await business.send({ name: 'D', campaignId: business.other }, narrow)
  expect(reply.body.lead).toMatchObject({ name: 'D', campaignId: business.other, status: 'New' })
  expect(JSON.stringify(reply.body)).not.toContain('Dana Levi')
  expect([dana.name, typeof apiKey, (await read(owner)).refused]).toEqual(['Dana Levi', 'function', 0])
})

test('scope of the business: a person joins no lead of a campaign that they do not read', async () => {
  const { owner, member, other, send } = await world({ scope: 'business', action: 'refuse' })
  const writer = await member('Writer', [other])
  expect((await send({ campaignId: other, name: 'Dana of the other' }, writer)).status).toBe(201)
  expect((await send({ campaignId: other, name: 'Dana once more' }, owner)).status).toBe(409)
})

test('scope of the business: a partner who is shown masks guesses nothing by the form of another campaign', async () => {
  const { owner, member, campaignId, other, phone } = await world({ scope: 'business' })
  await member('Affiliate', [campaignId])
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  await fillIn(await forms.make(owner, other), { name: 'A guess', phone })
  expect(await names(owner)).toEqual(['A guess', 'Dana Levi'])
})

test.each(['join', 'refuse'] as const)(
  '%s: of twenty equal enquiries at once exactly one is a lead',
  async (action) => {
    const { owner, key, campaignId, other } = await world({ action, scope: 'business' })
    const phone = nextPhone()
    // Of two campaigns, alone and in batches.
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        take(
          key,
          { name: 'Twice', phone, campaignId: i % 2 ? campaignId : other },
          i % 3 ? {} : { 'idempotency-key': `${i}` },
        ),
      ),
    )
    const repeated = action === 'join' ? 200 : 409
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(repeated)].sort())
    expect(await names(owner)).toEqual(['Dana Levi', 'Twice'])
  },
)

test('what saving does is said while a lead is typed', async () => {
  const { owner, member, campaignId, other, phone } = await world()
  const fate = async (as: As, at: string, of = phone) =>
    (await it.send(leadRoutes.duplicates, as, { query: { phone: of, campaignId: at } })).body.fate
  expect([await fate(owner, campaignId), await fate(owner, other)]).toEqual(['repeat', 'create'])
  expect(await fate(owner, campaignId, nextPhone())).toBe('create')
  await decide(owner, { action: 'refuse', scope: 'business' })
  expect([await fate(owner, campaignId), await fate(owner, other)]).toEqual(['refuse', 'refuse'])
  expect(await fate(await member('Writer', [other]), other)).toBe('create')
  await decide(owner, { action: 'mark' })
  expect(await fate(owner, campaignId)).toBe('create')
})

/** Opens a form's page, waits as a person does, and sends it. */
async function fillIn(form: Awaited<ReturnType<typeof forms.make>>, values: Record<string, string>) {
  const { action, values: initial } = await forms.open(form, '?lang=en')
  time += 60_000
  return forms.post(action, { ...initial, ...values })
}
