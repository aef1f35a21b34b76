import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { callViewRoutes } from '#contract/leads/saved-views/call-views.ts'
import { leadViewRoutes } from '#contract/leads/saved-views/lead-views.ts'
import { SAVED_VIEWS_MAX } from '#contract/leads/saved-views/saved-views.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { refusal } from '../../testing/test-leads.ts'

const it = await testApp()

type As = Partial<Credentials>
const list = async (as: As) => (await it.send(callViewRoutes.list, as, {})).body.views
const save = (as: As, name: string, values: object = {}) =>
  it.send(callViewRoutes.create, as, { body: { name, query: {}, ...values } as never })
const saved = async (as: As, name: string, values?: object) => {
  const { status, body } = await save(as, name, values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.view
}
const change = (as: As, id: string, body: object) =>
  it.send(callViewRoutes.change, as, { params: { id }, body: body as never })
const defaultsOf = async (as: As) => (await it.send(authRoutes.getCurrentUser, as, {})).body.businesses[0]

async function world() {
  const business = await it.newBusiness()
  const { number } = await testCalls(it, business)
  const [owner, lead, writer, deaf] = await Promise.all([
    business.member('Owner'),
    business.member('Lead', [business.campaignId]),
    business.member('Writer', [business.campaignId]),
    business.member('Reader', [business.campaignId]),
  ])
  for (const member of [lead, writer]) await business.letHear(member, [business.campaignId])
  return { ...business, owner, lead, writer, deaf, number }
}

test('a view of calls keeps filters, search, order and campaign, and is none of the leads', async () => {
  const { writer, owner, campaignId, number } = await world()
  const query = {
    campaignId,
    sort: 'date',
    search: 'dana',
    filters: {
      status: ['Busy', 'Not Answered'],
      direction: 'inbound',
      number: [number.id],
      answeredBy: [owner.userId],
      weekday: ['0', '6'],
      hour: ['9'],
      date: 'thisWeek',
      missed: true,
    },
  }
  const view = await saved(writer, 'Missed on Sundays', { query })
  expect(view).toMatchObject({
    name: 'Missed on Sundays',
    isShared: false,
    isOwn: true,
    mayChange: true,
    query,
    missing: [],
  })
  expect(await list(writer)).toEqual([view])
  expect((await it.send(leadViewRoutes.list, writer, {})).body.views).toEqual([])
  expect(await list(owner)).toEqual([])
  // The same name may be that of a view of leads, and neither is found by the routes of the other list.
  const body = { name: 'Missed on Sundays', query: { look: 'table' } } as never
  const ofLeads = (await it.send(leadViewRoutes.create, writer, { body })).body.view
  expect((await change(writer, ofLeads._id, { name: 'Other' })).status).toBe(404)
  expect((await it.send(leadViewRoutes.remove, writer, { params: { id: view._id } })).status).toBe(404)
})

test.each([
  ['a filter that the list does not know', { filters: { unread: true } }],
  ['a look', { look: 'table' }],
  ['an hour that no day has', { filters: { hour: ['24'] } }],
  ['a relative date beside days', { filters: { date: 'today', from: '2026-01-01' } }],
  ['an order that the list does not have', { sort: 'name' }],
])('is refused with %s', async (_, query) => {
  const { owner } = await world()
  expect((await save(owner, 'Wrong', { query })).status).toBe(422)
})

test('sharing and pinning are those of Owner, Admin and Lead; who hears no calls has no views of them', async () => {
  const { owner, lead, writer, deaf } = await world()
  const shared = await saved(lead, 'Missed', { isShared: true, isPinned: true, query: { filters: { missed: true } } })
  expect((await list(writer)).map(({ name, mayChange }) => [name, mayChange])).toEqual([['Missed', false]])
  expect(await save(writer, 'Own', { isShared: true })).toMatchObject({ status: 403 })
  expect(await save(writer, 'Own', { isPinned: true })).toMatchObject({ status: 403 })
  expect(await change(writer, shared._id, { name: 'Mine now' })).toMatchObject({ status: 403 })
  expect((await change(owner, shared._id, { name: 'Not answered' })).status).toBe(200)
  expect(refusal(await change(lead, shared._id, { name: 'Third', expected: { name: 'Missed' } }))).toMatchObject({
    code: 'changed_meanwhile',
  })
  expect((await it.send(callViewRoutes.list, deaf, {})).status).toBe(403)
  expect((await save(deaf, 'Nothing')).status).toBe(403)
})

test('each list opens with a default of its own, until its view is deleted', async () => {
  const { writer } = await world()
  const calls = await saved(writer, 'Missed', { query: { filters: { missed: true } } })
  const body = { name: 'Unread', query: { look: 'table' } } as never
  const leads = (await it.send(leadViewRoutes.create, writer, { body })).body.view
  await it.send(leadViewRoutes.change, writer, { params: { id: leads._id }, body: { isDefault: true } })
  await change(writer, calls._id, { isDefault: true })
  expect(await defaultsOf(writer)).toMatchObject({ defaultLeadView: leads._id, defaultCallView: calls._id })
  expect((await list(writer))[0]?.isDefault).toBe(true)
  await it.send(callViewRoutes.remove, writer, { params: { id: calls._id } })
  expect(await defaultsOf(writer)).not.toHaveProperty('defaultCallView')
  expect(await defaultsOf(writer)).toMatchObject({ defaultLeadView: leads._id })
  const restored = await it.send(callViewRoutes.restore, writer, { params: { id: calls._id } })
  expect(restored.body.view).toMatchObject({ name: 'Missed', isDefault: true })
})

test('says what it names that is gone, and the order and the number of views are those of its list', async () => {
  const { owner, db, number, campaign } = await world()
  const gone = await campaign({ name: 'Gone' })
  const first = await saved(owner, 'One', { query: { campaignId: gone, filters: { number: [number.id] } } })
  const second = await saved(owner, 'Two')
  await db.updateTable('campaigns').set({ deleted_at: new Date().toISOString() }).where('id', '=', gone).execute()
  const unknown = '019a0000-0000-7000-8000-000000000000'
  await change(owner, second._id, {
    query: { filters: { answeredBy: [unknown], number: [unknown] } },
    before: first._id,
  })
  expect((await list(owner)).map(({ name, missing }) => [name, missing])).toEqual([
    ['Two', ['person', 'number']],
    ['One', ['campaign']],
  ])
  for (let i = 2; i < SAVED_VIEWS_MAX; i += 1) await saved(owner, `View ${i}`)
  expect(refusal(await save(owner, 'One more'))).toMatchObject({ code: 'too_many_saved_views' })
  expect((await change(owner, first._id, { name: 'two' })).status).toBe(422)
  const body = { name: 'Of leads', query: { look: 'table' } } as never
  expect((await it.send(leadViewRoutes.create, owner, { body })).status).toBe(201)
})
