import { describe, expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, refusal, testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const { newBusiness, send } = it
const { take, add, page, names, get, change, comment, remove, relayed } = testLeads(it)

describe('by hand', () => {
  const asOwner = async () => {
    const business = await newBusiness()
    return { ...business, owner: await business.member('Owner') }
  }

  test('is read for its author, has the source manual, and has no raw body', async () => {
    const { campaignId, owner } = await asOwner()
    const lead = await add(owner, { campaignId })
    expect(lead).toMatchObject({ source: 'manual', isRead: true })
    expect((await get(owner, lead._id)).body.lead.enquiries).toMatchObject([
      { raw: null, contentType: null, keyName: null },
    ])
  })

  test.each([
    ['', 'Please fill in all required fields'],
    ['ש', 'Minimum 2 characters required'],
    ['ש'.repeat(51), 'Maximum 50 characters allowed'],
  ])('the name %j is refused', async (name, message) => {
    const { campaignId, owner } = await asOwner()
    const reply = await take(owner, { name, phone: nextPhone(), campaignId })
    expect(refusal(reply)).toMatchObject({ status: 422, code: 'invalid_input', issues: { name: message } })
  })

  test('names of 2 and of 50 characters are accepted', async () => {
    const { campaignId, owner } = await asOwner()
    for (const name of ['דן', 'ש'.repeat(50)]) expect((await add(owner, { name, campaignId })).name).toBe(name)
  })

  test('without a campaign, or with a wrong phone, the error is in both languages', async () => {
    const { campaignId, owner } = await asOwner()
    const issues = async (body: object, language: string) =>
      refusal(await take(owner, { name: 'Dana', ...body }, { 'accept-language': language })).issues
    expect(await issues({ phone: nextPhone() }, 'en')).toEqual({ campaignId: 'Please select campaign' })
    expect(await issues({ phone: nextPhone() }, 'he')).toEqual({ campaignId: 'יש לבחור קמפיין' })
    expect(await issues({ phone: '12', campaignId }, 'en')).toEqual({ phone: 'Invalid phone number' })
    expect(await issues({ phone: '12', campaignId }, 'he')).toEqual({ phone: 'מספר הטלפון אינו תקין' })
  })

  test("a known contact is a repeat enquiry, unless duplicate: 'create' makes a second lead", async () => {
    const { campaignId, owner } = await asOwner()
    const phone = nextPhone()
    const first = await add(owner, { phone, campaignId })
    expect(await take(owner, { name: 'Dana', phone, campaignId })).toMatchObject({
      status: 200,
      body: { duplicate: true, lead: { _id: first._id } },
    })
    const second = await take(owner, { name: 'Dana', phone, campaignId, duplicate: 'create' })
    expect(second).toMatchObject({ status: 201, body: { duplicate: false } })
    expect(second.body.lead._id).not.toBe(first._id)
  })

  test('a Reader may not create leads, a Writer only in their campaigns; others are not found', async () => {
    const { campaignId, campaign, member } = await newBusiness()
    const other = await campaign()
    const body = { name: 'Dana', phone: nextPhone() }
    expect((await take(await member('Reader', [campaignId]), { ...body, campaignId })).status).toBe(403)
    const writer = await member('Writer', { [campaignId]: 'Writer' })
    expect((await take(writer, { ...body, campaignId })).status).toBe(201)
    expect(refusal(await take(writer, { ...body, campaignId: other }))).toMatchObject({
      status: 404,
      code: 'campaign_not_found',
    })
    const both = await member('Writer', { [campaignId]: 'Writer', [other]: 'Reader' })
    expect((await take(both, { ...body, campaignId: other })).status).toBe(403)
  })

  test('a Writer may not assign it, not even to themselves; a member with the right may assign it to a Writer', async () => {
    const { campaignId, member } = await newBusiness()
    const [writer, lead] = [await member('Writer', [campaignId]), await member('Lead', [campaignId])]
    const given = (as: typeof writer, assignedTo: string) =>
      take(as, { name: 'Dana', phone: nextPhone(), campaignId, assignedTo })
    for (const userId of [lead.userId, writer.userId]) expect((await given(writer, userId)).status).toBe(403)
    expect((await given(lead, writer.userId)).body.lead.assignedTo).toEqual({
      _id: writer.userId,
      name: writer.name,
      image: null,
    })
    expect(refusal(await given(lead, newId()))).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})

/** Creates two campaigns and four leads with different status, source and day. */
async function filled() {
  const business = await newBusiness()
  const [owner, other] = [await business.member('Owner'), await business.campaign({ name: 'גינות' })]
  const { campaignId, statusIds, db } = business
  const make = async (name: string, at: string, body: object) => {
    const lead = await add(await business.apiKey(), { name, campaignId, ...body })
    await db.updateTable('leads').set({ created_at: at }).where('id', '=', lead._id).execute()
    return lead._id
  }
  const ids = {
    // In winter, 22:00 UTC is midnight in Jerusalem.
    a: await make('a', '2026-01-10T21:59:59.999Z', { source: 'meta' }),
    b: await make('b', '2026-01-10T22:00:00Z', { source: 'website', statusId: statusIds.won }),
    c: await make('c', '2026-01-12T21:59:59Z', { source: 'meta', statusId: statusIds.lost, campaignId: other }),
    d: await make('d', '2026-01-13T10:00:00Z', { source: 'Radio', statusId: statusIds.won, campaignId: other }),
  }
  return { ...business, owner, other, ids }
}

describe('the list', () => {
  test('shows campaign and status in the reader’s language', async () => {
    const { owner, other } = await filled()
    const [en, he] = [await page(owner), await page(owner, {}, { 'accept-language': 'he' })]
    expect(en.body.leads.map(({ status }) => status)).toEqual(['Won', 'Lost', 'Won', 'New'])
    expect(he.body.leads.map(({ status }) => status)).toEqual(['נסגר', 'לא רלוונטי', 'נסגר', 'חדש'])
    expect(en.body.leads[0]).toMatchObject({ campaignId: other, campaignName: 'גינות' })
  })

  test('newest first by default, oldest first when asked', async () => {
    const { owner } = await filled()
    const order = async (query: Record<string, unknown>) =>
      (await page(owner, query)).body.leads.map(({ name }) => name).join('')
    expect([await order({}), await order({ sort: '-date' }), await order({ sort: 'date' })]).toEqual([
      'dcba',
      'dcba',
      'abcd',
    ])
  })

  test('filters by status, source, day, unread, unanswered, trash and campaign, alone and together', async () => {
    const { owner, campaignId, other, statusIds, ids } = await filled()
    await send(leadRoutes.read, owner, { params: { id: ids.a }, body: { isRead: true } })
    await comment(owner, ids.b, 'Called')
    const shown = async (filters: object, query: object = {}) => (await names(owner, { ...query, filters })).join('')
    expect(await shown({ unread: true })).toBe('bcd')
    expect(await shown({ unanswered: true })).toBe('acd')
    expect(await shown({ unanswered: true, unread: true })).toBe('cd')
    expect(await shown({ status: [statusIds.won], unanswered: true })).toBe('d')
    // The days of the rows were changed directly, so the day counters are wrong here. paging.test.ts covers lists that
    // are counted by day.
    expect(await shown({ from: '2026-01-11', to: '2026-01-12', source: ['meta', 'website'], unread: true })).toBe('bc')
    expect(await shown({ to: '2026-01-10', unanswered: true, status: [statusIds.new] })).toBe('a')
    expect(await shown({ from: '2026-01-13', unanswered: true, unread: true })).toBe('d')
    expect(await shown({ status: [statusIds.won, statusIds.lost] })).toBe('bcd')
    expect(await shown({ source: ['meta'] })).toBe('ac')
    expect(await shown({ source: ['meta', 'Radio'], status: [statusIds.lost] })).toBe('c')
    expect(await shown({ source: [] })).toBe('')
    expect(await shown({}, { campaignId: other })).toBe('cd')
    expect(await shown({}, { campaignId: `${other},${campaignId}` })).toBe('abcd')
    expect(await shown({ source: ['meta'] }, { campaignId: other })).toBe('c')
    expect(await shown({}, { campaignId: '' })).toBe('abcd')
    await remove(owner, [ids.c, ids.d])
    expect(await shown({ trash: true })).toBe('cd')
    expect(await shown({ trash: true, status: [statusIds.lost] })).toBe('c')
    expect(await shown({})).toBe('ab')
  })

  test('never shows campaigns that the reader may not see', async () => {
    const { member, other, campaignId, ids } = await filled()
    const reader = await member('Reader', [other])
    expect(await names(reader)).toEqual(['c', 'd'])
    expect(await names(reader, { all: 'true' })).toEqual(['c', 'd'])
    expect(refusal(await page(reader, { campaignId }))).toMatchObject({ status: 404, code: 'campaign_not_found' })
    expect((await page(reader, { campaignId: `${other},${campaignId}` })).status).toBe(404)
    expect(refusal(await get(reader, ids.a))).toMatchObject({ status: 404, code: 'lead_not_found' })
    expect((await get(reader, ids.c)).status).toBe(200)
    // The role in the business alone gives access to no campaign.
    expect(await names(await member('Affiliate'))).toEqual([])
    expect(await names(await member('Admin'))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a key reads its campaigns', async () => {
    const { apiKey, other, campaignId, ids } = await filled()
    const key = await apiKey(['leads:read'], [other])
    expect(await names(key)).toEqual(['c', 'd'])
    expect((await page(key, { campaignId })).status).toBe(404)
    expect((await get(key, ids.a)).status).toBe(404)
  })

  test('campaign, lead and status of another business are not found', async () => {
    const { owner, statusIds: ours } = await filled()
    const theirs = await filled()
    expect(refusal(await page(owner, { campaignId: theirs.campaignId }))).toMatchObject({
      status: 404,
      code: 'campaign_not_found',
    })
    expect((await get(owner, theirs.ids.a)).status).toBe(404)
    expect((await change(owner, theirs.ids.a, { value: 1 })).status).toBe(404)
    expect((await remove(owner, [theirs.ids.a])).status).toBe(404)
    expect(await names(owner, { filters: { status: [theirs.statusIds.won] } })).toEqual([])
    expect(await names(owner, { filters: { status: [ours.won] } })).toEqual(['b', 'd'])
  })

  test('pages of 10 by default, up to 100', async () => {
    const { owner } = await filled()
    expect((await page(owner)).body.pagination).toEqual({ page: 1, limit: 10, total: 4, totalIsExact: true, pages: 1 })
    expect((await page(owner, { limit: 3, page: 2 })).body).toMatchObject({
      leads: [{ name: 'a' }],
      pagination: { page: 2, limit: 3, total: 4, totalIsExact: true, pages: 2 },
    })
    expect((await page(owner, { limit: 100 })).status).toBe(200)
  })

  test.each([
    ['limit', '101'],
    ['limit', '0'],
    ['limit', '1.5'],
    ['limit', 'ten'],
    ['page', '0'],
    ['page', '-1'],
    ['page', '99999999999999999999'],
    ['sort', 'colour'],
    ['all', 'maybe'],
    ['campaignId', 'all'],
    ['campaignId', ','],
    ['filters', '{'],
    ['filters', 'null'],
    ['filters', '[]'],
    ['filters', '"x"'],
    ['filters', '{"colour":"red"}'],
    ['filters', '{"status":"x"}'],
    ['filters', '{"status":["x"]}'],
    ['filters', '{"from":"2026-02-30"}'],
    ['filters', '{"unread":"yes"}'],
    ['search', 'x'.repeat(101)],
  ])('%s=%s is 422 and names the field', async (name, value) => {
    const owner = await (await newBusiness()).member('Owner')
    const { status, code, issues } = refusal(await send(leadRoutes.list, owner, { query: { [name]: value } as never }))
    expect([status, code]).toEqual([422, 'invalid_input'])
    expect(Object.keys(issues)[0]?.split('.')[0]).toBe(name)
  })

  test('days at the ends of the calendar are accepted', async () => {
    const { owner } = await filled()
    for (const filters of [{ from: '1900-01-01' }, { to: '2200-12-31' }, { from: '2200-12-31', to: '1900-01-01' }])
      expect((await page(owner, { filters })).status).toBe(200)
  })
})

describe('beside the list', () => {
  test('a known contact is found in any format, if the reader may see its lead', async () => {
    const { campaignId, campaign, member } = await newBusiness()
    const [owner, other] = [await member('Owner'), await campaign()]
    const lead = await add(owner, { phone: '+972724441234', email: 'dana@example.test', campaignId })
    const found = async (as: typeof owner, query: object) =>
      (await send(leadRoutes.duplicates, as, { query })).body.leads.map(({ _id }) => _id)
    for (const phone of ['072-444-1234', '+972 72 444 1234', '0724441234', '\u202a072 4441234\u202c'])
      expect(await found(owner, { phone })).toEqual([lead._id])
    expect(await found(owner, { email: ' DANA@example.test ' })).toEqual([lead._id])
    expect(await found(owner, { phone: '072-444-1234', email: 'dana@example.test' })).toEqual([lead._id])
    expect(await found(owner, { phone: '072-444-12' })).toEqual([])
    expect(await found(owner, {})).toEqual([])
    expect(await found(await member('Writer', [other]), { phone: '072-444-1234' })).toEqual([])
    await remove(owner, [lead._id])
    expect(await found(owner, { phone: '072-444-1234' })).toEqual([])
  })

  test('sources are listed most frequent first', async () => {
    const { campaignId, campaign, member } = await newBusiness()
    const owner = await member('Owner')
    for (let i = 0; i < 4; i++) await add(owner, { source: 'TV', campaignId: await campaign() })
    for (const source of ['Radio', 'meta', 'meta', 'website', 'website', 'website'])
      await add(owner, { source, campaignId })
    await relayed()
    const sources = async (as: typeof owner) => (await send(leadRoutes.sources, as, {})).body.sources
    expect(await sources(owner)).toEqual(['TV', 'website', 'meta', 'Radio'])
    // Sources of a campaign out of scope are not listed either.
    expect(await sources(await member('Reader', [campaignId]))).toEqual(['website', 'meta', 'Radio'])
    expect(await sources(await member('Reader'))).toEqual([])
  })
})
