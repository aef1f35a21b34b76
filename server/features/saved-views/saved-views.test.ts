import { describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { SAVED_VIEWS_MAX } from '#contract/leads/saved-views/saved-views.ts'
import { testSavedViews } from '../../testing/features/test-saved-views.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.jobs.ts'
import { retained } from '../index.ts'

const it = await testApp()
const { list, names, save, saved, change, remove, restore } = testSavedViews(it)
const leads = testLeads(it)

async function world() {
  const business = await it.newBusiness()
  const [owner, admin, lead, writer] = await Promise.all([
    business.member('Owner'),
    business.member('Admin'),
    business.member('Lead', [business.campaignId]),
    business.member('Writer', [business.campaignId]),
  ])
  const events = async () => {
    const rows = await business.db.selectFrom('events').select(['name', 'payload', 'personal']).orderBy('id').execute()
    return rows.filter(({ name }) => name.startsWith('view.'))
  }
  return { ...business, owner, admin, lead, writer, events }
}

describe('a view', () => {
  test('keeps filters, search, order, look, campaign and columns as the list has them', async () => {
    const { writer, campaignId, statusIds } = await world()
    const query = {
      look: 'cards',
      campaignId,
      sort: 'date',
      search: 'dana',
      filters: {
        status: [statusIds.new],
        date: 'thisWeek',
        unread: true,
        where: { all: [{ field: 'value', op: 'gte', value: 500_000 }] },
      },
      columns: [{ key: 'phone', width: 120 }, { key: 'name' }],
    }
    const view = await saved(writer, 'Hot ones', { query })
    expect(view).toEqual({
      _id: view._id,
      name: 'Hot ones',
      isShared: false,
      isPinned: false,
      isDefault: false,
      isOwn: true,
      mayChange: true,
      createdBy: { _id: writer.userId, name: writer.name, image: null },
      query,
      missing: [],
    })
    expect(await list(writer)).toEqual([view])
  })

  test('drops columns that the table does not know', async () => {
    const { owner } = await world()
    const columns = [{ key: 'shoeSize' }, { key: 'name' }, { key: 'name', width: 200 }]
    const { query } = await saved(owner, 'Columns', { query: { look: 'table', columns } })
    expect(query.columns).toEqual([{ key: 'name' }])
  })

  test.each([
    ['a filter that the list does not know', { look: 'table', filters: { shoeSize: 43 } }],
    ['an unknown order', { look: 'table', sort: 'shoeSize' }],
    ['a page', { look: 'table', page: 3 }],
    ['a relative date beside days', { look: 'table', filters: { date: 'today', from: '2026-01-01' } }],
    ['no look', {}],
    [
      'a condition of another kind',
      { look: 'table', filters: { where: { all: [{ field: 'value', op: 'is', value: 'x' }] } } },
    ],
    ['a column that is too narrow', { look: 'table', columns: [{ key: 'name', width: 3 }] }],
  ])('is refused with %s', async (_, query) => {
    const { owner } = await world()
    expect((await save(owner, 'Wrong', { query })).status).toBe(422)
    expect((await save(owner, '  ', { query: { look: 'table' } })).status).toBe(422)
  })

  test('is renamed and changed; a change by another meanwhile is a conflict', async () => {
    const { owner, admin } = await world()
    const view = await saved(owner, 'Mine', { isShared: true })
    const query = { look: 'table', filters: { unread: true } }
    const sent = { query, expected: { query: view.query } }
    expect((await change(admin, view, sent)).body.view).toMatchObject({
      name: 'Mine',
      query: { filters: { unread: true } },
    })
    expect(refusal(await change(owner, view, { query: { look: 'cards' }, expected: { query: view.query } })).code).toBe(
      'changed_meanwhile',
    )
    expect((await change(owner, view, { name: 'Ours', expected: { name: 'Mine' } })).body.view.name).toBe('Ours')
  })

  test('has a name that no other of its group has, in any case', async () => {
    const { owner, lead } = await world()
    const first = await saved(owner, 'Hot')
    expect(refusal(await save(owner, 'HOT'))).toMatchObject({
      status: 422,
      issues: { name: 'Another view has this name already' },
    })
    await saved(lead, 'Hot')
    const shared = await saved(lead, 'hot', { isShared: true })
    expect(refusal(await change(owner, first, { isShared: true })).status).toBe(422)
    expect((await change(owner, first, { name: 'hOT' })).status).toBe(200)
    const second = await saved(owner, 'Cold', { isShared: true })
    expect(refusal(await change(owner, second, { name: 'HOT' })).status).toBe(422)
    await remove(lead, shared)
    expect((await change(owner, second, { name: 'HOT' })).status).toBe(200)
    expect(refusal(await restore(lead, shared))).toMatchObject({ status: 409, code: 'saved_view_name_taken' })
  })

  test(`is one of ${SAVED_VIEWS_MAX} at most: of the shared ones, and of each member's own`, async () => {
    const { owner, lead } = await world()
    for (let i = 0; i < SAVED_VIEWS_MAX; i++) await saved(lead, `View ${i}`)
    expect(refusal(await save(lead, 'One more')).code).toBe('too_many_saved_views')
    const [first] = await list(lead)
    await saved(owner, 'Of another')
    await saved(lead, 'Shared', { isShared: true })
    await remove(lead, first as never)
    await saved(lead, 'One more')
    expect(refusal(await restore(lead, first as never)).code).toBe('too_many_saved_views')
  })
})

describe('rights', () => {
  test('private views are their owner’s alone', async () => {
    const { owner, writer } = await world()
    const view = await saved(writer, 'Private')
    expect(await names(owner)).toEqual([])
    for (const reply of [
      await change(owner, view, { name: 'Taken' }),
      await change(owner, view, { isDefault: true }),
      await remove(owner, view),
      await restore(owner, view),
    ])
      expect(refusal(reply)).toMatchObject({ status: 404, code: 'saved_view_not_found' })
  })

  test('Owner, Admin and Lead share and pin; others save private views only', async () => {
    const { owner, admin, lead, writer, member, campaignId } = await world()
    for (const as of [owner, admin, lead]) {
      await saved(as, `Shared ${as.userId.slice(-12)}`, { isShared: true })
      await saved(as, `Pinned ${as.userId.slice(-12)}`, { isPinned: true })
    }
    const others = [
      writer,
      await member('Affiliate', [campaignId]),
      await member('Reader', [campaignId]),
      await member('None'),
    ]
    for (const as of others) {
      expect((await save(as, 'Shared', { isShared: true })).status).toBe(403)
      expect((await save(as, 'Pinned', { isPinned: true })).status).toBe(403)
      const view = await saved(as, 'Private')
      expect((await change(as, view, { isShared: true })).status).toBe(403)
      expect((await change(as, view, { isPinned: true })).status).toBe(403)
      expect(await names(as)).toHaveLength(4)
    }
  })

  test('a shared view is changed by its maker, Owners and Admins; only its maker makes it private', async () => {
    const { owner, admin, lead, writer, member, campaignId, db } = await world()
    const colleague = await member('Lead', [campaignId])
    const view = await saved(lead, 'Ours', { isShared: true })
    expect((await list(colleague))[0]).toMatchObject({ isOwn: false, mayChange: false })
    for (const as of [colleague, writer]) {
      expect((await change(as, view, { name: 'Mine' })).status).toBe(403)
      expect((await change(as, view, { before: null })).status).toBe(403)
      expect((await remove(as, view)).status).toBe(403)
    }
    for (const as of [owner, admin])
      expect((await change(as, view, { name: `By ${as.userId.slice(-12)}` })).status).toBe(200)
    expect((await change(owner, view, { isShared: false })).status).toBe(403)
    await db.updateTable('memberships').set({ role: 'Writer' }).where('user_id', '=', lead.userId).execute()
    it.deps.caches.endAll()
    expect((await change(lead, view, { name: 'Back' })).status).toBe(403)
    await db.updateTable('memberships').set({ role: 'Lead' }).where('user_id', '=', lead.userId).execute()
    it.deps.caches.endAll()
    expect((await change(lead, view, { isShared: false })).status).toBe(200)
    expect(await names(owner)).toEqual([])
  })

  test('a shared view outlives its maker’s membership', async () => {
    const { owner, lead, db } = await world()
    const view = await saved(lead, 'Ours', { isShared: true })
    await saved(lead, 'Private')
    const removed_at = new Date().toISOString()
    await db
      .updateTable('memberships')
      .set({ removed_at, suspended_at: removed_at })
      .where('user_id', '=', lead.userId)
      .execute()
    expect(await list(owner)).toMatchObject([{ _id: view._id, createdBy: { name: lead.name }, mayChange: true }])
  })

  test('API keys have none', async () => {
    const { apiKey } = await world()
    expect((await save(await apiKey(['leads:read', 'leads:write']), 'Key')).status).toBe(403)
  })
})

describe('order, default and deletion', () => {
  test('shared views come first, each group in its own order, which moves change', async () => {
    const { owner, lead } = await world()
    const [, b] = [await saved(owner, 'A'), await saved(owner, 'B')]
    const c = await saved(owner, 'C')
    const s = await saved(lead, 'S', { isShared: true })
    const r = await saved(owner, 'R', { isShared: true })
    expect(await names(owner)).toEqual(['S', 'R', 'A', 'B', 'C'])
    await change(owner, c, { before: b._id })
    await change(owner, s, { before: null })
    expect(await names(owner)).toEqual(['R', 'S', 'A', 'C', 'B'])
    expect(await names(lead)).toEqual(['R', 'S'])
    expect(refusal(await change(owner, c, { before: s._id })).status).toBe(404)
    await change(owner, c, { isShared: true })
    expect(await names(owner)).toEqual(['R', 'S', 'C', 'A', 'B'])
    await change(owner, r, { before: r._id })
    expect(await names(owner)).toEqual(['R', 'S', 'C', 'A', 'B'])
  })

  test('each member has one default, which the session names', async () => {
    const { owner, writer } = await world()
    const shared = await saved(owner, 'Shared', { isShared: true })
    const own = await saved(writer, 'Own')
    const sessionOf = async (as: typeof owner) =>
      (await it.send(authRoutes.getCurrentUser, as, {})).body.businesses[0]?.defaultLeadView
    expect(await sessionOf(writer)).toBeUndefined()
    expect((await change(writer, shared, { isDefault: true })).body.view.isDefault).toBe(true)
    await change(writer, own, { isDefault: true })
    expect((await list(writer)).map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect((await list(owner))[0]?.isDefault).toBe(false)
    expect(await sessionOf(writer)).toBe(own._id)
    await change(writer, shared, { isDefault: true })
    expect(await sessionOf(writer)).toBe(shared._id)
    await remove(owner, shared)
    expect(await sessionOf(writer)).toBeUndefined()
    await restore(owner, shared)
    expect(await sessionOf(writer)).toBe(shared._id)
    await change(owner, shared, { isShared: false })
    expect(await sessionOf(writer)).toBeUndefined()
    await change(writer, own, { isDefault: true })
    await change(writer, own, { isDefault: false })
    expect(await sessionOf(writer)).toBeUndefined()
  })

  test('a deleted view is restored at its place, and purged after 30 days', async () => {
    const { owner, db } = await world()
    const [a] = [await saved(owner, 'A', { isPinned: true }), await saved(owner, 'B')]
    expect((await remove(owner, a)).status).toBe(200)
    expect((await remove(owner, a)).status).toBe(404)
    expect(await names(owner)).toEqual(['B'])
    expect((await restore(owner, a)).body.view).toEqual(a)
    expect((await restore(owner, a)).status).toBe(200)
    expect(await names(owner)).toEqual(['A', 'B'])
    await remove(owner, a)
    await db.updateTable('saved_views').set({ deleted_at: '2020-01-01T00:00:00Z' }).where('id', '=', a._id).execute()
    const [removeOldRows] = housekeepingJobs(retained)
    await removeOldRows?.run(it.deps, {})
    expect(refusal(await restore(owner, a)).code).toBe('saved_view_not_found')
    expect(await names(owner)).toEqual(['B'])
  })
})

describe('what it names', () => {
  test('that was deleted or is out of the reader’s sight is said, by its kind', async () => {
    const { owner, writer, campaignId, campaign, statusIds, db, lead } = await world()
    const hidden = await campaign()
    const where = {
      any: [
        { field: 'tag', op: 'in', value: ['VIP'] },
        { field: 'assigned', op: 'in', value: ['none', lead.userId] },
      ],
    }
    const query = {
      look: 'table',
      campaignId: hidden,
      filters: { status: [statusIds.ongoing], assigned: [owner.userId, 'none'], where },
    }
    await saved(owner, 'Names', { isShared: true, query })
    const missing = async (as: typeof owner) => (await list(as))[0]?.missing
    expect(await missing(owner)).toEqual(['tag'])
    expect(await missing(writer)).toEqual(['campaign', 'tag'])
    const { _id } = await leads.add(owner, { campaignId })
    await leads.change(owner, _id, { tags: ['vip'] })
    expect(await missing(owner)).toEqual([])
    const at = new Date().toISOString()
    await db.updateTable('lead_statuses').set({ deleted_at: at }).where('id', '=', statusIds.ongoing).execute()
    await db
      .updateTable('memberships')
      .set({ removed_at: at, suspended_at: at })
      .where('user_id', '=', lead.userId)
      .execute()
    await db.updateTable('campaigns').set({ deleted_at: at }).where('id', '=', hidden).execute()
    expect(await missing(owner)).toEqual(['status', 'person', 'campaign'])
  })
})

test('changes of shared views are events, without what the views look for', async () => {
  const { owner, events } = await world()
  const query = { look: 'table', search: 'Zebulon' }
  const own = await saved(owner, 'Own', { query })
  await change(owner, own, { name: 'Still own', isPinned: true, before: null })
  await remove(owner, own)
  await restore(owner, own)
  expect(await events()).toEqual([])
  await change(owner, own, { isShared: true })
  await saved(owner, 'Second', { isShared: true })
  await change(owner, own, { name: 'Ours', isPinned: false, query: { look: 'cards', search: 'Zebulon' } })
  await change(owner, own, { before: null })
  await change(owner, own, { name: 'Ours' })
  await remove(owner, own)
  await restore(owner, own)
  await change(owner, own, { isShared: false })
  const all = await events()
  expect(all.map(({ name }) => name)).toEqual([
    'view.shared',
    'view.shared',
    'view.changed',
    'view.changed',
    'view.deleted',
    'view.restored',
    'view.unshared',
  ])
  expect(all[2]).toMatchObject({
    payload: { viewId: own._id, changes: { isPinned: [true, false], query: [null, true] } },
    personal: { name: 'Ours', changes: { name: ['Still own', 'Ours'] } },
  })
  expect(all[3]?.payload).toMatchObject({ changes: { position: [0, 1] } })
  expect(JSON.stringify(all)).not.toContain('Zebulon')
})
