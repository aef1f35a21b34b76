import { expect, test } from 'vitest'
import { operationRoutes } from '#contract/leads/operations.ts'
import { withClient } from '../../platform/db/connections.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

const errors: unknown[] = []
const it = await testApp({ errors })
const { add, get } = testLeads(it)

test('after an undo that failed, the next one undoes the operation', async () => {
  const { member, apiKey, campaignId } = await it.newBusiness()
  const owner = await member('Owner')
  const lead = await add(await apiKey(), { campaignId })
  const ended = (id: string) =>
    waitFor(async () => {
      const { operation } = (await it.send(operationRoutes.get, owner, { params: { id } })).body
      return operation.finishedAt !== null && operation
    })
  const body = { action: { kind: 'tag', add: ['vip'] }, all: true } as const
  const { _id: id } = (await it.send(operationRoutes.create, owner, { body: body as never })).body.operation
  await ended(id)
  const undo = async () => ended((await it.send(operationRoutes.undo, owner, { params: { id } })).body.operation._id)
  const planted = (statement: string) => withClient(it.urls.adminUrl, (client) => client.query(statement))
  await planted(`alter table operation_items add constraint planted check (operation_id = '${id}') not valid`)
  expect((await undo().finally(() => planted('alter table operation_items drop constraint planted'))).state).toBe(
    'failed',
  )
  expect(errors.length).toBeGreaterThan(0)
  expect(await ended(id)).toMatchObject({ canUndo: true })
  expect(await undo()).toMatchObject({ state: 'done', done: 1 })
  expect((await get(owner, lead._id)).body.lead.tags).toEqual([])
})
