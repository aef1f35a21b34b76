import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import { leadExportRoutes } from '#contract/leads/sheets/lead-export.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'

let now = Date.now()
const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)

async function world() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner') }
}
type As = Awaited<ReturnType<typeof world>>['owner']
const ALL = { all: true as const }
const ask = (as: As, body: object, headers = {}) =>
  it.send(
    leadExportRoutes.link,
    as,
    { body: { choice: ALL, columns: ['name'], format: 'csv', ...body } as never },
    headers,
  )
const link = async (as: As, body = {}, headers = {}) => {
  const reply = await ask(as, body, headers)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const fetchFile = (url: string) => it.app.inject({ url, headers: { host: 'localhost' } })
const lines = async (as: As, body = {}) => {
  const { url, leads: count } = await link(as, body)
  const rows = (await fetchFile(url)).body.split('\r\n').slice(1, -1)
  expect(rows).toHaveLength(count)
  return rows
}
const allow = async (
  { db, deps = it.deps }: { db: Awaited<ReturnType<typeof world>>['db']; deps?: typeof it.deps },
  as: As,
  where: string[],
) => {
  const own = db.updateTable('campaign_members').where('user_id', '=', as.userId)
  await own.set({ exports_leads: false }).execute()
  if (where.length) await own.set({ exports_leads: true }).where('campaign_id', 'in', where).execute()
  deps.caches.endAll()
}

test('a file of leads as people read them, in the chosen columns and without formulas', async () => {
  const { owner, campaignId } = await world()
  const field = { nameHe: 'חדרים', nameEn: 'Rooms', type: 'number' as const }
  expect((await it.send(leadFieldRoutes.create, owner, { body: field as never })).status).toBe(201)
  const lead = await leads.add(owner, {
    name: '=HYPERLINK("x")',
    phone: '0541234567',
    email: 'dana@alon.example',
    campaignId,
    source: 'meta',
    value: 123_450,
    fields: { rooms: 4 },
  })
  await leads.change(owner, lead._id, { tags: ['חם', 'a, b'] })
  const columns = ['name', 'phone', 'email', 'status', 'campaign', 'source', 'value', 'tags', 'fields.rooms', 'id']
  const { url, leads: count } = await link(owner, { columns })
  const reply = await fetchFile(url)
  expect([count, reply.statusCode, reply.headers['content-type']]).toEqual([1, 200, 'text/csv; charset=utf-8'])
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/)
  expect(reply.body).toBe(
    [
      '\ufeffName,Phone,Email,Status,Campaign,Source,Value,Tags,Rooms,Lead ID',
      `"'=HYPERLINK(""x"")",054-123-4567,dana@alon.example,New,Kitchens,meta,1234.5,"חם\na, b\n",4,${lead._id}`,
      '',
    ].join('\r\n'),
  )
  const hebrew = await fetchFile((await link(owner, { columns: ['name', 'id'] }, { 'accept-language': 'he' })).url)
  expect(hebrew.body).toMatch(/^\ufeffשם,מזהה ליד/)
})

test('a workbook is a right-to-left sheet in Hebrew, with dates and numbers as such', async () => {
  const { owner, campaignId } = await world()
  await leads.add(owner, { name: '=1+1 <דנה> & "לוי"', campaignId, value: 500 })
  const body = { columns: ['name', 'value', 'date'], format: 'xlsx' }
  const sheetOf = async (language: string) => {
    const reply = await fetchFile((await link(owner, body, { 'accept-language': language })).url)
    expect(reply.headers['content-type']).toMatch(/spreadsheetml/)
    const bytes = reply.rawPayload
    const at = bytes.lastIndexOf('xl/worksheets/sheet1.xml', bytes.lastIndexOf('PK\u0007\b', bytes.length - 400))
    return inflateRawSync(bytes.subarray(at + 'xl/worksheets/sheet1.xml'.length)).toString()
  }
  const hebrew = await sheetOf('he')
  expect(hebrew).toContain('rightToLeft="1"')
  expect(hebrew).toContain('=1+1 &lt;דנה&gt; &amp; &quot;לוי&quot;</t>')
  expect(hebrew).toContain('<c r="B2"><v>5</v></c>')
  expect(hebrew).toMatch(/<c r="C2" s="2"><v>\d{5}\.\d+<\/v><\/c>/)
  expect(await sheetOf('en')).not.toContain('rightToLeft')
})

test('has exactly what the list has: conditions, search, trash and selection', async () => {
  const { owner, campaignId, campaign, db, businessId, statusIds } = await world()
  const second = await campaign({ name: 'Baths' })
  for (let i = 0; i < 12; i++)
    await leads.add(owner, {
      name: `Dana ${i}`,
      campaignId: i % 3 ? campaignId : second,
      source: i % 2 ? 'meta' : 'api',
    })
  const gone = await leads.add(owner, { name: 'Gone', campaignId })
  await leads.remove(owner, [gone._id])
  const asked = [
    {},
    { campaignId: [second] },
    { filters: { source: ['meta'] } },
    { filters: { trash: true } },
    { search: 'Dana' },
    { filters: { where: { all: [{ field: 'name', op: 'contains', value: '1' }] } } },
    { search: 'zz' },
  ]
  for (const choice of asked) {
    const { campaignId: ids, ...rest } = choice as { campaignId?: string[] }
    const listed = await leads.names(owner, { ...rest, ...(ids && { campaignId: ids.join(',') }) })
    expect((await lines(owner, { choice: { ...ALL, ...choice } })).sort(), JSON.stringify(choice)).toEqual(listed)
  }
  const [one, two] = (await leads.page(owner)).body.leads
  expect(await lines(owner, { choice: { leadIds: [two?._id, one?._id] } })).toEqual(['Dana 11', 'Dana 10'])
  expect(await lines(owner, { choice: { ...ALL, except: [one?._id] } })).toHaveLength(11)
  const many = Array.from({ length: 4_500 }, (_, i) => ({
    business_id: businessId,
    id: crypto.randomUUID(),
    campaign_id: campaignId,
    status_id: statusIds.new,
    name: `Lead ${i}`,
    phone: `+97254${String(i).padStart(7, '0')}`,
    source: 'api',
    created_at: new Date(Date.parse('2026-03-01T10:00:00Z') + Math.floor(i / 700)).toISOString(),
  }))
  await db.insertInto('leads').values(many).execute()
  const all = await lines(owner, { choice: { ...ALL, filters: { to: '2026-03-01' } } })
  expect(new Set(all).size).toBe(4_500)
})

test('Owner and Admin export; Affiliate and Lead where it is granted, and not while contacts are masked', async () => {
  const own = await world()
  const { owner, member, campaign, campaignId } = own
  const second = await campaign({ name: 'Baths' })
  await leads.add(owner, { name: 'Kitchen', campaignId })
  await leads.add(owner, { name: 'Bath', campaignId: second })
  expect(await lines(await member('Admin'))).toHaveLength(2)
  const status = async (as: As, choice = {}) => (await ask(as, { choice: { ...ALL, ...choice } })).status
  const offered = async (as: As) =>
    (await it.send(campaignRoutes.names, as, {})).body.campaigns.filter((one) => one.exportsLeads).map(({ _id }) => _id)
  for (const role of ['Affiliate', 'Lead'] as const) {
    const person = await member(role, [campaignId, second])
    expect([await status(person), await offered(person)]).toEqual([403, []])
    await allow(own, person, [second])
    expect([await lines(person), await offered(person)]).toEqual([['Bath'], [second]])
    expect(await status(person, { campaignId: [campaignId, second] })).toBe(403)
  }
  const writer = await member('Writer', [campaignId])
  await allow(own, writer, [campaignId])
  expect(await status(writer)).toBe(403)
  const partner = await member('Affiliate', [campaignId])
  await allow(own, partner, [campaignId])
  const { url } = await link(partner)
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } as never })
  it.deps.caches.endAll()
  expect([await status(partner), (await fetchFile(url)).statusCode]).toEqual([403, 404])
})

test('the grant is given with the roles, only to Affiliates and Leads, and logged', async () => {
  const { owner, member, campaignId } = await world()
  const person = await member('Lead', [campaignId])
  const give = (role: 'Lead' | 'Writer') =>
    it.send(teamRoutes.change, owner, {
      params: { id: person.userId },
      body: { role, campaigns: [{ campaignId, role, hearsCalls: false, exportsCalls: false, exportsLeads: true }] },
    })
  expect((await give('Lead')).body.user.campaigns[0]).toMatchObject({ exportsLeads: true })
  it.deps.caches.endAll()
  expect((await ask(person, {})).status).toBe(200)
  expect((await give('Writer')).body.user.campaigns[0]).toMatchObject({ exportsLeads: false })
})

test('the address is for one person and a while; the download is logged with its number of leads', async () => {
  const { owner, member, campaignId } = await world()
  await leads.add(owner, { campaignId })
  const { url } = await link(owner)
  expect((await fetchFile(url)).statusCode).toBe(200)
  expect((await fetchFile(url.replace(/s=.{8}/, 's=AAAAAAAA'))).statusCode).toBe(404)
  const [logged] = (await it.send(auditRoutes.list, owner, { query: { action: 'leads.exported' } as never })).body.rows
  expect(logged).toMatchObject({ event: 'leads.exported', by: { _id: owner.userId } })
  expect(JSON.stringify(logged?.details)).toContain('1')
  const other = await member('Owner')
  expect(refusal(await ask(other, { columns: ['name', 'name'] })).status).toBe(422)
  expect(refusal(await ask(other, { columns: ['password'] })).status).toBe(422)
  now += 601_000
  const reply = await fetchFile(url)
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'link_expired'])
})
