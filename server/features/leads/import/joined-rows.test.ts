import { expect, test } from 'vitest'
import { operationRoutes } from '#contract/leads/operations.ts'
import { leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import { testImports } from '../../../testing/features/test-imports.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { eraseImportedRows } from '../imported-rows.queries.ts'

const errors: unknown[] = []
const it = await testApp({ errors })
const leads = testLeads(it)
const { world, draft, run, ended, take, all, undo } = testImports(it, errors)
const columns = ['name', 'phone', 'email', 'value', 'tags', 'message']

test('in an import that adds, later rows of a person fill what is empty and are further enquiries of one lead', async () => {
  const { owner, campaignId } = await world()
  const csv =
    'name,phone,email,value,tags,message\n' +
    'Dana,0541236001,,100,vip,First\n' +
    'Dana Levi,054-123-6001,dana@alon.example,200,"VIP,hot",Second\n' +
    'D. Levi,,dana@alon.example,,,Third\n' +
    'Noam,0541236002,,,,\n'
  const done = await take(owner, csv, { campaignId, columns })
  expect(done.counts).toEqual({ create: 2, update: 0, join: 2, left: 0 })
  expect(done.checked.join.map(({ row, joins, name }) => [row, joins, name])).toEqual([
    [3, 2, 'Dana Levi'],
    [4, 2, 'D. Levi'],
  ])
  const [dana] = await all(owner, campaignId)
  const { lead } = (await leads.get(owner, dana?._id ?? '')).body
  expect(lead).toMatchObject({ name: 'Dana', email: 'dana@alon.example', value: 10_000, tags: ['vip', 'hot'] })
  expect(lead.enquiries.map(({ message }) => message).sort()).toEqual(['First', 'Second', 'Third'])
  await undo(owner, done.operationId)
  expect(await all(owner, campaignId)).toEqual([])
})

test('in an import that updates, the last row of a person wins, and an undo gives the values before the first', async () => {
  const { owner, campaignId } = await world()
  const kept = await leads.add(owner, { name: 'Kept', phone: '0541236101', campaignId, value: 100 })
  const same = await leads.add(owner, { name: 'Same', phone: '0541236102', campaignId })
  const csv =
    'name,phone,value\nKept 2,0541236101,2\nSame,0541236102,\nNew,0541236103,5\n' +
    'Kept 3,0541236101,\nSame 2,0541236102,9\nNew 2,0541236103,\n'
  const settings = { campaignId, mode: 'createAndUpdate', columns: ['name', 'phone', 'value'] }
  const done = await take(owner, csv, settings)
  expect(done.counts).toEqual({ create: 1, update: 2, join: 3, left: 0 })
  const values = async () => (await all(owner, campaignId)).map(({ name, value }) => [name, value])
  expect(await values()).toEqual([
    ['Kept 3', 200],
    ['New 2', 500],
    ['Same 2', 900],
  ])
  expect((await leads.get(owner, same._id)).body.lead.enquiries).toHaveLength(1)
  const { operation } = (await it.send(operationRoutes.get, owner, { params: { id: done.operationId ?? '' } })).body
  expect(operation).toMatchObject({ done: 3, skipped: 3 })
  expect((await undo(owner, done.operationId)).operation).toMatchObject({ done: 3, skipped: 0 })
  expect(await values()).toEqual([
    ['Kept', 100],
    ['Same', null],
  ])
  expect((await leads.get(owner, kept._id)).body.lead.name).toBe('Kept')
})

const phone = (i: number) => `05412${String(70_000 + i).padStart(5, '0')}`
test('rows join leads of earlier batches as well; one that was changed since is left alone by the undo', async () => {
  const { owner, campaignId } = await world()
  const people = Array.from({ length: 600 }, (_, i) => i)
  const row = (name: string) => (i: number) => `${name} ${i},${phone(i)},\n`
  await take(owner, `name,phone,email\n${people.slice(0, 2).map(row('Old')).join('')}`, {
    campaignId,
    columns: ['name', 'phone', 'email'],
  })
  const again = (i: number) => `Late ${i},${phone(i)},late${i}@alon.example\n`
  const csv = `name,phone,email\n${people.map(row('Old')).join('')}${people.map(again).join('')}`
  const settings = { campaignId, mode: 'createAndUpdate', columns: ['name', 'phone', 'email'] }
  const done = await take(owner, csv, settings)
  expect(done.counts).toEqual({ create: 598, update: 2, join: 600, left: 0 })
  const [found] = (await leads.page(owner, { campaignId, search: 'Late 0' })).body.leads
  expect(found).toMatchObject({ name: 'Late 0', email: 'late0@alon.example' })
  const { operation } = (await it.send(operationRoutes.get, owner, { params: { id: done.operationId ?? '' } })).body
  expect(operation).toMatchObject({ done: 600, skipped: 600, total: 1_200 })
  const joined = (await it.send(leadImportRoutes.rows, owner, { params: { id: done._id }, query: { fate: 'join' } }))
    .body
  expect(joined.rows).toHaveLength(100)
  expect(joined.rows[0]).toMatchObject({
    row: 602,
    joins: 2,
    lead: { _id: found?._id, campaignId },
    name: 'Late 0',
    contact: phone(0),
  })
  const [changed] = (await leads.page(owner, { campaignId, search: phone(1) })).body.leads
  await leads.change(owner, changed?._id ?? '', { name: 'By hand' })
  expect((await undo(owner, done.operationId)).operation).toMatchObject({ done: 599, skipped: 1 })
  expect((await all(owner, campaignId)).map(({ name, email }) => [name, email])).toEqual([
    ['By hand', 'late1@alon.example'],
    ['Old 0', null],
  ])
})

test('a lead that was changed between two of its rows takes the second, and the undo leaves it alone', async () => {
  const { owner, campaignId, db } = await world()
  const awaited = await leads.add(owner, { name: 'Awaited', phone: phone(9_000), campaignId })
  const first = Array.from({ length: 500 }, (_, i) => `New ${i},${phone(9_001 + i)},,\n`).join('')
  // The second batch waits for the lock of the lead in its first row.
  const csv = `name,phone,email,value\n${first}Awaited 2,${phone(9_000)},,\nNew,${phone(9_001)},late@alon.example,7\n`
  const columns = ['name', 'phone', 'email', 'value']
  const id = await draft(owner, csv, { campaignId, mode: 'createAndUpdate', columns })
  const made = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('leads').select('id').where('id', '=', awaited._id).forUpdate().execute()
    expect((await run(owner, id)).status).toBe(200)
    const lead = await waitFor(async () => (await leads.page(owner, { search: phone(9_001) })).body.leads[0])
    expect((await leads.change(owner, lead._id, { name: 'By hand', value: 500 })).status).toBe(200)
    return lead
  })
  const { counts, operationId } = await ended(owner, id)
  expect(counts).toEqual({ create: 500, update: 1, join: 1, left: 0 })
  const read = async () => (await leads.get(owner, made._id)).body.lead
  expect(await read()).toMatchObject({ name: 'New', email: 'late@alon.example', value: 700 })
  const { operation } = await undo(owner, operationId)
  expect(operation).toMatchObject({ done: 500, skipped: 1 })
  expect(await read()).toMatchObject({ name: 'New', deletedAt: null })
})

test('an erased person is in no row that joined their lead', async () => {
  const { owner, campaignId, db, businessId } = await world()
  const csv = 'name,phone,email\nFirst Name,0541236201,a@alon.example\nSecond Name,,a@alon.example\nOther,0541236202,\n'
  await take(owner, csv, { campaignId, columns: ['name', 'phone', 'email'] })
  const [lead] = (await all(owner, campaignId)).filter(({ name }) => name === 'First Name')
  await it.deps.workerDb
    .transaction()
    .execute((tx) => eraseImportedRows(tx, businessId, { leadIds: [lead?._id ?? ''], matchTexts: [] }))
  const kept = JSON.stringify(await db.selectFrom('lead_import_pieces').select('rows').execute())
  expect(kept).not.toContain('Second Name')
  expect(kept).toContain('Other')
})
