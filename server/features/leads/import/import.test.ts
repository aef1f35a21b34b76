import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import { leadExportRoutes } from '#contract/leads/sheets/lead-export.ts'
import { leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { testImports } from '../../../testing/features/test-imports.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { eraseImportedRows } from '../imported-rows.queries.ts'

const errors: unknown[] = []
const it = await testApp({ errors })
const leads = testLeads(it)

const { world, upload, accepted, set, read, take, all, undo, failedFile } = testImports(it, errors)

test('columns are recognised in both languages; those that look sensitive are masked and left out', async () => {
  const { owner } = await world()
  const file = await accepted(
    owner,
    'שם הלקוח;נייד;E-mail;מצב;סכום;תאריך פנייה;ת.ז;הערות משרד;משהו\n' +
      'דנה לוי;054-1234567;dana@alon.example;חדש;"₪ 38,000";03/11/2026;123456782;רוצה אחרי החגים;x\n',
  )
  expect(file.columns.map(({ suggested }) => suggested)).toEqual([
    'name',
    'phone',
    'email',
    'status',
    'value',
    'date',
    null,
    'message',
    null,
  ])
  expect(file.columns[6]).toMatchObject({ isSensitive: true, samples: ['•••••6782'] })
  expect([file.rows, file.state, file.columns[0]?.samples]).toEqual([1, 'draft', ['דנה לוי']])
})

test.each([
  ['UTF-8', new TextEncoder().encode('name,phone\nדנה,0541234567\n')],
  ['UTF-8 with a mark', new TextEncoder().encode('\ufeffname\tphone\nדנה\t0541234567')],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('name|phone\r\nדנה|0541234567\r\n', 'utf16le')])],
  ['UTF-16 without a mark', Buffer.from('name;phone\r\nדנה;0541234567\r\n', 'utf16le')],
  [
    'windows-1255',
    Buffer.from([...Buffer.from('name;phone\r\n'), 0xe3, 0xf0, 0xe4, ...Buffer.from(';0541234567\r\n')]),
  ],
])('reads %s and any separator', async (_, bytes) => {
  const { owner } = await world()
  const { columns } = await accepted(owner, bytes)
  expect(columns.map(({ title, samples }) => [title, samples[0]])).toEqual([
    ['name', 'דנה'],
    ['phone', '0541234567'],
  ])
})

test('rows become leads, and every failing row is named', async () => {
  const { owner, campaignId, statusIds } = await world()
  const csv =
    'Name,Phone,Email,Status,Value,Date,Tags\n' +
    'Dana,054-123-4501,,בטיפול,"1,234.5",31/01/2026 14:05,"vip, hot"\n' +
    'Noam,541234502,noam@alon.example,?,,,\n' +
    '\n' +
    'Broken,052-73,,,,,\n' +
    'Nothing,,,,,,\n' +
    'Late,054-123-4503,,,,31/02/2026,\n' +
    'Again,+972 54-123-4501,,,,,\n' +
    '"Line\nbreak","054-123-4504",x@,,,,\n'
  const columns = ['name', 'phone', 'email', 'status', 'value', 'date', 'tags']
  const values = { status: { בטיפול: statusIds.ongoing, '?': null } }
  const done = await take(owner, csv, { campaignId, columns, values })
  expect(done.counts).toEqual({ create: 2, update: 0, join: 1, left: 4 })
  expect(done.checked.left.map(({ row, reason, column, value }) => [row, reason, column, value])).toEqual([
    [5, 'invalid_phone', 1, '052-73'],
    [6, 'no_contact', 1, ''],
    [7, 'invalid_date', 5, '31/02/2026'],
    [9, 'invalid_email', 2, 'x@'],
  ])
  const [dana, noam] = await all(owner, campaignId)
  expect(dana).toMatchObject({
    ...{ name: 'Dana', phone: '+972541234501', statusId: statusIds.ongoing, value: 123_450, source: 'import' },
    ...{ tags: ['vip', 'hot'], date: '2026-01-31T12:05:00Z', isRead: true },
  })
  expect(noam).toMatchObject({ phone: '+972541234502', email: 'noam@alon.example', statusId: statusIds.new })
  const failed = (await failedFile(owner, done._id)).split('\r\n')
  expect(failed).toHaveLength(6)
  expect(failed[1]).toBe('Broken,052-73,,,,,,Invalid phone number (Phone),5')
  expect((await leads.counts(owner, { campaignId }))[statusIds.ongoing]).toBe(1)
})

test('updates leads by their key, and an undo restores them and takes new ones away, except what changed since', async () => {
  const { owner, campaignId } = await world()
  const kept = await leads.add(owner, { name: 'Kept', phone: '0541234601', campaignId, value: 100 })
  const other = await leads.add(owner, { name: 'Other', phone: '0541234602', campaignId, source: 'api' })
  const csv =
    'name,phone,value,source\nKept 2,0541234601,7,x\nOther 2,0541234602,,x\nNew,0541234603,5,x\nNew 2,0541234604,,\n'
  const settings = { campaignId, mode: 'createAndUpdate', columns: ['name', 'phone', 'value', 'source'] }
  const done = await take(owner, csv, settings)
  expect(done.counts).toEqual({ create: 2, update: 2, join: 0, left: 0 })
  expect((await leads.get(owner, kept._id)).body.lead).toMatchObject({ name: 'Kept 2', value: 700, source: 'manual' })
  await leads.change(owner, other._id, { name: 'Other 3' })
  const undone = await undo(owner, done.operationId)
  expect(undone.operation).toMatchObject({ done: 3, skipped: 1 })
  expect(undone.left).toEqual([{ leadId: other._id, name: 'Other 3', reason: 'changed_since' }])
  expect((await all(owner, campaignId)).map(({ name, value }) => [name, value])).toEqual([
    ['Kept', 100],
    ['Other 3', null],
  ])
  expect(await read(owner, done._id)).toMatchObject({ isUndone: true, canUndo: false })
  const again = await take(owner, csv, { ...settings, mode: 'update' })
  expect(again.counts).toEqual({ create: 0, update: 2, join: 0, left: 2 })
})

test('tells the team of new leads only where that is chosen', async () => {
  const { owner, member, campaignId } = await world()
  const settings = { campaignId, columns: ['name', 'phone'] }
  await take(owner, 'name,phone\nQuiet,0541234701\n', settings)
  await take(owner, 'name,phone\nLoud,0541234702\n', { ...settings, notifies: true })
  const admin = await member('Admin')
  await take(admin, 'name,phone\nLoud too,0541234703\n', { ...settings, notifies: true })
  const shown = await waitFor(async () => {
    const { body } = await it.send(notificationRoutes.list, owner, { query: {} })
    return JSON.stringify(body).includes('Loud too') ? body : undefined
  })
  expect(JSON.stringify(shown)).not.toContain('Quiet')
})

test('a Lead imports into their campaigns; partners who see masks, Writers and Readers do not', async () => {
  const { owner, member, campaign, campaignId } = await world()
  const second = await campaign()
  const lead = await member('Lead', [campaignId])
  const done = await take(lead, 'name,phone\nDana,0541234801\n', { campaignId, columns: ['name', 'phone'] })
  expect(done.counts.create).toBe(1)
  const { _id: id } = await accepted(lead, 'name,phone\nNoam,0541234802\n')
  expect(refusal(await set(lead, id, { campaignId: second, columns: ['name', 'phone'] })).code).toBe(
    'campaign_not_found',
  )
  expect((await it.send(leadImportRoutes.get, await member('Lead', [campaignId]), { params: { id } })).status).toBe(404)
  expect((await it.send(leadImportRoutes.list, owner, {})).body.imports).toHaveLength(2)
  for (const role of ['Affiliate', 'Writer', 'Reader'] as const)
    expect((await upload(await member(role, [campaignId]), 'name,phone\na,b\n')).status).toBe(403)
  const both = await member('Affiliate', { [campaignId]: 'Affiliate', [second]: 'Lead' })
  expect((await upload(both, 'name,phone\na,b\n')).status).toBe(200)
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } as never })
  it.deps.caches.endAll()
  expect((await upload(both, 'name,phone\na,b\n')).status).toBe(403)
})

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), 422, 'file_not_sheet'],
  ['a PDF', Buffer.from('%PDF-1.7\nx,y\n'), 422, 'file_not_sheet'],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 422, 'file_is_xls'],
  ['half a workbook', Buffer.from('PK\u0003\u0004half'), 422, 'file_broken'],
  ['titles alone', Buffer.from('name,phone\n\n'), 422, 'file_without_rows'],
  ['101 columns', Buffer.from(`${'a,'.repeat(100)}a\n1\n`), 422, 'file_too_many_columns'],
  ['26 MB', Buffer.alloc(26 * 1024 * 1024, 'a,b\n'), 413, 'file_too_large'],
])('%s is refused with a clear text', async (_, bytes, status, code) => {
  const { owner, db } = await world()
  const reply = refusal(await upload(owner, bytes))
  expect([reply.status, reply.code]).toEqual([status, code])
  expect(await db.selectFrom('lead_imports').select('id').execute()).toEqual([])
})

test('settings that do not fit the file are refused by name', async () => {
  const { owner, campaignId } = await world()
  const { _id: id } = await accepted(owner, 'name,phone\nDana,0541234901\n')
  const issues = async (body: object) =>
    refusal(await set(owner, id, { campaignId, columns: ['name', 'phone'], ...body })).issues
  expect(await issues({ columns: ['phone', 'phone'] })).toEqual({
    columns: 'Two columns hold the same field: “name” and “phone”',
  })
  expect(await issues({ columns: ['name', null] })).toEqual({ columns: 'A column must hold the phone or the email' })
  expect(await issues({ mode: 'update', key: 'email' })).toEqual({ key: 'No column holds what identifies the leads' })
  expect(Object.keys(await issues({ columns: ['name', 'fields.nothing'] }))).toEqual(['columns'])
  expect(refusal(await it.send(leadImportRoutes.run, owner, { params: { id } })).code).toBe('import_unset')
})

test('the same settings serve another file with these columns', async () => {
  const { owner, campaignId } = await world()
  const first = await take(owner, 'a,b\nDana,0541235001\n', { campaignId, columns: ['name', 'phone'] })
  const second = await accepted(owner, 'b,c,a\n0541235002,?,Noam\n', { settingsOf: first._id })
  expect(second.settings).toMatchObject({ campaignId, columns: ['phone', null, 'name'] })
})

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((value) => value.replace(/[\0\r\u2028\u2029]/g, ' ').trim())
  .filter((value) => value !== '' && value.isWellFormed())
const tricky = fc.oneof(
  text,
  fc.constantFrom(
    '=1+1',
    '0521234567',
    '007',
    "'=x",
    "''",
    '+972',
    '@SUM(A1)',
    'דנה "כהן"',
    'a;=b',
    'a,b',
    '👩‍👩‍👧',
    '- - -',
    'שורה\nשנייה',
    'a\n=b',
  ),
)
const oneLine = tricky.map((value) => value.replace(/\s+/g, ' ').trim()).filter(Boolean)
const aLead = fc.record({
  name: oneLine,
  tags: fc.uniqueArray(oneLine.map((tag) => tag.slice(0, 20).trim()).filter(Boolean), {
    maxLength: 3,
    selector: (tag) => tag.toLowerCase(),
  }),
  value: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  note: fc.option(tricky),
  rooms: fc.option(fc.integer({ min: -5, max: 50 })),
  paid: fc.option(fc.boolean()),
  kinds: fc.uniqueArray(fc.constantFrom('kitchen', 'bath'), { minLength: 1 }),
})

test.each(['csv', 'xlsx'] as const)('an exported %s file imports as the same leads', async (format) => {
  const { owner, campaign } = await world()
  const field = async (nameEn: string, type: string, more = {}) =>
    it.send(leadFieldRoutes.create, owner, { body: { nameHe: `ש ${nameEn}`, nameEn, type, ...more } as never })
  await field('Note', 'long_text')
  await field('Rooms', 'number')
  await field('Paid', 'yes_no')
  const options = ['Kitchen', 'Bath'].map((nameEn) => ({ nameEn, nameHe: `${nameEn} ש` }))
  expect((await field('Kinds', 'choices', { options })).status).toBe(201)
  const columns = ['name', 'phone', 'email', 'value', 'tags', 'status', 'source', 'date']
  const own = ['fields.note', 'fields.rooms', 'fields.paid', 'fields.kinds']
  let phone = 541_240_000
  await fc.assert(
    fc.asyncProperty(fc.array(aLead, { minLength: 1, maxLength: 8 }), async (given) => {
      const [from, into] = [await campaign(), await campaign()]
      for (const { name, tags, value, note, rooms, paid, kinds } of given) {
        const fields = {
          kinds,
          ...(note && { note }),
          ...(rooms !== null && { rooms }),
          ...(paid !== null && { paid }),
        }
        const stored = await leads.add(owner, {
          name: name.padEnd(2, 'x').slice(0, 50),
          phone: `0${phone++}`,
          campaignId: from,
          value,
          fields,
        })
        if (tags.length) await leads.change(owner, stored._id, { tags })
      }
      const body = { choice: { all: true, campaignId: [from] }, columns: [...columns, ...own], format }
      const { url } = (await it.send(leadExportRoutes.link, owner, { body: body as never })).body
      const file = (await it.app.inject({ url, headers: { host: 'localhost' } })).rawPayload
      const { columns: found } = await accepted(owner, file)
      expect(found.map(({ suggested }) => suggested)).toEqual(body.columns)
      await take(owner, file, { campaignId: into, columns: body.columns })
      const plain = (one: Awaited<ReturnType<typeof all>>) =>
        one
          .map(({ name, phone, email, value, tags, statusId, source, fields, date }) => ({
            ...{ name, phone, email, value, tags, statusId, source, fields },
            date: date.slice(0, 19),
          }))
          .sort((a, b) => (String(a.phone) < String(b.phone) ? -1 : 1))
      expect(plain(await all(owner, into))).toEqual(plain(await all(owner, from)))
    }),
    { numRuns: 6 },
  )
})

test('an erased person is in no file that was imported, and in no undo', async () => {
  const { owner, campaignId, db, businessId } = await world()
  const csv = 'name,phone\nErased Person,054-123-5101\nOther,0541235102\n'
  await take(owner, csv, { campaignId, columns: ['name', 'phone'] })
  const [lead] = (await all(owner, campaignId)).filter(({ name }) => name === 'Erased Person')
  await it.deps.workerDb
    .transaction()
    .execute((tx) => eraseImportedRows(tx, businessId, { leadIds: [lead?._id ?? ''], matchTexts: ['541235101'] }))
  const kept = JSON.stringify(await db.selectFrom('lead_import_pieces').select('rows').execute())
  expect(kept).not.toContain('Erased')
  expect(kept).toContain('0541235102')
})
