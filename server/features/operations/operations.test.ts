import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.jobs.ts'
import { retained } from '../index.ts'
import { runOperation } from './operations.jobs.ts'
import { insertOperation } from './operations.queries.ts'

const [removeOldRows] = housekeepingJobs(retained)

const it = await testApp()
const { newBusiness, send, deps } = it
const { add, change, comment, get, history, names, page, remove, relayed } = testLeads(it)

type Body = Record<string, unknown>
const begin = (as: TestMember, action: Body, choice: Body) =>
  send(operationRoutes.create, as, { body: { action, ...choice } as never })
/** Starts an operation and waits until it ends. */
const run = async (as: TestMember, action: Body, choice: Body) => {
  const reply = await begin(as, action, choice)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return ended(as, reply.body.operation._id)
}
const read = async (as: TestMember, id: string) => (await send(operationRoutes.get, as, { params: { id } })).body
const ended = (as: TestMember, id: string) =>
  waitFor(async () => {
    const { operation } = await read(as, id)
    return operation.finishedAt !== null && operation
  })
const undo = async (as: TestMember, id: string) => {
  const reply = await send(operationRoutes.undo, as, { params: { id } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return ended(as, reply.body.operation._id)
}

async function withLeads(...given: string[]) {
  const business = await newBusiness()
  const [owner, key] = [await business.member('Owner'), await business.apiKey()]
  const ids: string[] = []
  for (const name of given) ids.push((await add(key, { name, campaignId: business.campaignId }))._id)
  const leads = async (query: Body = {}) => {
    const shown = (await page(owner, { limit: 100, ...query })).body.leads
    return Object.fromEntries(shown.map((lead) => [lead.name, lead]))
  }
  return { ...business, owner, key, ids, id: ids[0] as string, leads }
}
const suspend = (db: Db, userIds: string[]) =>
  db
    .updateTable('memberships')
    .set({ suspended_at: new Date().toISOString() })
    .where('user_id', 'in', userIds)
    .execute()
/** Inserts leads directly, without intake. */
async function withMany(count: number) {
  const business = await withLeads()
  const rows = Array.from({ length: count }, (_, i) => ({
    business_id: business.businessId,
    id: newId(),
    campaign_id: business.campaignId,
    status_id: business.statusIds.new,
    name: `Many ${i}`,
    email: `many${i}@example.test`,
    source: 'api',
  }))
  for (let i = 0; i < count; i += 1_000)
    await business.db
      .insertInto('leads')
      .values(rows.slice(i, i + 1_000))
      .execute()
  return business
}
const inTrash = { filters: { trash: true } }

describe('each action', () => {
  test('status: counts as a response, with the same counters and events as one lead', async () => {
    const { owner, ids, id, statusIds, leads } = await withLeads('a', 'b', 'c')
    await change(owner, ids[1] as string, { statusId: statusIds.won, value: 500 })
    const operation = await run(owner, { kind: 'status', statusId: statusIds.won }, { leadIds: ids })
    expect(operation).toMatchObject({
      kind: 'status',
      subject: 'Won',
      state: 'done',
      total: 3,
      done: 2,
      skipped: 1,
      canUndo: true,
      canCancel: false,
      undoes: null,
      author: { _id: owner.userId },
    })
    expect(Object.values(await leads()).map(({ status }) => status)).toEqual(['Won', 'Won', 'Won'])
    expect((await leads()).a?.firstResponseAt).not.toBeNull()
    expect((await history(owner, id)).body.history[0]).toMatchObject({
      event: 'lead.changed',
      by: { _id: owner.userId },
      changes: { statusId: ['New', 'Won'] },
    })
    await relayed()
    expect((await page(owner, { filters: { status: [statusIds.won] } })).body.pagination).toMatchObject({ total: 3 })
  })

  test('assign and unassign', async () => {
    const { owner, ids, leads, member, campaignId } = await withLeads('a', 'b')
    const writer = await member('Writer', [campaignId])
    const operation = await run(owner, { kind: 'assign', assignedTo: writer.userId }, { leadIds: ids })
    expect(operation).toMatchObject({ subject: writer.name, done: 2 })
    expect((await leads()).a?.assignedTo?._id).toBe(writer.userId)
    expect(await run(owner, { kind: 'assign', assignedTo: null }, { leadIds: ids })).toMatchObject({
      subject: null,
      done: 2,
    })
    expect((await leads()).b?.assignedTo).toBeNull()
  })

  test('tags: added and removed case-insensitively, and never more than twenty', async () => {
    const { owner, ids, leads } = await withLeads('a', 'b', 'full')
    const [a, , full] = ids as [string, string, string]
    await change(owner, a, { tags: ['Hot', 'Old'] })
    await change(owner, full, { tags: Array.from({ length: 20 }, (_, i) => `t${i}`) })
    const operation = await run(owner, { kind: 'tag', add: ['HOT', 'חדש'], remove: ['old'] }, { leadIds: ids })
    expect(operation).toMatchObject({ done: 2, skipped: 1, tags: { add: ['HOT', 'חדש'], remove: ['old'] } })
    const { a: one, b: two } = await leads()
    expect([one?.tags, two?.tags]).toEqual([
      ['Hot', 'חדש'],
      ['HOT', 'חדש'],
    ])
    expect(await read(owner, operation._id)).toMatchObject({
      leftCount: 1,
      left: [{ leadId: full, name: 'full', reason: 'too_many_tags' }],
    })
    expect(await names(owner, { filters: { tag: ['hot'] } })).toEqual(['a', 'b'])
  })

  test('delete, and restore from the trash', async () => {
    const { owner, ids, statusIds, id } = await withLeads('a', 'b')
    await run(owner, { kind: 'delete' }, { leadIds: [id] })
    expect([await names(owner), await names(owner, inTrash)]).toEqual([['b'], ['a']])
    const late = await run(owner, { kind: 'status', statusId: statusIds.won }, { leadIds: ids })
    expect(late).toMatchObject({ done: 1, skipped: 1 })
    expect((await read(owner, late._id)).left).toEqual([{ leadId: id, name: 'a', reason: 'gone' }])
    expect(await run(owner, { kind: 'restore' }, { all: true })).toMatchObject({ total: 1, done: 1 })
    expect(await names(owner)).toEqual(['a', 'b'])
  })
})

describe('all matching leads', () => {
  test('are those that match when it starts: by filters, search, campaigns, and without exceptions', async () => {
    const { owner, key, ids, campaign } = await withLeads('Ann', 'Anna', 'Ben', 'Hannah')
    const other = await campaign()
    const elsewhere = (await add(key, { name: 'Joanna', campaignId: other }))._id
    await change(owner, ids[2] as string, { tags: ['x'] })
    const tagged = async (choice: Body) => {
      const { total } = await run(owner, { kind: 'tag', add: [newId().slice(-12)] }, { all: true, ...choice })
      return total
    }
    expect(await tagged({})).toBe(5)
    expect(await tagged({ search: 'ann' })).toBe(4)
    expect(await tagged({ search: 'ann', except: [elsewhere] })).toBe(3)
    expect(await tagged({ search: 'ann', campaignId: [other] })).toBe(1)
    expect(await tagged({ search: 'an' })).toBe(0)
    expect(await tagged({ filters: { tag: ['X'] } })).toBe(1)
    expect(await tagged({ filters: { statusType: ['Open'] } })).toBe(5)
    expect(await tagged({ filters: { statusType: ['Won', 'Lost'] } })).toBe(0)
    expect(await tagged({ search: 'ann', filters: { tag: ['x'] } })).toBe(0)
    expect(await tagged({ filters: { where: { any: [{ field: 'name', op: 'is', value: 'ben' }] } } })).toBe(1)
    expect(await tagged({ search: '0724440', filters: { unread: true } })).toBe(5)
    expect(await tagged({ search: '072-44', campaignId: [other] })).toBe(1)
    expect(await tagged({ filters: { from: '2020-01-01', to: '2020-01-02' } })).toBe(0)
  })

  test('thousands are changed in the background, each once with one event', async () => {
    const { owner, statusIds, businessId, db } = await withMany(2_300)
    const reply = await begin(owner, { kind: 'status', statusId: statusIds.lost }, { all: true })
    expect(reply.body.operation).toMatchObject({ total: 2_300, canUndo: false, canCancel: true })
    // Leads that arrive after the start are unchanged.
    const newer = await add(owner, { campaignId: (await page(owner)).body.leads[0]?.campaignId })
    expect(await ended(owner, reply.body.operation._id)).toMatchObject({ state: 'done', done: 2_300, skipped: 0 })
    expect((await get(owner, newer._id)).body.lead.status).toBe('New')
    const { rows } = await sql<{
      events: number
      leads: number
    }>`select count(*) as events, count(distinct lead_id) as leads
      from events where business_id = ${businessId} and name = 'lead.changed'`.execute(db)
    expect(rows).toEqual([{ events: 2_300, leads: 2_300 }])
    const pieces = await db.selectFrom('operation_batches').select('number').execute()
    expect(pieces).toEqual([])
  })

  test('POST /lead/delete accepts them too', async () => {
    const { owner, ids } = await withLeads('Ann', 'Anna', 'Ben')
    const reply = await send(leadRoutes.remove, owner, {
      body: { all: true, search: 'ann', except: [ids[0] as string] },
    })
    expect(reply.body).toEqual({ success: true, message: 'Operation succeeded' })
    expect([await names(owner), await names(owner, inTrash)]).toEqual([['Ann', 'Ben'], ['Anna']])
    for (const body of [{}, { all: true, leadIds: ids }, { all: false }])
      expect((await send(leadRoutes.remove, owner, { body: body as never })).status).toBe(422)
  })
})

describe('undo', () => {
  test('restores the values before, and lists leads that were changed since', async () => {
    const { owner, ids, id, statusIds, leads } = await withLeads('a', 'b', 'c', 'd', 'e')
    const [, b, c, d] = ids as [string, string, string, string]
    await change(owner, b, { statusId: statusIds.ongoing })
    const first = await run(owner, { kind: 'status', statusId: statusIds.won }, { leadIds: ids.slice(0, 4) })
    await change(owner, c, { value: 5 })
    await remove(owner, [d])
    await comment(owner, id, 'A word changes nothing')
    const back = await undo(owner, first._id)
    expect(back).toMatchObject({
      kind: 'undo',
      undoes: { _id: first._id, kind: 'status' },
      total: 4,
      done: 2,
      skipped: 2,
      canUndo: true,
    })
    expect(await read(owner, back._id)).toMatchObject({
      leftCount: 2,
      left: [
        { leadId: d, name: 'd', reason: 'changed_since' },
        { leadId: c, name: 'c', reason: 'changed_since' },
      ],
    })
    const after = await leads()
    expect([after.a?.status, after.b?.status, after.c?.status, after.e?.status]).toEqual([
      'New',
      'In progress',
      'Won',
      'New',
    ])
    expect(await read(owner, first._id)).toMatchObject({ operation: { canUndo: false, undoneBy: back._id } })
    await relayed()
    expect((await page(owner, { filters: { status: [statusIds.won] } })).body.pagination.total).toBe(1)
    const again = await send(operationRoutes.undo, owner, { params: { id: first._id } })
    expect(refusal(again)).toMatchObject({ status: 409, code: 'operation_undone' })
  })

  test('of each action', async () => {
    const { owner, ids, member, campaignId, leads } = await withLeads('a', 'b')
    const writer = await member('Writer', [campaignId])
    await change(owner, ids[0] as string, { tags: ['Hot'], assignedTo: owner.userId })
    const before = await leads()
    const acts = [
      { kind: 'assign', assignedTo: writer.userId },
      { kind: 'tag', add: ['x'], remove: ['hot'] },
      { kind: 'delete' },
    ]
    for (const act of acts) {
      const { _id } = await run(owner, act, { leadIds: ids })
      expect(await undo(owner, _id)).toMatchObject({ state: 'done', done: 2, skipped: 0 })
      const after = await leads()
      for (const name of ['a', 'b'])
        expect({ ...after[name], lastActivityAt: '' }).toEqual({ ...before[name], lastActivityAt: '' })
    }
    await remove(owner, ids)
    const { _id } = await run(owner, { kind: 'restore' }, { leadIds: ids })
    await undo(owner, _id)
    expect([await names(owner), await names(owner, inTrash)]).toEqual([[], ['a', 'b']])
  })

  test('of a status removes the first response that it made, keeps an earlier one, and corrects the figures', async () => {
    const { owner, ids, statusIds, leads } = await withLeads('answered', 'a', 'b')
    await change(owner, ids[0] as string, { statusId: statusIds.ongoing })
    const before = await leads()
    const figures = async () => {
      await relayed()
      const { body } = await send(dashboardRoutes.get, owner, { query: { preset: 'allTime' } })
      const listed = async (response: string) =>
        (await page(owner, { filters: { response: [response] } })).body.pagination.total
      return {
        dashboard: body.dashboard.responses
          .filter(({ total }) => total > 0)
          .map(({ bucket, total }) => `${bucket}: ${total}`),
        lists: [await listed('5m'), await listed('none')],
      }
    }
    const oneAnswered = { dashboard: ['5m: 1', 'none: 2'], lists: [1, 2] }
    expect(await figures()).toEqual(oneAnswered)
    const { _id } = await run(owner, { kind: 'status', statusId: statusIds.won }, { leadIds: ids })
    expect(await figures()).toEqual({ dashboard: ['5m: 3'], lists: [3, 0] })
    expect(await undo(owner, _id)).toMatchObject({ done: 3, skipped: 0 })
    const after = await leads()
    expect([after.a?.firstResponseAt, after.b?.firstResponseAt]).toEqual([null, null])
    expect(after.answered?.firstResponseAt).toBe(before.answered?.firstResponseAt)
    expect(before.answered?.firstResponseAt).not.toBeNull()
    expect(await figures()).toEqual(oneAnswered)
  })

  test('of two concurrent ones one starts', async () => {
    const { owner, ids, statusIds } = await withLeads('a')
    const { _id } = await run(owner, { kind: 'status', statusId: statusIds.won }, { leadIds: ids })
    const both = await Promise.all([1, 2].map(() => send(operationRoutes.undo, owner, { params: { id: _id } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a lead is not restored into a deleted campaign', async () => {
    const { owner, ids, campaign, key } = await withLeads('a')
    const other = await campaign()
    const doomed = (await add(key, { name: 'doomed', campaignId: other }))._id
    const { _id } = await run(owner, { kind: 'delete' }, { leadIds: [...ids, doomed] })
    await send(campaignRoutes.remove, owner, { params: { id: other }, body: { leads: 'trash' } })
    const back = await undo(owner, _id)
    expect((await read(owner, back._id)).left).toEqual([{ leadId: doomed, name: 'doomed', reason: 'campaign_gone' }])
    expect(await names(owner)).toEqual(['a'])
  })

  test('a cancelled operation can be undone as far as it went', async () => {
    const { owner, statusIds, db } = await withMany(3_000)
    const reply = await begin(owner, { kind: 'status', statusId: statusIds.lost }, { all: true })
    const id = reply.body.operation._id
    await waitFor(async () => (await read(owner, id)).operation.done > 0)
    expect((await send(operationRoutes.undo, owner, { params: { id } })).status).toBe(409)
    const cancelled = (await send(operationRoutes.cancel, owner, { params: { id } })).body.operation
    expect(cancelled).toMatchObject({ state: 'cancelled', canCancel: false, canUndo: true })
    const lost = async () =>
      Number(
        (
          await db
            .selectFrom('leads')
            .select((eb) => eb.fn.countAll().as('n'))
            .where('status_id', '=', statusIds.lost)
            .executeTakeFirstOrThrow()
        ).n,
      )
    expect(await lost()).toBe(cancelled.done)
    expect(await undo(owner, id)).toMatchObject({ state: 'done', done: cancelled.done, total: cancelled.done })
    expect(await lost()).toBe(0)
    expect((await send(operationRoutes.cancel, owner, { params: { id } })).body.operation.state).toBe('cancelled')
    const audited = await send(auditRoutes.list, owner, { query: { action: 'operation.cancelled' } })
    expect(audited.body.rows).toMatchObject([
      {
        event: 'operation.cancelled',
        action: 'Bulk action cancelled',
        by: { kind: 'person', _id: owner.userId },
        subject: { kind: 'operation', _id: id },
        details: [{ label: 'Kind', after: [{ name: null, text: 'Change status' }] }],
      },
    ])
  })
})

describe('rights', () => {
  test('chosen leads: all or none, by the role in each campaign', async () => {
    const { owner, ids, key, campaign, campaignId, member, statusIds } = await withLeads('a')
    const other = await campaign()
    const elsewhere = (await add(key, { name: 'b', campaignId: other }))._id
    const leadIds = [...ids, elsewhere]
    const status = { kind: 'status', statusId: statusIds.won }
    const code = async (as: TestMember, action: Body) => refusal(await begin(as, action, { leadIds })).code
    const mixed = await member('None', { [campaignId]: 'Lead', [other]: 'Affiliate' })
    expect(await code(mixed, { kind: 'delete' })).toBe('forbidden')
    expect(await code(await member('None', { [campaignId]: 'Lead', [other]: 'Writer' }), status)).toBe('forbidden')
    expect(await code(await member('Lead', [campaignId]), status)).toBe('lead_not_found')
    for (const role of ['Writer', 'Reader'] as const)
      expect(await code(await member(role, [campaignId, other]), status)).toBe('forbidden')
    const outsider = await member('Writer', [campaignId])
    expect(await code(owner, { kind: 'assign', assignedTo: outsider.userId })).toBe('user_not_found')
    expect(await code(owner, { kind: 'status', statusId: newId() })).toBe('invalid_input')
    expect((await page(owner)).body.leads.map(({ status }) => status)).toEqual(['New', 'New'])
    expect(await run(mixed, status, { leadIds })).toMatchObject({ done: 2 })
  })

  test('matching leads: only in campaigns with the right, and where the assignee is a member', async () => {
    const { owner, key, campaign, campaignId, member } = await withLeads('a')
    const other = await campaign()
    await add(key, { name: 'b', campaignId: other })
    const mixed = await member('None', { [campaignId]: 'Lead', [other]: 'Affiliate' })
    const hidden = await campaign()
    await add(key, { name: 'c', campaignId: hidden })
    expect(await run(mixed, { kind: 'tag', add: ['x'] }, { all: true })).toMatchObject({ total: 2, done: 2 })
    expect(await run(mixed, { kind: 'assign', assignedTo: mixed.userId }, { all: true })).toMatchObject({
      total: 2,
      done: 2,
    })
    const { _id } = await run(owner, { kind: 'assign', assignedTo: mixed.userId }, { all: true })
    expect(await read(owner, _id)).toMatchObject({
      operation: { total: 3, done: 0 },
      left: [{ name: 'c', reason: 'not_assignable' }],
    })
    const chosen = { all: true, campaignId: [other] }
    expect(await run(mixed, { kind: 'tag', add: ['y'] }, chosen)).toMatchObject({ total: 1, done: 1 })
    expect(await run(mixed, { kind: 'delete' }, { all: true })).toMatchObject({ total: 1, done: 1 })
    expect(await names(owner)).toEqual(['b', 'c'])
    const asked = await begin(mixed, { kind: 'delete' }, { all: true, campaignId: [hidden] })
    expect(refusal(asked).code).toBe('campaign_not_found')
  })

  test('no leads are assigned to a suspended member, neither chosen nor all', async () => {
    const { owner, ids, campaignId, member, db, leads } = await withLeads('a', 'b')
    const [writer, admin] = [await member('Writer', [campaignId]), await member('Admin')]
    const suspended = [writer.userId, admin.userId]
    await suspend(db, suspended)
    for (const assignedTo of suspended)
      for (const choice of [{ leadIds: ids }, { all: true }])
        expect(refusal(await begin(owner, { kind: 'assign', assignedTo }, choice))).toMatchObject({
          status: 404,
          code: 'user_not_found',
        })
    expect(Object.values(await leads()).map(({ assignedTo }) => assignedTo)).toEqual([null, null])
    expect((await send(operationRoutes.list, owner, { query: {} })).body.operations).toEqual([])
  })

  test('leads are not assigned to a member who is suspended before the operation reaches them', async () => {
    const { owner, ids, businessId, campaignId, member, db, leads } = await withLeads('a', 'b')
    const writer = await member('Writer', [campaignId])
    const id = newId()
    const action = { kind: 'assign', assignedTo: writer.userId } as const
    const wanted = { id, subject: 'leads', kind: action.kind, action, campaignIds: null, authorId: owner.userId }
    const chosen = { matching: sql`select unnest(${ids}::uuid[]) as id`, batchSize: 1 }
    expect(await insertOperation(db, businessId, wanted, chosen)).toBe(2)
    await suspend(db, [writer.userId])
    await runOperation.run(deps, { businessId, operationId: id })
    const { operation, left } = await read(owner, id)
    expect(operation).toMatchObject({ state: 'done', done: 0, skipped: 2 })
    expect(left.map(({ reason }) => reason)).toEqual(['not_assignable', 'not_assignable'])
    expect(Object.values(await leads()).map(({ assignedTo }) => assignedTo)).toEqual([null, null])
  })

  test('only the author and the Owner see an operation and undo it', async () => {
    const { owner, ids, campaignId, member } = await withLeads('a')
    const [author, other] = [await member('Lead', [campaignId]), await member('Admin')]
    const { _id: id } = await run(author, { kind: 'tag', add: ['x'] }, { leadIds: ids })
    for (const route of [operationRoutes.undo, operationRoutes.cancel])
      expect(refusal(await send(route, other, { params: { id } })).code).toBe('operation_not_found')
    const listed = async (as: TestMember) => (await send(operationRoutes.list, as, { query: {} })).body
    expect([(await listed(author)).pagination.total, (await listed(other)).pagination.total]).toEqual([1, 0])
    expect((await listed(owner)).operations).toMatchObject([{ _id: id, author: { name: author.name } }])
    expect(await undo(owner, id)).toMatchObject({ done: 1 })
    expect((await listed(author)).operations.map(({ kind }) => kind)).toEqual(['tag'])
    expect((await listed(owner)).operations.map(({ kind }) => kind)).toEqual(['undo', 'tag'])
  })
})

test('pages of the list leave nothing out, the newest first', async () => {
  const { owner, ids } = await withLeads('a')
  const made: string[] = []
  for (const tag of ['1', '2', '3', '4', '5'])
    made.unshift((await run(owner, { kind: 'tag', add: [tag] }, { leadIds: ids }))._id)
  const pageOf = async (number: number) => {
    const { body } = await send(operationRoutes.list, owner, { query: { page: number, limit: 2 } })
    expect(body.pagination).toEqual({ page: number, limit: 2, total: 5, totalIsExact: true, pages: 3 })
    return body.operations.map(({ _id }) => _id)
  }
  expect([await pageOf(1), await pageOf(2), await pageOf(3)]).toEqual([
    made.slice(0, 2),
    made.slice(2, 4),
    made.slice(4),
  ])
})

test('impossible operations are refused', async () => {
  const { owner, ids, statusIds } = await withLeads('a')
  const action = { kind: 'status', statusId: statusIds.won }
  for (const [act, choice] of [
    [{ kind: 'colour' }, { leadIds: ids }],
    [{ kind: 'tag' }, { leadIds: ids }],
    [{ kind: 'tag', add: [] }, { leadIds: ids }],
    [{ kind: 'undo' }, { leadIds: ids }],
    [action, {}],
    [action, { leadIds: [] }],
    [action, { leadIds: ids, all: true }],
    [action, { leadIds: Array.from({ length: 201 }, () => newId()) }],
    [action, { all: true, filters: { colour: 'red' } }],
    [action, { all: true, except: Array.from({ length: 1_001 }, () => newId()) }],
  ] as const)
    expect([act, choice, (await begin(owner, act, choice)).status]).toEqual([act, choice, 422])
})

test('are kept for thirty days', async () => {
  const { owner, ids, statusIds, db } = await withLeads('a')
  await run(owner, { kind: 'status', statusId: statusIds.won }, { leadIds: ids })
  const after = (days: number) =>
    removeOldRows?.run({ ...deps, now: () => new Date(Date.now() + days * 86_400_000) }, {})
  const kept = async () => [
    (await db.selectFrom('operations').select('id').execute()).length,
    (await db.selectFrom('operation_items').select('item_id').execute()).length,
  ]
  await after(29.9)
  expect(await kept()).toEqual([1, 1])
  await after(30.1)
  expect(await kept()).toEqual([0, 0])
})
