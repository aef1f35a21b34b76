import { expect, test } from 'vitest'
import { leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import { testImports } from '../../../testing/features/test-imports.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'

const errors: unknown[] = []
const it = await testApp({ errors })
const leads = testLeads(it)
const { world, accepted, check, draft, finish, take, all, undo, failedFile } = testImports(it, errors)
type As = Parameters<typeof check>[0]

const correct = (as: As, id: string, body: { row: number; column: number; value: string }) =>
  it.send(leadImportRoutes.correct, as, { params: { id }, body })
const rowsOf = async (as: As, id: string, query: { fate: 'create' | 'update' | 'join' | 'left'; after?: number }) =>
  (await it.send(leadImportRoutes.rows, as, { params: { id }, query })).body.rows

test('a corrected cell is kept with the draft, and used by the check, the import and the file of failed rows', async () => {
  const { owner, campaignId } = await world()
  const csv = 'name,phone,email,date\nDana,052-73,,\nNoam\n\nGal,0541237003,x@,\nTom,0541237004,,31/02/2026\n'
  const id = await draft(owner, csv, { campaignId, columns: ['name', 'phone', 'email', 'date'] })
  expect((await check(owner, id)).rows.left.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [2, 1, 'invalid_phone'],
    [3, 1, 'no_contact'],
    [5, 2, 'invalid_email'],
    [6, 3, 'invalid_date'],
  ])
  expect((await correct(owner, id, { row: 2, column: 1, value: '054-123-7001' })).status).toBe(200)
  await correct(owner, id, { row: 3, column: 2, value: 'noam@alon.example' })
  await correct(owner, id, { row: 5, column: 2, value: '' })
  await correct(owner, id, { row: 6, column: 3, value: '30/02/2026' })
  const { counts, rows } = await check(owner, id)
  expect(counts).toEqual({ create: 3, update: 0, join: 0, left: 1 })
  expect(rows.left).toMatchObject([{ row: 6, column: 3, value: '30/02/2026', reason: 'invalid_date' }])
  expect(await failedFile(owner, id)).toContain('Tom,0541237004,,30/02/2026,No such date (date),6')
  await finish(owner, id)
  expect((await all(owner, campaignId)).map(({ name, phone, email }) => [name, phone, email])).toEqual([
    ['Dana', '+972541237001', null],
    ['Gal', '+972541237003', null],
    ['Noam', null, 'noam@alon.example'],
  ])
  expect(refusal(await correct(owner, id, { row: 6, column: 3, value: '' })).code).toBe('import_started')
})

test('a cell is corrected that no row or column of the file has: it is refused', async () => {
  const { owner, member, campaignId } = await world()
  const id = await draft(owner, 'name,phone\nDana,052-73\n\nNoam,052-74\n', { campaignId, columns: ['name', 'phone'] })
  for (const at of [
    { row: 1, column: 1 },
    { row: 3, column: 1 },
    { row: 9, column: 1 },
    { row: 2, column: 2 },
  ])
    expect((await correct(owner, id, { ...at, value: 'x' })).status).toBe(422)
  const other = await member('Lead', [campaignId])
  expect((await correct(other, id, { row: 2, column: 1, value: 'x' })).status).toBe(404)
})

test('the history of an import has the fate of each row, in the order of the file and in pages', async () => {
  const { owner, campaignId } = await world()
  await take(owner, 'name,phone\nThere,0541237101\n', { campaignId, columns: ['name', 'phone'] })
  const some = Array.from({ length: 150 }, (_, i) => `New ${i},0541238${String(i).padStart(3, '0')}\n`)
  const csv = `name,phone\nThere 2,0541237101\n\nBroken,1\n${some.join('')}New again,0541238000\n`
  const settings = { campaignId, mode: 'createAndUpdate', columns: ['name', 'phone'] }
  const { _id: id, counts, operationId } = await take(owner, csv, settings)
  expect(counts).toEqual({ create: 150, update: 1, join: 1, left: 1 })
  const [there] = (await leads.page(owner, { campaignId, search: 'There 2' })).body.leads
  expect(await rowsOf(owner, id, { fate: 'update' })).toMatchObject([
    { row: 2, name: 'There 2', contact: '0541237101', lead: { _id: there?._id, campaignId }, reason: null },
  ])
  const left = await rowsOf(owner, id, { fate: 'left' })
  expect(left[0]).toEqual({
    ...{ row: 4, fate: 'left', name: 'Broken', contact: '1', reason: 'invalid_phone', column: 1, value: '1' },
    ...{ joins: null, lead: null },
  })
  const created = await rowsOf(owner, id, { fate: 'create' })
  expect(created.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, i) => i + 5))
  const next = await rowsOf(owner, id, { fate: 'create', after: 104 })
  expect([next.length, next[0]?.row, next.at(-1)?.name]).toEqual([50, 105, 'New 149'])
  expect(await rowsOf(owner, id, { fate: 'join' })).toMatchObject([{ row: 155, joins: 5, lead: created[0]?.lead }])
  await undo(owner, operationId)
  const after = await rowsOf(owner, id, { fate: 'create' })
  expect([after.length, after[0]?.lead]).toEqual([100, null])
})

test.each([
  ['03/11/2026\n14/11/2026', ['dmy']],
  ['11/03/2026\n11.14.26', ['mdy']],
  ['03/11/2026\n01/02/2026 10:00', ['dmy', 'mdy']],
  ['13/11/2026\n11/13/2026', ['dmy', 'mdy']],
  ['2026-11-03\nsoon', []],
])('the order of the dates %j can be %j', async (dates, orders) => {
  const { owner } = await world()
  // The last date lies behind the samples.
  const [first, last] = dates.split('\n')
  const { columns } = await accepted(owner, `date,name\n${`${first},x\n`.repeat(30)}${last},y\n`)
  expect(columns.map(({ dateOrders }) => dateOrders)).toEqual([orders, []])
})

test('the type of a new field is guessed from the samples of its column', async () => {
  const { owner } = await world()
  const kinds = ['Kitchen', 'Bath', 'kitchen', 'Bath', 'Bath', 'Kitchen']
  const lines = kinds.map((kind, i) =>
    [
      kind,
      i,
      `₪ ${i}000`,
      `0${i}/11/2026`,
      i % 2 ? 'כן' : 'לא',
      `https://x.example/${i}`,
      `00${i}`,
      `"a\nb ${i}"`,
    ].join(','),
  )
  const { columns } = await accepted(owner, `a,b,c,d,e,f,g,h\n${lines.slice(1).join('\n')}\n${lines[1]}\n`)
  expect(columns.map(({ fieldType }) => fieldType)).toEqual([
    ...['choice', 'number', 'money', 'date', 'yes_no', 'link', 'text', 'long_text'],
  ])
})
