import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { testApp } from '../../testing/test-app.ts'
import { someOptions, testLeadFields } from '../../testing/test-lead-fields.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const { newBusiness } = it
const { take, add, change, get, page, names, history } = testLeads(it)
const { made, makeAll, edit, drop } = testLeadFields(it)

async function owned() {
  const business = await newBusiness()
  return { ...business, owner: await business.member('Owner') }
}

/** A value of each type, in the form that is stored. */
const all = {
  text: 'שלום',
  story: 'one\ntwo',
  rooms: 3.5,
  size: 120,
  budget: 150_000_000,
  start: '2026-12-01',
  kind: 'house',
  needs: ['lift', 'garden'],
  approved: false,
  page: 'https://example.com/a',
}

describe('values', () => {
  test('a value of each type is stored with a new lead, shown on it and in its row, and changed', async () => {
    const { owner, campaignId } = await owned()
    await makeAll(owner)
    const lead = await add(owner, { campaignId, fields: all })
    expect(lead.fields).toEqual(all)
    expect((await get(owner, lead._id)).body.lead.fields).toEqual(all)
    expect((await page(owner)).body.leads[0]?.fields).toEqual(all)

    const reply = await change(owner, lead._id, { fields: { rooms: 4, kind: 'flat', text: null, needs: [] } })
    const { text: _, needs: __, ...left } = all
    expect(reply.body.lead.fields).toEqual({ ...left, rooms: 4, kind: 'flat' })
    expect((await get(owner, lead._id)).body.lead.fields).toEqual({ ...left, rooms: 4, kind: 'flat' })
  })

  test('texts are trimmed, links get their scheme, choices come in the order of the options', async () => {
    const { owner, campaignId } = await owned()
    await makeAll(owner)
    const fields = { text: '  a  b ', page: 'example.com', needs: ['garden', 'lift', 'garden'], story: '  ' }
    expect((await add(owner, { campaignId, fields })).fields).toEqual({
      text: 'a  b',
      page: 'https://example.com',
      needs: ['lift', 'garden'],
    })
  })

  test('a web form sends them as fields[key], each type as text', async () => {
    const { owner, campaignId, apiKey } = await owned()
    await makeAll(owner)
    const key = await apiKey(['leads:write'])
    const send = async (pairs: [string, string][], phone = '072-444-1287') => {
      const reply = await it.app.inject({
        method: 'POST',
        url: '/api/lead',
        headers: { ...key, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams([['campaignId', campaignId], ['phone', phone], ...pairs]).toString(),
      })
      return { status: reply.statusCode, body: reply.json() }
    }
    const refused = await send([
      ['fields[rooms]', 'three'],
      ['fields[approved]', 'maybe'],
      ['fields[nothing]', '1'],
    ])
    expect(refused.status).toBe(422)
    expect(refused.body.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      'fields.approved',
      'fields.nothing',
      'fields.rooms',
    ])
    const texts = Object.entries(all).flatMap(([name, value]): [string, string][] =>
      [value].flat().map((one) => [`fields[${name}]`, String(one)]),
    )
    const { status, body } = await send(texts)
    expect(status, JSON.stringify(body)).toBe(201)
    expect((await get(owner, body.lead._id)).body.lead.fields).toEqual(all)
    const single = await send([['fields[needs]', 'garden']], '072-444-1288')
    expect((await get(owner, single.body.lead._id)).body.lead.fields).toMatchObject({ needs: ['garden'] })
  })

  test('an unknown key is refused by its name, and each value of the wrong type by its path', async () => {
    const { owner, campaignId, apiKey } = await owned()
    await makeAll(owner)
    const key = await apiKey(['leads:write'])
    const fields = {
      ghost: 'x',
      text: 5,
      story: 'x'.repeat(5_001),
      rooms: '3',
      size: 1.5,
      budget: 10.5,
      start: '2026-02-30',
      kind: 'palace',
      needs: 'lift',
      approved: 'yes',
      page: 'javascript:alert(1)',
    }
    const sent = { phone: '+972547700001', campaignId, fields }
    for (const as of [owner, key]) {
      const { status, issues } = refusal(await take(as, { name: 'Dana Levi', ...sent }))
      expect(status).toBe(422)
      expect(Object.keys(issues).sort()).toEqual(
        Object.keys(fields)
          .map((name) => `fields.${name}`)
          .sort(),
      )
    }
    expect((await page(owner)).body.pagination.total).toBe(0)
  })

  test('a field of other campaigns is refused', async () => {
    const { owner, campaignId, campaign } = await owned()
    const other = await campaign()
    await made(owner, { nameEn: 'Area', campaignIds: [other] })
    expect(
      refusal(await take(owner, { name: 'Dana Levi', phone: '+972547700002', campaignId, fields: { area: 'x' } }))
        .issues,
    ).toHaveProperty(['fields.area'])
    expect((await add(owner, { campaignId: other, fields: { area: 'x' } })).fields).toEqual({ area: 'x' })
  })

  test('new leads get the default of a field for which nothing was sent', async () => {
    const { owner, campaignId } = await owned()
    await made(owner, { nameEn: 'Kind', type: 'choice', options: someOptions('Flat', 'House'), default: null })
    await made(owner, { nameEn: 'Rooms', type: 'number', default: 3 })
    expect((await add(owner, { campaignId })).fields).toEqual({ rooms: 3 })
    expect((await add(owner, { campaignId, fields: { rooms: 5, kind: 'flat' } })).fields).toEqual({
      rooms: 5,
      kind: 'flat',
    })
    expect((await add(owner, { campaignId, fields: { rooms: null } })).fields).toEqual({})
  })
})

describe('required fields', () => {
  test('people who enter a lead are asked, API keys are not', async () => {
    const { owner, campaignId, apiKey } = await owned()
    await made(owner, { nameEn: 'City', isRequired: true })
    const lead = { name: 'Dana Levi', phone: '+972547700003', campaignId }
    expect(refusal(await take(owner, lead)).issues).toHaveProperty(['fields.city'])
    expect((await take(await apiKey(['leads:write']), lead)).status).toBe(201)
    const { _id } = await add(owner, { campaignId, fields: { city: 'Haifa' } })
    expect(refusal(await change(owner, _id, { fields: { city: null } })).issues).toHaveProperty(['fields.city'])
    expect((await change(owner, _id, { name: 'Dana Cohen' })).status).toBe(200)
  })

  test('a status asks for a field that is empty', async () => {
    const { owner, campaignId, statusIds } = await owned()
    await made(owner, { nameEn: 'Sum', type: 'money', requiredAt: [statusIds.won] })
    const { _id } = await add(owner, { campaignId })
    expect(refusal(await change(owner, _id, { statusId: statusIds.won })).issues).toHaveProperty(['fields.sum'])
    expect((await change(owner, _id, { statusId: statusIds.ongoing })).status).toBe(200)
    expect((await change(owner, _id, { statusId: statusIds.won, fields: { sum: 100 } })).status).toBe(200)
  })
})

describe('history and conflicts', () => {
  test('the history names fields and options in the language of the reader', async () => {
    const { owner, campaignId } = await owned()
    const fields = await makeAll(owner)
    const { _id } = await add(owner, { campaignId, fields: { kind: 'flat' } })
    await change(owner, _id, { fields: { kind: 'house', needs: ['lift'], rooms: 2 } })
    const [item] = (await history(owner, _id, {}, { 'accept-language': 'en' })).body.history
    expect(item?.changes).toEqual({
      'fields.kind': ['Flat', 'House'],
      'fields.needs': [null, ['Lift']],
      'fields.rooms': [null, 2],
    })
    expect(item?.ownFields).toEqual({
      'fields.kind': { name: 'Kind', type: 'choice' },
      'fields.needs': { name: 'Needs', type: 'choices' },
      'fields.rooms': { name: 'Rooms', type: 'number' },
    })
    // The name of a deleted field stays.
    await drop(owner, fields.rooms?._id ?? '')
    const [later] = (await history(owner, _id, {}, { 'accept-language': 'he' })).body.history
    expect(later?.ownFields?.['fields.rooms']?.name).toBe('Rooms בעברית')
    expect(later?.changes?.['fields.kind']).toEqual(['Flat בעברית', 'House בעברית'])
  })

  test('a value that changed since is not overwritten; another field of the lead is no conflict', async () => {
    const { owner, campaignId } = await owned()
    await makeAll(owner)
    const { _id } = await add(owner, { campaignId, fields: { kind: 'flat', text: 'a' } })
    await change(owner, _id, { fields: { kind: 'house' } })
    const late = { fields: { kind: 'shop' }, expected: { fields: { kind: 'flat' } } }
    expect(refusal(await change(owner, _id, late))).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const other = { fields: { text: 'b' }, expected: { fields: { text: 'a', kind: 'flat' } } }
    expect((await change(owner, _id, other)).body.lead.fields).toEqual({ kind: 'house', text: 'b' })
    const filled = { fields: { rooms: 1 }, expected: { fields: { rooms: null } } }
    expect((await change(owner, _id, filled)).status).toBe(200)
  })
})

describe('filters', () => {
  test('each type is filtered by its operators', async () => {
    const { owner, campaignId } = await owned()
    await makeAll(owner)
    await add(owner, { name: 'Full', campaignId, fields: all })
    await add(owner, {
      name: 'Other',
      campaignId,
      fields: {
        ...all,
        text: 'Bye 50%',
        rooms: -1,
        size: 9,
        budget: 5,
        kind: 'flat',
        needs: ['parking'],
        approved: true,
        start: '2026-11-01',
      },
    })
    await add(owner, { name: 'Bare', campaignId })
    const found = (field: string, op: string, value?: unknown) =>
      names(owner, {
        filters: { where: { all: [{ field: `fields.${field}`, op, ...(value !== undefined && { value }) }] } },
      })
    expect(await found('text', 'contains', 'ye 50%')).toEqual(['Other'])
    expect(await found('text', 'isNot', 'bye 50%')).toEqual(['Bare', 'Full'])
    expect(await found('story', 'empty')).toEqual(['Bare'])
    expect(await found('rooms', 'gte', 3.5)).toEqual(['Full'])
    expect(await found('rooms', 'between', [-2, 0])).toEqual(['Other'])
    expect(await found('size', 'lte', 100)).toEqual(['Other'])
    expect(await found('budget', 'eq', 150_000_000)).toEqual(['Full'])
    expect(await found('start', 'after', '2026-11-01')).toEqual(['Full'])
    expect(await found('start', 'on', '2026-11-01')).toEqual(['Other'])
    expect(await found('start', 'empty')).toEqual(['Bare'])
    expect(await found('kind', 'in', ['house', 'shop'])).toEqual(['Full'])
    expect(await found('kind', 'notIn', ['house'])).toEqual(['Bare', 'Other'])
    expect(await found('needs', 'in', ['garden'])).toEqual(['Full'])
    expect(await found('needs', 'in', ['garden', 'parking', 'lift'])).toEqual(['Full', 'Other'])
    expect(await found('approved', 'in', ['no'])).toEqual(['Full'])
    expect(await found('approved', 'notIn', ['yes'])).toEqual(['Bare', 'Full'])
    expect(await found('page', 'contains', 'EXAMPLE')).toEqual(['Full', 'Other'])
  })

  test('a rule on an unknown field, or one that does not fit the type, is refused by its name', async () => {
    const { owner } = await owned()
    await makeAll(owner)
    const asked = (field: string, op: string, value: unknown) =>
      page(owner, { filters: { where: { any: [{ field: `fields.${field}`, op, value }] } } })
    expect(refusal(await asked('ghost', 'is', 'x')).issues).toHaveProperty(['filters.where.fields.ghost'])
    expect(refusal(await asked('kind', 'contains', 'x')).issues).toHaveProperty(['filters.where.fields.kind'])
    expect(refusal(await asked('approved', 'in', ['maybe'])).issues).toHaveProperty(['filters.where.fields.approved'])
  })

  test('a value that is changed or cleared is found no more', async () => {
    const { owner, campaignId } = await owned()
    await makeAll(owner)
    const { _id } = await add(owner, { name: 'Moved', campaignId, fields: { needs: ['lift', 'parking'] } })
    const having = (option: string) =>
      names(owner, { filters: { where: { all: [{ field: 'fields.needs', op: 'in', value: [option] }] } } })
    await change(owner, _id, { fields: { needs: ['parking'] } })
    expect([await having('lift'), await having('parking')]).toEqual([[], ['Moved']])
    await change(owner, _id, { fields: { needs: null } })
    expect(await having('parking')).toEqual([])
  })
})

test('a list is sorted by each type; leads without a value come last', async () => {
  const { owner, campaignId } = await owned()
  await makeAll(owner)
  await add(owner, { name: 'Bare', campaignId })
  const low = {
    text: 'alpha',
    rooms: -2,
    budget: 900,
    start: '2026-01-05',
    kind: 'flat',
    needs: ['garden'],
    approved: false,
  }
  const high = {
    text: 'Beta',
    rooms: 10,
    budget: 10_000,
    start: '2026-02-01',
    kind: 'shop',
    needs: ['lift', 'garden'],
    approved: true,
  }
  await add(owner, { name: 'High', campaignId, fields: high })
  await add(owner, { name: 'Low', campaignId, fields: low })
  const sorted = async (sort: string) => (await page(owner, { sort })).body.leads.map(({ name }) => name)
  for (const key of ['text', 'rooms', 'budget', 'start', 'kind', 'approved']) {
    expect(await sorted(`fields.${key}`), key).toEqual(['Low', 'High', 'Bare'])
    expect(await sorted(`-fields.${key}`), key).toEqual(['High', 'Low', 'Bare'])
  }
  expect(await sorted('fields.needs')).toEqual(['High', 'Low', 'Bare'])
  expect(refusal(await page(owner, { sort: 'fields.ghost' })).issues).toHaveProperty('sort')
})

describe('personal fields', () => {
  test('a partner who sees masked contacts reads a mask, cannot guess by filters, and changes no value', async () => {
    const { owner, member, campaignId } = await owned()
    await makeAll(owner)
    await made(owner, { nameEn: 'ID number', isPersonal: true })
    const { _id } = await add(owner, { name: 'Secret', campaignId, fields: { id_number: '012345678', kind: 'flat' } })
    await change(owner, _id, { fields: { id_number: '012345679' } })
    await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
    const partner = await member('Affiliate', [campaignId])
    expect((await page(partner)).body.leads[0]?.fields).toEqual({ id_number: '•••', kind: 'flat' })
    const [item] = (await history(partner, _id)).body.history
    expect(item?.changes).toEqual({ 'fields.id_number': ['•••', '•••'] })
    const asked = (op: string, value?: string) =>
      names(partner, { filters: { where: { all: [{ field: 'fields.id_number', op, ...(value && { value }) }] } } })
    expect(await asked('contains', '012')).toEqual([])
    expect(await asked('isNot', '012345679')).toEqual(['Secret'])
    expect(await asked('notEmpty')).toEqual(['Secret'])
    expect((await page(partner, { sort: 'fields.id_number' })).status).toBe(422)
    expect(refusal(await change(partner, _id, { fields: { kind: 'house' } }))).toMatchObject({
      status: 403,
      code: 'own_fields_kept',
    })
  })
})

test('an archived field keeps its values, which are not shown', async () => {
  const { owner, campaignId } = await owned()
  const city = await made(owner, { nameEn: 'City' })
  const { _id } = await add(owner, { campaignId, fields: { city: 'Haifa' } })
  await edit(owner, city._id, { isArchived: true })
  expect((await get(owner, _id)).body.lead.fields).toEqual({})
  await edit(owner, city._id, { isArchived: false })
  expect((await get(owner, _id)).body.lead.fields).toEqual({ city: 'Haifa' })
})
