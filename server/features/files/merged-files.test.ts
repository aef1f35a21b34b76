import { expect, test } from 'vitest'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { aFile, testFiles } from '../../testing/files/test-files.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp()
const { added, get, leads, list, open, remove, restore, world } = testFiles(it)

test('the files of a merged lead are those of the kept one, deleted ones too; an undo brings them back', async () => {
  const { owner, leadId, campaignId } = await world()
  const other = (await leads.add(owner, { name: 'Dana L', campaignId }))._id
  const own = await added(owner, leadId, aFile('own.pdf'))
  const moved = await added(owner, other, aFile('moved.pdf'))
  const deleted = await added(owner, other, aFile('deleted.pdf'))
  await remove(owner, other, deleted._id)
  const body = { winnerId: leadId, leadIds: [other], fields: {} }
  const reply = await it.send(duplicateRoutes.merge, owner, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const idsOf = async (lead: string) => (await list(owner, lead)).body.files?.map(({ _id }) => _id)
  expect(await idsOf(leadId)).toEqual([moved._id, own._id])
  expect((await restore(owner, leadId, deleted._id)).status).toBe(200)
  const { url } = (await get(owner, leadId, moved._id)).body
  expect((await open(url)).body).toBe('%PDF-1.7\nplan')
  const { history } = (await leads.history(owner, leadId)).body
  expect(history.flatMap(({ file }) => file?.name ?? [])).toContain('moved.pdf')

  const later = await added(owner, leadId, aFile('later.pdf'))
  const undone = await it.send(operationRoutes.undo, owner, { params: { id: reply.body.operationId } })
  expect(undone.status, JSON.stringify(undone.body)).toBe(200)
  await waitFor(async () => (await idsOf(other))?.length === 2)
  expect(await idsOf(other)).toEqual([deleted._id, moved._id])
  expect(await idsOf(leadId)).toEqual([later._id, own._id])
})
