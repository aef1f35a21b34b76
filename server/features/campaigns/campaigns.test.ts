import { beforeAll, describe, expect, test, vi } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { CampaignRole } from '#contract/roles.ts'
import { newId } from '../../platform/ids.ts'
import { insertRows } from '../../testing/factories.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { emptyCampaign } from './campaigns.jobs.ts'

let it: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  it = await testApp()
})

const create = (as: TestMember, body: object) => it.send(campaignRoutes.create, as, { body: body as { name: string } })
const change = (as: TestMember, id: string, body: object) =>
  it.send(campaignRoutes.change, as, { params: { id }, body })
const info = (as: TestMember, campaignId: string) => it.send(campaignRoutes.get, as, { query: { campaignId } })
const list = (as: TestMember, query: object = {}) => it.send(campaignRoutes.list, as, { query })
const named = async (as: TestMember, query: object = {}) =>
  (await list(as, query)).body.campaigns.map(({ name }) => name)
const aDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('create', () => {
  test('stores what is given and returns it', async () => {
    const { businessId, member } = await it.newBusiness()
    const owner = await member('Owner')
    const { status, body } = await create(owner, {
      name: ' מטבחים – Google ',
      startDate: '2026-01-01',
      endDate: '2026-01-01',
      tags: ['Google', 'מטבחים'],
      notes: '<b>bold</b> 🏡',
      emailNotifications: ['Office@Example.test', 'office@example.test'],
      smsNotifications: ['072-444-0001', '+972 72 444 0001'],
    })
    expect(status).toBe(201)
    expect(body.campaign).toEqual({
      _id: expect.any(String),
      business_id: businessId,
      businessId: [businessId],
      name: 'מטבחים – Google',
      image: null,
      email: null,
      links: [],
      tags: ['Google', 'מטבחים'],
      startDate: '2026-01-01',
      endDate: '2026-01-01',
      notes: '<b>bold</b> 🏡',
      isEnabled: true,
      state: 'New',
      emailNotifications: ['office@example.test'],
      smsNotifications: ['+972724440001'],
      virtualNumber: null,
      numbers: [],
      responseTarget: 30,
      facebookCampaignId: null,
      role: 'Owner',
      userCount: 0,
      leadsCount: 0,
      leads: [],
      totalSales: 0,
      createdAt: expect.any(String),
    })
    expect((await info(owner, body.campaign._id)).body.campaign).toEqual({
      ...body.campaign,
      members: [],
      calls: { total: 0, answered: 0, answeredShare: null },
    })
  })

  test('a partner who creates one becomes its Affiliate and sees it at once', async () => {
    const { member } = await it.newBusiness()
    const [partner, writer] = [await member('Affiliate'), await member('Writer')]
    expect(await named(partner)).toEqual([])
    const { body } = await create(partner, {
      name: 'Partner’s own',
      members: [
        { userId: writer.userId, role: 'Writer' },
        { userId: partner.userId, role: 'Reader' },
      ],
    })
    expect(body.campaign).toMatchObject({ role: 'Affiliate', userCount: 2, totalSales: 0 })
    expect(await named(partner)).toEqual(['Partner’s own'])
    expect(await named(writer)).toEqual(['Partner’s own'])
    const roles = (await info(partner, body.campaign._id)).body.campaign.members.map(({ userId, role }) => [
      userId,
      role,
    ])
    expect(Object.fromEntries(roles)).toEqual({ [partner.userId]: 'Affiliate', [writer.userId]: 'Writer' })
  })

  test('a Lead, a Writer and a Reader may not', async () => {
    const { campaignId, member } = await it.newBusiness()
    for (const role of ['Lead', 'Writer', 'Reader'] as const)
      expect((await create(await member(role, [campaignId]), { name: 'Mine' })).status).toBe(403)
  })

  test('a bad field is named', async () => {
    const owner = await (await it.newBusiness()).member('Owner')
    const paths = async (body: object) => {
      const reply = await create(owner, body)
      return [reply.status, (reply.body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path)]
    }
    expect(await paths({ name: 'ab' })).toEqual([422, ['name']])
    expect(await paths({ name: 'x'.repeat(51) })).toEqual([422, ['name']])
    expect(await paths({ name: 'Good', smsNotifications: ['072-444-0001', '12'] })).toEqual([
      422,
      ['smsNotifications.1'],
    ])
    expect(await paths({ name: 'Good', startDate: '2026-02-02', endDate: '2026-02-01' })).toEqual([422, ['endDate']])
    expect(await paths({ name: 'Good', startDate: '2026-02-30' })).toEqual([422, ['startDate']])
    expect(await paths({ name: 'Good', members: [{ userId: newId(), role: 'Owner' }] })).toEqual([
      422,
      ['members.0.role'],
    ])
    expect(await named(owner)).toEqual(['Kitchens'])
  })

  test('a person of another business is refused', async () => {
    const [ours, theirs] = [await it.newBusiness(), await it.newBusiness()]
    const stranger = await theirs.member('Writer')
    const reply = await create(await ours.member('Owner'), {
      name: 'Good',
      members: [{ userId: stranger.userId, role: 'Writer' }],
    })
    expect(reply).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
  })
})

describe('list', () => {
  test('shows the newest first, page by page, and only what the caller may read', async () => {
    const { campaignId, member } = await it.newBusiness()
    const owner = await member('Owner')
    for (const name of ['One', 'Two', 'Three'].map((word) => `${word} campaign`)) await create(owner, { name })
    const reader = await member('Reader', [campaignId])
    expect(await named(owner)).toEqual(['Three campaign', 'Two campaign', 'One campaign', 'Kitchens'])
    const { body } = await list(owner, { page: 2, limit: 3 })
    expect(body.campaigns.map(({ name }) => name)).toEqual(['Kitchens'])
    expect(body.pagination).toEqual({ page: 2, limit: 3, total: 4, totalIsExact: true, pages: 2 })
    expect(await named(reader)).toEqual(['Kitchens'])
    expect((await list(await member('Reader'))).body).toMatchObject({
      campaigns: [],
      pagination: { total: 0, pages: 0 },
    })
  })

  test('searches the name in any case, with % and _ meant as they are, and filters', async () => {
    const owner = await (await it.newBusiness()).member('Owner')
    await create(owner, { name: '100% Google', tags: ['Google', 'old'] })
    await create(owner, { name: 'under_score', tags: ['new'], isEnabled: false })
    expect(await named(owner, { search: 'GOOGLE' })).toEqual(['100% Google'])
    expect(await named(owner, { search: '0%' })).toEqual(['100% Google'])
    expect(await named(owner, { search: 'r_s' })).toEqual(['under_score'])
    expect(await named(owner, { search: 'k_t' })).toEqual([])
    expect(await named(owner, { filters: JSON.stringify({ isEnabled: false }) })).toEqual(['under_score'])
    expect(await named(owner, { filters: JSON.stringify({ tags: ['old', 'none'] }) })).toEqual(['100% Google'])
    expect((await list(owner, { filters: '{"colour":1}' })).status).toBe(422)
    expect((await list(owner, { filters: '{' })).status).toBe(422)
    expect((await list(owner, { page: 0 })).status).toBe(422)
    expect((await list(owner, { limit: 101 })).status).toBe(422)
  })

  test('names, search and people return no more than needed', async () => {
    const { campaignId, member } = await it.newBusiness()
    const owner = await member('Owner')
    const secret = await create(owner, { name: 'Kitchens, secret' })
    const reader = await member('Reader', [campaignId])
    const none = await member('None')
    const found = (as: TestMember, search: string) => it.send(campaignRoutes.search, as, { query: { search } })
    expect((await it.send(campaignRoutes.names, reader, {})).body.campaigns).toEqual([
      { _id: campaignId, name: 'Kitchens', image: null, role: 'Reader', isEnabled: true },
    ])
    expect((await found(reader, 'kITCH')).body).toEqual({
      success: true,
      campaigns: [{ _id: campaignId, name: 'Kitchens', image: null }],
    })
    expect((await found(owner, 'kITCH')).body.campaigns).toHaveLength(2)
    expect((await found(owner, 'nothing')).body.campaigns).toEqual([])
    expect((await found(owner, '')).status).toBe(422)
    const people = async (as: TestMember, query: object) =>
      (await it.send(campaignRoutes.people, as, { query })).body.people.map(({ _id }) => _id).sort()
    expect(await people(reader, { campaignId })).toEqual([owner.userId, reader.userId].sort())
    expect(await people(reader, {})).toEqual([owner.userId, reader.userId].sort())
    expect(await people(owner, {})).toEqual([reader.userId, none.userId].sort())
    expect(
      (await it.send(campaignRoutes.people, reader, { query: { campaignId: secret.body.campaign._id } })).status,
    ).toBe(404)
    expect((await info(reader, secret.body.campaign._id)).status).toBe(404)
  })

  test('a Reader and a Writer see neither sales nor notification lists', async () => {
    const { campaignId, member } = await it.newBusiness()
    await change(await member('Owner'), campaignId, { emailNotifications: ['a@example.test'] })
    for (const role of ['Reader', 'Writer'] as const) {
      const { campaign } = (await info(await member(role, [campaignId]), campaignId)).body
      expect(campaign).toMatchObject({ role, totalSales: null, emailNotifications: [], members: [] })
    }
    const lead = await member('Lead', [campaignId])
    expect((await info(lead, campaignId)).body.campaign).toMatchObject({
      totalSales: 0,
      emailNotifications: ['a@example.test'],
    })
  })

  test('has a state, and counts of leads and sales', async () => {
    const { campaignId, statusIds, member } = await it.newBusiness()
    const owner = await member('Owner')
    const state = async () => (await info(owner, campaignId)).body.campaign.state
    expect(await state()).toBe('New')
    await change(owner, campaignId, { startDate: aDay(2) })
    expect(await state()).toBe('Waiting')
    await change(owner, campaignId, { isEnabled: false })
    expect(await state()).toBe('Paused')
    await change(owner, campaignId, { isEnabled: true, startDate: aDay(-2) })
    for (const [statusId, value] of [
      [statusIds.won, 150_000],
      [statusIds.new, 70_000],
    ] as const)
      await it.send(leadRoutes.create, owner, {
        body: { name: 'Dana Levi', phone: aPhone(), campaignId, statusId, value },
      })
    await vi.waitFor(async () => {
      const { body } = await list(owner)
      expect(body.campaigns[0]).toMatchObject({ leadsCount: 2, totalSales: 150_000, state: null })
    }, 3_000)
  })
})

describe('change', () => {
  test('replaces what is given and leaves the rest', async () => {
    const { campaignId, member, db } = await it.newBusiness()
    const owner = await member('Owner')
    await change(owner, campaignId, { notes: 'First', tags: ['a'] })
    const { status, body } = await change(owner, campaignId, {
      name: 'Kitchens & baths',
      notes: '',
      startDate: '2026-03-01',
    })
    expect(status).toBe(200)
    expect(body.campaign).toMatchObject({ name: 'Kitchens & baths', notes: '', tags: ['a'], startDate: '2026-03-01' })
    expect((await change(owner, campaignId, { endDate: '2026-02-28' })).status).toBe(422)
    expect((await change(owner, campaignId, { endDate: '2026-03-02' })).status).toBe(200)
    expect((await change(owner, campaignId, { endDate: null })).body.campaign.endDate).toBeNull()
    const events = await db
      .selectFrom('events')
      .select('payload')
      .where('campaign_id', '=', campaignId)
      .orderBy('id')
      .execute()
    expect(events.map(({ payload }) => (payload as { changes: object }).changes)).toEqual([
      { notes: ['', 'First'], tags: [[], ['a']] },
      { name: ['Kitchens', 'Kitchens & baths'], notes: ['First', ''], startDate: [null, '2026-03-01'] },
      { endDate: [null, '2026-03-02'] },
      { endDate: ['2026-03-02', null] },
    ])
  })

  test('addresses of people stay out of the payload of the event, and no change is no event', async () => {
    const { campaignId, member, db } = await it.newBusiness()
    const owner = await member('Owner')
    await change(owner, campaignId, { emailNotifications: ['secret@example.test'] })
    await change(owner, campaignId, { emailNotifications: ['secret@example.test'], isEnabled: true })
    const [event, ...more] = await db
      .selectFrom('events')
      .select(['payload', 'personal'])
      .where('campaign_id', '=', campaignId)
      .execute()
    expect(more).toEqual([])
    expect(JSON.stringify(event?.payload)).not.toContain('secret')
    expect(event?.personal).toMatchObject({ changes: { emailNotifications: [[], ['secret@example.test']] } })
  })

  test('is for those whose role in this campaign allows it', async () => {
    const { campaignId, member, campaign } = await it.newBusiness()
    const other = await campaign({ name: 'Other' })
    const status = async (as: TestMember, id: string) => (await change(as, id, { notes: 'x' })).status
    const lead = await member('Reader', { [campaignId]: 'Lead', [other]: 'Writer' })
    expect([await status(lead, campaignId), await status(lead, other)]).toEqual([200, 403])
    expect(await status(await member('Lead', { [campaignId]: 'Reader' }), campaignId)).toBe(403)
    expect(await status(await member('Lead', [other]), campaignId)).toBe(404)
    expect(await status(await member('Admin'), campaignId)).toBe(200)
    expect(await status(await member('Owner'), newId())).toBe(404)
    expect(await status(await (await it.newBusiness()).member('Owner'), campaignId)).toBe(404)
  })

  test('members are replaced as a whole set, and lose the campaign at once', async () => {
    const { campaignId, member } = await it.newBusiness()
    const [owner, stays, leaves, comes] = [
      await member('Owner'),
      await member('Writer', [campaignId]),
      await member('Reader', [campaignId]),
      await member('Reader'),
    ]
    const set = (members: [TestMember, CampaignRole][]) =>
      change(owner, campaignId, { members: members.map(([{ userId }, role]) => ({ userId, role })) })
    const { body } = await set([
      [stays, 'Lead'],
      [comes, 'Reader'],
    ])
    expect(body.campaign.userCount).toBe(2)
    const members = (await info(owner, campaignId)).body.campaign.members
    expect(Object.fromEntries(members.map(({ userId, role }) => [userId, role]))).toEqual({
      [stays.userId]: 'Lead',
      [comes.userId]: 'Reader',
    })
    expect(members.find(({ userId }) => userId === stays.userId)?.user).toEqual({
      _id: stays.userId,
      name: stays.name,
      image: null,
    })
    expect([await named(leaves), await named(comes)]).toEqual([[], ['Kitchens']])
    expect(
      (
        await set([
          [stays, 'Lead'],
          [stays, 'Reader'],
        ])
      ).status,
    ).toBe(422)
  })

  test('a role stronger than one’s own can be neither granted nor revoked', async () => {
    const { campaignId, member } = await it.newBusiness()
    const [lead, partner, writer] = [
      await member('Lead', [campaignId]),
      await member('Affiliate', [campaignId]),
      await member('Writer', [campaignId]),
    ]
    const as = (members: [TestMember, CampaignRole][]) =>
      change(lead, campaignId, { members: members.map(([{ userId }, role]) => ({ userId, role })) })
    expect(
      (
        await as([
          [lead, 'Lead'],
          [partner, 'Affiliate'],
          [writer, 'Affiliate'],
        ])
      ).status,
    ).toBe(403)
    expect(
      (
        await as([
          [lead, 'Affiliate'],
          [partner, 'Affiliate'],
        ])
      ).status,
    ).toBe(403)
    expect(
      (
        await as([
          [lead, 'Lead'],
          [partner, 'Reader'],
        ])
      ).status,
    ).toBe(403)
    expect((await as([[lead, 'Lead']])).status).toBe(403)
    expect(
      (
        await as([
          [lead, 'Lead'],
          [partner, 'Affiliate'],
          [writer, 'Lead'],
        ])
      ).status,
    ).toBe(200)
  })
})

describe('delete', () => {
  const remove = (as: TestMember, id: string, body?: { leads: 'trash' | 'move'; to?: string }) =>
    it.send(campaignRoutes.remove, as, { params: { id }, ...(body && { body }) } as never)
  const leadsOf = async (as: TestMember, query: object) => (await it.send(leadRoutes.list, as, { query })).body
  const withLeads = async (count: number) => {
    const business = await it.newBusiness()
    const [owner, other] = [await business.member('Owner'), await business.campaign({ name: 'Other' })]
    for (let i = 0; i < count; i++)
      await it.send(leadRoutes.create, owner, {
        body: { name: 'Dana Levi', phone: aPhone(), campaignId: business.campaignId },
      })
    return { ...business, owner, other }
  }

  test('puts the leads into the trash, with totals that follow', async () => {
    const { campaignId, owner } = await withLeads(2)
    expect((await remove(owner, campaignId)).body).toEqual({ success: true })
    expect(await named(owner)).toEqual(['Other'])
    expect((await info(owner, campaignId)).status).toBe(404)
    expect((await remove(owner, campaignId)).status).toBe(404)
    expect((await leadsOf(owner, {})).pagination.total).toBe(0)
    expect((await leadsOf(owner, { filters: JSON.stringify({ trash: true }) })).leads).toHaveLength(2)
    await vi.waitFor(async () => expect((await leadsOf(owner, {})).pagination.total).toBe(0))
  })

  test('moves the leads to the given campaign, trashed ones included', async () => {
    const { campaignId, owner, other } = await withLeads(3)
    const [first] = (await leadsOf(owner, {})).leads
    await it.send(leadRoutes.remove, owner, { body: { leadIds: [first?._id as string] } })
    expect((await remove(owner, campaignId, { leads: 'move', to: other })).status).toBe(200)
    await vi.waitFor(async () => {
      const { leads, pagination } = await leadsOf(owner, { campaignId: other })
      expect([leads.length, pagination.total]).toEqual([2, 2])
      expect((await list(owner)).body.campaigns).toMatchObject([{ name: 'Other', leadsCount: 2 }])
    })
    const trash = await leadsOf(owner, { campaignId: other, filters: JSON.stringify({ trash: true }) })
    expect(trash.leads.map(({ _id }) => _id)).toEqual([first?._id])
  })

  test('a lead that arrives while its campaign is deleted follows the others', async () => {
    const { businessId, campaignId, statusIds, owner, other, db } = await withLeads(1)
    await remove(owner, campaignId, { leads: 'move', to: other })
    const late = {
      business_id: businessId,
      id: newId(),
      campaign_id: campaignId,
      status_id: statusIds.new,
      name: 'Late',
      phone: aPhone(),
      source: 'api',
    }
    await db.insertInto('leads').values(late).execute()
    await emptyCampaign.run(it.deps, { businessId, campaignId, to: other })
    await emptyCampaign.run(it.deps, { businessId, campaignId, to: other })
    expect((await leadsOf(owner, { campaignId: other })).leads).toHaveLength(2)
  })

  test('a campaign with more leads than one batch is emptied by the job, and the totals follow', async () => {
    const { businessId, campaignId, statusIds, owner, other, db } = await withLeads(0)
    const count = 5_001
    const rows = Array.from({ length: count }, (_, i) => ({
      business_id: businessId,
      id: newId(),
      campaign_id: campaignId,
      status_id: statusIds.new,
      name: `Lead ${i}`,
      email: `lead${i}@example.test`,
      source: 'api',
    }))
    await insertRows(db, 'leads', rows)
    const counted = [
      ['all', ''],
      ['campaign', campaignId],
    ].map(([facet = '', key = '']) => ({ business_id: businessId, facet, key, total: count, sales: 0 }))
    await it.deps.workerDb.insertInto('lead_counts').values(counted).execute()
    expect((await remove(owner, campaignId, { leads: 'move', to: other })).status).toBe(200)
    expect(await named(owner)).toEqual(['Other'])
    await vi.waitFor(async () => expect((await list(owner)).body.campaigns[0]?.leadsCount).toBe(count), 14_000)
    const left = await db.selectFrom('leads').select('id').where('campaign_id', '=', campaignId).execute()
    expect([left.length, (await leadsOf(owner, {})).pagination.total]).toEqual([0, count])
  }, 30_000)

  test('moves only to another live campaign in which the caller may', async () => {
    const { campaignId, member, owner, other } = await withLeads(1)
    const theirs = await it.newBusiness()
    expect((await remove(owner, campaignId, { leads: 'move' })).status).toBe(422)
    expect((await remove(owner, campaignId, { leads: 'move', to: campaignId })).status).toBe(422)
    for (const to of [theirs.campaignId, newId()])
      expect(await remove(owner, campaignId, { leads: 'move', to })).toMatchObject({
        status: 404,
        body: { code: 'campaign_not_found' },
      })
    const partner = await member('Affiliate', { [campaignId]: 'Affiliate', [other]: 'Writer' })
    expect((await remove(partner, campaignId, { leads: 'move', to: other })).status).toBe(403)
    expect(await named(owner)).toEqual(['Other', 'Kitchens'])
  })

  test('is for those whose role in this campaign allows it', async () => {
    const { campaignId, member } = await it.newBusiness()
    expect((await remove(await member('Lead', [campaignId]), campaignId)).status).toBe(403)
    expect((await remove(await member('Affiliate', { [campaignId]: 'Reader' }), campaignId)).status).toBe(403)
    expect((await remove(await member('Affiliate'), campaignId)).status).toBe(403)
    expect((await remove(await member('Affiliate', [campaignId]), campaignId)).status).toBe(200)
  })
})
