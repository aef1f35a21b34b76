import { expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testCalls } from '../../../testing/test-calls.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'

let now = Date.now()
const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  return { ...business, owner, ...(await testCalls(it, business)) }
}
type As = Awaited<ReturnType<typeof world>>['owner']
const link = async (as: As, body = {}, headers = {}) => {
  const reply = await it.send(callRoutes.exportLink, as, { body }, headers)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.url
}
const fetchFile = (url: string) => it.app.inject({ url, headers: { host: 'localhost' } })
const lines = async (as: As, body = {}) => (await fetchFile(await link(as, body))).body.split('\r\n').slice(1, -1)

test('a file of the calls of a list, as spreadsheets read it, without formulas', async () => {
  const { owner, campaignId, call, number } = await world()
  const lead = await leads.add(owner, { name: '=HYPERLINK("x")', campaignId, source: 'call' })
  await call({ lead_id: lead._id, caller: '+972541234567', started_at: '2026-07-01T21:30:05Z', is_first_time: true })
  await call({ caller: null, status: 'Busy', started_at: '2026-01-01T21:30:00Z', talk_s: 0 })
  const reply = await fetchFile(await link(owner))
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="calls-\d{4}-\d\d-\d\d\.csv"$/)
  expect(reply.body).toBe(
    [
      '\ufeffTime,Direction,Status,Caller,Lead,Source,Tags,Campaign,Virtual number,Label,Answered by,"Waited, seconds","Talked, seconds",First call,Recording',
      `2026-07-02 00:30:05,Incoming,Answered,'+972541234567,"'=HYPERLINK(""x"")",call,,Kitchens,'${number.phone},Radio,,6,42,Yes,No`,
      `2026-01-01 23:30:00,Incoming,Busy,Hidden number,,,,Kitchens,'${number.phone},Radio,,6,0,No,No`,
      '',
    ].join('\r\n'),
  )
  const hebrew = await fetchFile(await link(owner, {}, { 'accept-language': 'he' }))
  expect(hebrew.body).toMatch(/^\ufeffמועד,כיוון,סטטוס/)
})

test.each([
  ['2026-11-20T21:59:59Z', '2026-11-20'],
  ['2026-11-20T22:00:00Z', '2026-11-21'],
  ['2026-07-31T20:59:59Z', '2026-07-31'],
  ['2026-07-31T21:30:00Z', '2026-08-01'],
])('the file of %s is named by the day in Israel, %s', async (at, day) => {
  const before = now
  now = Date.parse(at)
  try {
    const { owner } = await world()
    const { headers } = await fetchFile(await link(owner))
    expect(headers['content-disposition']).toBe(`attachment; filename="calls-${day}.csv"`)
  } finally {
    now = before
  }
})

test('filters and searches as the list does, in pieces that leave nothing out', async () => {
  const { owner, campaign, campaignId, call, businessId, db, connectionId } = await world()
  const other = await campaign({ name: 'Baths' })
  const dana = await leads.add(owner, { name: 'Dana Levi', campaignId })
  await call({ caller: '+972541234501', lead_id: dana._id })
  await call({ caller: '+972541234502', campaign_id: other, status: 'Busy' })
  expect(await lines(owner)).toHaveLength(2)
  expect(await lines(owner, { filters: { status: ['Busy'] } })).toHaveLength(1)
  expect(await lines(owner, { campaignId: [other] })).toHaveLength(1)
  expect(await lines(owner, { search: 'Dana' })).toHaveLength(1)
  expect(await lines(owner, { search: '054-123-4502' })).toHaveLength(1)
  expect(await lines(owner, { search: 'zz' })).toHaveLength(0)
  const many = Array.from({ length: 2_500 }, (_, i) => ({
    business_id: businessId,
    id: crypto.randomUUID(),
    connection_id: connectionId,
    provider_sid: `CA${i}`,
    campaign_id: i % 2 ? campaignId : other,
    caller: `+97254${String(i).padStart(7, '0')}`,
    called: '+97231234567',
    state: 'ended',
    status: 'Answered',
    // Many calls share a start time, so that batches end among them.
    started_at: new Date(Date.parse('2026-03-01T10:00:00Z') + Math.floor(i / 700) * 1_000).toISOString(),
  }))
  await db.insertInto('calls').values(many).execute()
  const all = await lines(owner, { filters: { from: '2026-03-01', to: '2026-03-01' } })
  expect(all).toHaveLength(2_500)
  expect(new Set(all.map((line) => line.split(',')[3])).size).toBe(2_500)
  expect(await lines(owner, { campaignId: [campaignId, other], filters: { to: '2026-03-01' } })).toHaveLength(2_500)
  expect(await lines(owner, { search: '972540' })).toHaveLength(2_500)
})

test('the address is for one person and a while', async () => {
  const { owner, db, member, campaignId, call, letHear } = await world()
  await call()
  const writer = await member('Writer', [campaignId])
  expect(refusal(await it.send(callRoutes.exportLink, writer, { body: {} })).status).toBe(403)
  await letHear(writer, [campaignId])
  const url = await link(writer)
  expect((await fetchFile(url)).statusCode).toBe(200)
  expect((await fetchFile(url.replace(/s=.{8}/, 's=AAAAAAAA'))).statusCode).toBe(404)
  const [text] = /(?<=q=)[^&]+/.exec(url) ?? ['']
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString()), userId: owner.userId }),
  ).toString('base64url')
  expect((await fetchFile(url.replace(text, forged))).statusCode).toBe(404)
  expect((await fetchFile('/api/call/export')).statusCode).toBe(404)

  await db.updateTable('campaign_members').set({ hears_calls: false }).where('user_id', '=', writer.userId).execute()
  it.deps.caches.endAll()
  expect((await fetchFile(url)).statusCode).toBe(404)
  const late = await link(owner)
  now += 301_000
  const reply = await fetchFile(late)
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'link_expired'])
})

test('hearing calls is not having them as a file: that is granted campaign by campaign', async () => {
  const { owner, db, member, campaign, campaignId, call, letHear } = await world()
  const other = await campaign({ name: 'Baths' })
  await call({ caller: '+972541234501' })
  await call({ caller: '+972541234502', campaign_id: other })
  const writer = await member('Writer', [campaignId, other])
  await letHear(writer, [campaignId, other])
  const grant = async (where: string[]) => {
    const own = db.updateTable('campaign_members').where('user_id', '=', writer.userId)
    await own.set({ exports_calls: false }).execute()
    if (where.length) await own.set({ exports_calls: true }).where('campaign_id', 'in', where).execute()
    it.deps.caches.endAll()
  }
  const asked = async (as: As, body = {}) => refusal(await it.send(callRoutes.exportLink, as, { body })).status
  const offered = async (as: As, query = {}) => (await it.send(callRoutes.summary, as, { query })).body.canExport
  await grant([])
  expect([await asked(writer), await offered(writer)]).toEqual([403, false])
  await grant([other])
  const url = await link(writer)
  expect((await fetchFile(url)).body).toMatch(/4502/)
  expect((await fetchFile(url)).body).not.toMatch(/4501/)
  expect(await asked(writer, { campaignId: [campaignId] })).toBe(403)
  expect(await asked(writer, { campaignId: [other] })).toBe(200)
  expect([await offered(writer), await offered(writer, { campaignId }), await offered(owner)]).toEqual([
    true,
    false,
    true,
  ])
  await grant([])
  expect((await fetchFile(url)).statusCode).toBe(404)
  // Rights of the role need no grant.
  expect(await lines(owner)).toHaveLength(2)
  const admin = await member('Admin')
  await letHear(admin, 'everywhere')
  expect(await lines(admin)).toHaveLength(2)
})
