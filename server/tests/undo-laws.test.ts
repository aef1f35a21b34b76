import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { type Operation, operationRoutes } from '#contract/leads/operations.ts'
import { leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import { testApp } from '../testing/test-app.ts'
import { nextPhone, testLeads } from '../testing/test-leads.ts'
import { waitFor } from '../testing/wait-for.ts'

const LEADS = 5
const it = await testApp()
const { newBusiness, send } = it
const { add, change, page, relayed } = testLeads(it)

async function makeWorld() {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const [writer, lead] = [await business.member('Writer', [business.campaignId]), await business.member('Admin')]
  const people = [null, writer.userId, lead.userId]
  const { new: fresh, ongoing, won, lost } = business.statusIds
  const campaigns = [business.campaignId, await business.campaign()]
  return { ...business, owner, people, campaigns, statuses: [fresh, ongoing, won, lost] as string[] }
}
type World = Awaited<ReturnType<typeof makeWorld>>

async function withLeads(world: World) {
  const ids: string[] = []
  const phones = Array.from({ length: LEADS }, () => nextPhone())
  for (const [at, phone] of phones.entries())
    ids.push((await add(world.owner, { name: `Lead ${at}`, phone, campaignId: world.campaignId, value: at * 10 }))._id)
  return { ...world, ids, phones }
}
type Case = Awaited<ReturnType<typeof withLeads>>

/** What people see of each lead, in and out of the trash, without the marks of time. */
async function stateOf({ owner, ids }: Case) {
  const shown = await Promise.all(
    [{}, { trash: true }].map(async (filters) => (await page(owner, { limit: 100, filters })).body.leads),
  )
  const facts = ({ status, assignedTo, tags, value, name, isRead, deletedAt, firstResponseAt, ...lead }: Lead) => ({
    ...{ status, tags, value, name, isRead, phone: lead.phone, email: lead.email, campaignId: lead.campaignId },
    ...{ assignedTo: assignedTo?._id ?? null, isDeleted: deletedAt !== null, isAnswered: firstResponseAt !== null },
  })
  const byId = new Map(shown.flat().map((lead) => [lead._id, facts(lead)]))
  return ids.map((id) => byId.get(id))
}

const ended = (owner: World['owner'], id: string) =>
  waitFor(async () => {
    const { body } = await send(operationRoutes.get, owner, { params: { id } })
    return body.operation.finishedAt !== null && body
  })
const undo = async ({ owner }: Case, { _id: id }: Operation) => {
  const { status, body } = await send(operationRoutes.undo, owner, { params: { id } })
  expect(status, JSON.stringify(body)).toBe(200)
  return ended(owner, body.operation._id)
}

/** Differences between the counters and a recount of the leads. */
async function drifts({ db, businessId }: World) {
  await relayed()
  const { rows } = await sql`select * from lead_day_drifts(${businessId}::uuid, '2020-01-01', '2100-01-01')`.execute(db)
  return rows
}

type Step = { kind: number; pick: number; some: number[] }
const stepOf = (kind: fc.Arbitrary<number>) =>
  fc.record({ kind, pick: fc.nat(3), some: fc.uniqueArray(fc.nat(LEADS - 1), { minLength: 1 }) })
const [EDIT, MOVE] = [7, 8]
/** Operations, without edits of one lead. */
const step = stepOf(fc.constantFrom(0, 1, 2, 3, 4, 5, 6, MOVE))
const anyStep = stepOf(fc.nat(MOVE))

/** Runs a step on some leads; undefined: nothing was to do, or the person does not work in the campaign of a lead. */
async function run(at: Case, { kind, pick, some }: Step): Promise<Operation | undefined> {
  const leadIds = some.map((index) => at.ids[index] as string)
  if (kind === 6) return importValues(at, { pick, some })
  if (kind === EDIT) return editOne(at, leadIds[0] as string, edits(at)[(pick + some.length) % 8] as object)
  const actions = [
    { kind: 'status', statusId: at.statuses[pick] },
    { kind: 'assign', assignedTo: at.people[pick % at.people.length] },
    { kind: 'tag', add: [`t${pick}`], ...(pick > 1 && { remove: [`t${pick - 1}`] }) },
    { kind: 'delete' },
    { kind: 'restore' },
    { kind: pick % 2 ? 'read' : 'unread' },
  ]
  const action = kind === MOVE ? { kind: 'move', campaignId: at.campaigns[pick % 2] } : actions[kind]
  const { status, body } = await send(operationRoutes.create, at.owner, { body: { action, leadIds } as never })
  if (action?.kind === 'assign' && status === 404) return
  expect(status, JSON.stringify(body)).toBe(200)
  return (await ended(at.owner, body.operation._id)).operation
}

/** Edits of one lead by a person. */
const edits = ({ statuses, people }: Case) => [
  { value: 777 },
  { statusId: statuses[3], lostReason: 'Price' },
  { tags: ['t1', 'Hot'] },
  { name: 'Renamed', value: null },
  { assignedTo: people[1] },
  { statusId: statuses[2], value: 5_000 },
  { email: 'edited@example.test' },
  { phone: nextPhone(), tags: [] },
]
/** Edits a lead; undefined if it is in the trash, or if nothing changes. */
async function editOne({ owner }: Case, leadId: string, changes: object): Promise<Operation | undefined> {
  const newest = async () =>
    (await send(operationRoutes.list, owner, { query: { limit: 1, of: 'one' } })).body.operations
  const [before] = await newest()
  const { status, body } = await change(owner, leadId, { ...changes })
  expect([200, 404], JSON.stringify(body)).toContain(status)
  const [after] = await newest()
  return after?._id === before?._id ? undefined : after
}

/** A file that gives some leads another value and name, by their phones. */
async function importValues({ owner, phones, campaignId }: Case, { pick, some }: Omit<Step, 'kind'>) {
  const rows = some.map((index) => `Named ${pick},${phones[index]},${pick + 1}`)
  const file = new Blob([`name,phone,value\n${rows.join('\n')}\n`])
  const { body } = await send(leadImportRoutes.upload, owner, { query: { name: 'leads.csv' }, file })
  const params = { id: body.import._id }
  const columns = ['name', 'phone', 'value'] as const
  const settings = { mode: 'update', key: 'phone', campaignId, columns: [...columns] } as never
  expect((await send(leadImportRoutes.change, owner, { params, body: settings })).status).toBe(200)
  expect((await send(leadImportRoutes.run, owner, { params })).status).toBe(200)
  const id = await waitFor(async () => {
    const one = (await send(leadImportRoutes.get, owner, { params })).body.import
    return one.state === 'done' && one.operationId
  })
  return (await ended(owner, id)).operation
}

const world = await makeWorld()

test('operations that are undone in reverse order leave every lead as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 6 }), async (steps) => {
      const at = await withLeads(world)
      const before = await stateOf(at)
      const done: Operation[] = []
      for (const one of steps) {
        const operation = await run(at, one)
        if (operation && operation.done > 0) done.push(operation)
      }
      for (const operation of done.reverse()) {
        const { left } = await undo(at, operation)
        expect(left).toEqual([])
      }
      expect(await stateOf(at)).toEqual(before)
      expect(await drifts(at)).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('an undo that is undone leaves every lead as the operation left it, and can be made again', async () => {
  await fc.assert(
    fc.asyncProperty(anyStep, async (one) => {
      // Marks, imports and merges are made again by hand.
      if (one.kind === 5 || one.kind === 6) return
      const at = await withLeads(world)
      const before = await stateOf(at)
      const operation = await run(at, one)
      if (!operation?.done) return
      const done = await stateOf(at)
      const undone = await undo(at, operation)
      expect(await stateOf(at)).toEqual(before)
      expect((await undo(at, undone.operation)).left).toEqual([])
      expect(await stateOf(at)).toEqual(done)
      expect(await drifts(at)).toEqual([])
      expect((await undo(at, operation)).left).toEqual([])
      expect(await stateOf(at)).toEqual(before)
      expect(await drifts(at)).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 120_000)

type Facts = Record<string, unknown>
test('the undo of an edit in any order restores the fields that have its values, and names those that were changed since', async () => {
  const chosen = fc.record({ edits: fc.array(fc.nat(7), { minLength: 2, maxLength: 5 }), undone: fc.nat(4) })
  await fc.assert(
    fc.asyncProperty(chosen, async ({ edits: picks, undone }) => {
      const at = await withLeads(world)
      const states: { edit: Operation; before: Facts; after: Facts }[] = []
      const first = async () => (await stateOf(at))[0] as Facts
      for (const pick of picks) {
        const before = await first()
        const edit = await editOne(at, at.ids[0] as string, edits(at)[pick] as object)
        if (edit) states.push({ edit, before, after: await first() })
      }
      const one = states[undone % states.length]
      if (!one) return
      const now = await first()
      const preview = await send(operationRoutes.preview, at.owner, { params: { id: one.edit._id } })
      expect(preview.status).toBe(200)
      const { left, operation } = await undo(at, one.edit)
      const fields = ['name', 'phone', 'email', 'status', 'assignedTo', 'value'].filter(
        (field) => one.before[field] !== one.after[field],
      )
      const isIn = (field: string, state: Facts) => now[field] === state[field]
      const changed = fields.filter((field) => !isIn(field, one.after) && !isIn(field, one.before))
      const named = (field: string) => (field === 'status' ? 'statusId' : field)
      const leftFields = left.flatMap((lead) => lead.fields ?? []).filter((field) => field !== 'lostReason')
      expect(leftFields.sort()).toEqual(changed.map(named).sort())
      const unnamed = (leads: typeof left) => leads.map(({ name: _, ...lead }) => lead)
      expect(unnamed(preview.body.left)).toEqual(unnamed(left))
      expect(preview.body.restored).toBe(operation.done)
      const expected = Object.fromEntries(
        fields.map((field) => [field, isIn(field, one.after) ? one.before[field] : now[field]]),
      )
      const { tags: _, isAnswered: __, ...kept } = now
      expect(await first()).toMatchObject({ ...kept, ...expected })
      expect(await drifts(at)).toEqual([])
    }),
    { numRuns: 30 },
  )
}, 120_000)

/** Edits these leads; returns those that could be edited, as those in the trash cannot. */
async function edit({ owner, ids }: Case, edited: readonly number[]) {
  const replies = await Promise.all(
    edited.map(async (index) => ({ index, reply: await change(owner, ids[index] as string, { value: 777 + index }) })),
  )
  return replies.filter(({ reply }) => reply.status === 200).map(({ index }) => index)
}

test('an undo leaves the leads that were edited since as they are, names them, and restores the others', async () => {
  const some = fc.uniqueArray(fc.nat(LEADS - 1), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(step, some, async (one, wanted) => {
      const at = await withLeads(world)
      const before = await stateOf(at)
      const operation = await run(at, one)
      if (!operation?.done) return
      const done = await stateOf(at)
      const edited = await edit(at, wanted)
      const now = await stateOf(at)
      const { left } = await undo(at, operation)
      // A mark as read is no change of the lead, so its undo does not mind the edit.
      const isMark = operation.kind === 'read' || operation.kind === 'unread'
      const isChanged = (index: number) => JSON.stringify(done[index]) !== JSON.stringify(before[index])
      expect(left.map(({ leadId }) => leadId).sort()).toEqual(
        edited
          .filter((index) => !isMark && isChanged(index))
          .map((index) => at.ids[index])
          .sort(),
      )
      expect(await stateOf(at)).toEqual(
        before.map((lead, index) => {
          const kept = edited.includes(index) ? now[index] : lead
          return isMark ? { ...kept, isRead: lead?.isRead } : kept
        }),
      )
    }),
    { numRuns: 25 },
  )
}, 120_000)

/** Whose value of each field is kept, which leads are merged, and what is edited on the kept lead since. */
const merge = fc.record({
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 2, maxLength: 5 }),
  fields: fc.uniqueArray(fc.constantFrom('name', 'phone', 'status', 'assignedTo', 'value', 'source'), { maxLength: 4 }),
  from: fc.nat(4),
  edits: fc.uniqueArray(fc.constantFrom('name', 'value'), { maxLength: 2 }),
})

test('a merge that is undone restores every lead, but for fields that were edited since, which it names', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 2 }), merge, async (steps, { order, fields, from, edits }) => {
      const at = await withLeads(world)
      for (const one of steps) if (one.kind < 3) await run(at, one)
      const before = await stateOf(at)
      const ids = order.map((index) => at.ids[index] as string)
      const chosen = Object.fromEntries(fields.map((field) => [field, ids[from % ids.length] as string]))
      const body = { winnerId: ids[0] as string, leadIds: ids.slice(1), fields: chosen }
      const merged = await send(duplicateRoutes.merge, at.owner, { body })
      expect(merged.status, JSON.stringify(merged.body)).toBe(200)
      const changed = { name: 'Edited since', value: 4_711 }
      for (const field of edits) await change(at.owner, body.winnerId, { [field]: changed[field as 'name'] })
      const { status, body: undone } = await send(operationRoutes.undo, at.owner, {
        params: { id: merged.body.operationId },
      })
      expect(status).toBe(200)
      const { left } = await ended(at.owner, undone.operation._id)
      const kept = at.ids.indexOf(body.winnerId)
      const wasChanged = (field: 'name' | 'value') => merged.body.lead[field] !== before[kept]?.[field]
      const named = edits.filter((field) => wasChanged(field as 'name'))
      expect(left.flatMap((one) => one.fields ?? []).sort()).toEqual(named.sort())
      const edited = Object.fromEntries(edits.map((field) => [field, changed[field as 'name']]))
      expect(await stateOf(at)).toEqual(before.map((lead, index) => (index === kept ? { ...lead, ...edited } : lead)))
    }),
    { numRuns: 15 },
  )
}, 120_000)
