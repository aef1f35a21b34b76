import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Operation, operationRoutes } from '#contract/leads/operations.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import type { OperationHandler, Outcome } from './operation-handler.ts'
import { BATCH_SIZE, workOnOperation } from './operation-work.service.ts'
import { beginOperation, writeOperation } from './operations.service.ts'

// Jobs run only when a test runs them.
const { deps, newBusiness, send } = await testApp({
  env: { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' },
})
const business = await newBusiness()
const { businessId, db } = business
const owner = await business.member('Owner')

const shelf = new Set<string>()
let file: readonly string[] = []
const isBroken = (id: string) => id.endsWith('0')
/** Items of an invented feature: parcels on a shelf. In a file, the parcels are its lines. */
const parcels: OperationHandler = {
  subject: 'parcels',
  async apply(_tx, _author, { ids, undoes }) {
    return ids.map((id): Outcome => {
      if (isBroken(id)) return { id, outcome: 'gone', before: null, revision: null }
      if (undoes ? undoes.get(id)?.revision !== 7 : shelf.has(id))
        return { id, outcome: 'same', before: null, revision: null }
      if (undoes) shelf.delete(id)
      else shelf.add(id)
      return { id, outcome: 'changed', before: null, revision: 7 }
    })
  },
  next: async (_tx, { passed }) => file.slice(passed, passed + BATCH_SIZE),
  campaignsFor: () => null,
  namesOf: async (_db, _caller, ids) => new Map(ids.map((id) => [id, `Parcel ${id.slice(-4)}`])),
}
Object.assign(deps, { operationHandlers: [...deps.operationHandlers, parcels] })

type Items = Parameters<typeof writeOperation>[2]['items']
const write = (items: Items) =>
  db.transaction().execute((tx) =>
    writeOperation(tx, businessId, {
      subject: 'parcels',
      authorId: owner.userId,
      action: { kind: 'restore' },
      items,
    }),
  )
const work = (operationId: string, untilMs?: number) => workOnOperation(deps, { businessId, operationId }, untilMs)
const asked = async (route: typeof operationRoutes.undo | typeof operationRoutes.cancel, id: string) =>
  (await send(route, owner, { params: { id } })).body.operation
const read = async (id: string) => (await send(operationRoutes.get, owner, { params: { id } })).body

test('rows of another feature: its handler changes, names and restores them', async () => {
  const ids = Array.from({ length: 40 }, newId)
  const stored = await write(sql`select unnest(${ids}::uuid[]) as id`)
  await beginOperation(deps, businessId, stored)
  const broken = ids.filter(isBroken)
  const whole = ids.filter((id) => !isBroken(id))
  const { operation, left, leftCount } = await read(stored.operationId)
  expect(operation).toMatchObject({
    state: 'done',
    total: 40,
    done: whole.length,
    skipped: broken.length,
    subject: null,
  })
  expect(left.map(({ name }) => name).sort()).toEqual(broken.map((id) => `Parcel ${id.slice(-4)}`).sort())
  expect([leftCount, [...shelf].sort()]).toEqual([broken.length, whole.sort()])
  expect(await asked(operationRoutes.undo, stored.operationId)).toMatchObject({ state: 'done', done: whole.length })
  expect(shelf.size).toBe(0)
})

test('a file, whose rows are known when they are read: progress, cancelling and undo', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(3 * BATCH_SIZE), fc.nat(3), fc.nat(BATCH_SIZE), async (lines, batches, estimate) => {
      file = Array.from({ length: lines }, newId)
      const { operationId: id } = await write(estimate)
      for (let i = 0; i < batches; i++) await work(id, 0)
      const passed = file.slice(0, batches * BATCH_SIZE)
      const whole = passed.filter((line) => !isBroken(line))
      const isDone = batches > Math.ceil(lines / BATCH_SIZE)
      const expected: Partial<Operation> = {
        state: isDone ? 'done' : passed.length ? 'running' : 'queued',
        total: Math.max(estimate, passed.length),
        done: whole.length,
        skipped: passed.length - whole.length,
        canCancel: !isDone,
      }
      expect((await read(id)).operation).toMatchObject(expected)
      expect(await asked(operationRoutes.cancel, id)).toMatchObject({ state: isDone ? 'done' : 'cancelled' })
      await work(id)
      expect([...shelf].sort()).toEqual(whole.sort())
      if (!whole.length) return
      const undo = await asked(operationRoutes.undo, id)
      await work(undo._id)
      expect((await read(undo._id)).operation).toMatchObject({ state: 'done', total: whole.length, done: whole.length })
      expect([shelf.size, (await read(id)).operation.canUndo]).toEqual([0, false])
    }),
    { numRuns: 12 },
  ))
