import fc from 'fast-check'
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
const { add, change, page } = testLeads(it)

async function makeWorld() {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const [writer, lead] = [await business.member('Writer', [business.campaignId]), await business.member('Admin')]
  const people = [null, writer.userId, lead.userId]
  const { new: fresh, ongoing, won, lost } = business.statusIds
  return { ...business, owner, people, statuses: [fresh, ongoing, won, lost] as string[] }
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
  const facts = ({ status, assignedTo, tags, value, name, isRead, deletedAt, firstResponseAt }: Lead) => ({
    ...{ status, tags, value, name, isRead },
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

type Step = { kind: number; pick: number; some: number[] }
const step = fc.record({
  kind: fc.nat(6),
  pick: fc.nat(3),
  some: fc.uniqueArray(fc.nat(LEADS - 1), { minLength: 1 }),
})

/** Runs a step on some leads; undefined: an import that found nothing to do. */
async function run(at: Case, { kind, pick, some }: Step): Promise<Operation | undefined> {
  const leadIds = some.map((index) => at.ids[index] as string)
  if (kind === 6) return importValues(at, { pick, some })
  const actions = [
    { kind: 'status', statusId: at.statuses[pick] },
    { kind: 'assign', assignedTo: at.people[pick % at.people.length] },
    { kind: 'tag', add: [`t${pick}`], ...(pick > 1 && { remove: [`t${pick - 1}`] }) },
    { kind: 'delete' },
    { kind: 'restore' },
    { kind: pick % 2 ? 'read' : 'unread' },
  ]
  const { status, body } = await send(operationRoutes.create, at.owner, {
    body: { action: actions[kind], leadIds } as never,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return (await ended(at.owner, body.operation._id)).operation
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
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
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
    }),
    { numRuns: 15 },
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
