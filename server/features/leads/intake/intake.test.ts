import { describe, expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { withClient } from '../../../platform/db/connections.ts'
import { newId } from '../../../platform/ids.ts'
import { testApp } from '../../../testing/test-app.ts'
import { nextPhone, refusal, testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'

// Ten seconds into a minute, because limits count per minute.
const clock = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 10_000)
const it = await testApp({ now: () => clock })
const { app, newBusiness, send, urls } = it
const { take, add, page, get, remove } = testLeads(it)

const withKey = async () => {
  const business = await newBusiness()
  return { ...business, key: await business.apiKey(), owner: await business.member('Owner') }
}
const enquiriesOf = async (as: Parameters<typeof get>[0], id: string) => (await get(as, id)).body.lead.enquiries

describe('new or repeated', () => {
  test('201 the first time, 200 the second, and one lead with two enquiries', async () => {
    const { campaignId, statusIds, key, owner } = await withKey()
    const body = { name: 'דנה לוי', phone: '072-444-0001', email: 'Dana@Example.test', campaignId, message: 'First' }
    const first = await take(key, body)
    expect(first).toMatchObject({ status: 201, body: { success: true, duplicate: false } })
    expect(first.body.lead).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'דנה לוי',
      phone: '+972724440001',
      email: 'dana@example.test',
      campaignId,
      campaignName: 'Kitchens',
      statusId: statusIds.new,
      status: 'New',
      source: 'api',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      assignedTo: null,
      value: null,
      tags: [],
      fields: {},
      utm: {},
      lastActivityAt: first.body.lead.date,
      firstResponseAt: null,
      responseDueAt: null,
      responseMinutes: null,
      isDuplicate: false,
      doNotCall: false,
      meetingStatus: 'No meeting',
      isRead: false,
      deletedAt: null,
    })
    const second = await take(key, { ...body, message: 'Second' })
    expect(second).toMatchObject({
      status: 200,
      body: { success: true, duplicate: true, lead: { _id: first.body.lead._id } },
    })
    expect((await page(owner)).body.pagination.total).toBe(1)
    const enquiries = await enquiriesOf(owner, first.body.lead._id)
    expect(enquiries.map(({ message }) => message)).toEqual(['First', 'Second'])
  })

  test('the phone takes precedence over the e-mail', async () => {
    const { campaignId, key } = await withKey()
    const [phone, email] = [nextPhone(), 'both@example.test']
    const byPhone = await add(key, { phone, campaignId })
    const byEmail = await add(key, { email, campaignId })
    expect((await take(key, { phone, email, campaignId })).body.lead._id).toBe(byPhone._id)
    expect((await take(key, { phone: nextPhone(), email, campaignId })).body).toMatchObject({
      duplicate: true,
      lead: { _id: byEmail._id },
    })
    expect((await take(key, { email: 'BOTH@example.test ', campaignId })).body.lead._id).toBe(byEmail._id)
  })

  test('a contact has a separate lead in each campaign', async () => {
    const { campaignId, campaign, key } = await withKey()
    const phone = nextPhone()
    await add(key, { phone, campaignId })
    expect((await take(key, { phone, campaignId: await campaign() })).status).toBe(201)
  })

  test('a lead in the trash is not repeated; a new one is created', async () => {
    const { campaignId, key, owner } = await withKey()
    for (const contact of [{ phone: nextPhone() }, { email: 'gone@example.test' }]) {
      const gone = await add(key, { ...contact, campaignId })
      await remove(owner, [gone._id])
      const again = await take(key, { ...contact, campaignId })
      expect(again.status).toBe(201)
      expect(again.body.lead._id).not.toBe(gone._id)
    }
  })

  test.each([
    ['a broken constraint', `name <> 'Refused'`],
    ['a value that cannot be computed', `1 / case name when 'Refused' then 0 else 1 end = 1`],
  ])(
    'a lead that PostgreSQL refuses for %s does not reject the rest of its batch, and no lead is stored twice',
    async (_, check) => {
      const { campaignId, key, owner } = await withKey()
      const planted = (statement: string) => withClient(urls.adminUrl, (client) => client.query(statement))
      await planted(`alter table leads add constraint planted check (${check}) not valid`)
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          take(key, { name: i === 11 ? 'Refused' : `Lead ${i}`, phone: nextPhone(), campaignId }),
        ),
      ).finally(() => planted('alter table leads drop constraint planted'))
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, (_, i) => (i === 11 ? 500 : 201)))
      const { leads } = (await page(owner, { limit: 50 })).body
      expect(leads).toHaveLength(19)
      expect(new Set(leads.map(({ name }) => name)).size).toBe(19)
      const enquiries = await Promise.all(leads.map(({ _id }) => enquiriesOf(owner, _id)))
      expect(enquiries.every(({ length }) => length === 1)).toBe(true)
    },
  )

  test('of 20 simultaneous sends of one phone, written in every way, exactly one is 201', async () => {
    const { campaignId, key, owner } = await withKey()
    const ways = ['072-444-0777', '+972 72 444 0777', '(072) 4440777', '00972724440777', '\u200e+972-72-4440777\u202c']
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => take(key, { phone: ways[i % ways.length], campaignId })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(19)
    const { leads } = (await page(owner)).body
    expect(leads.map(({ phone }) => phone)).toEqual(['+972724440777'])
    expect(await enquiriesOf(owner, leads[0]?._id as string)).toHaveLength(20)
  })

  test('of 20 simultaneous sends of one e-mail exactly one is 201', async () => {
    const { campaignId, key } = await withKey()
    const ways = ['one@example.test', ' ONE@example.test', 'One@Example.Test ']
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => take(key, { email: ways[i % 3], campaignId })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
  })

  test('of 20 simultaneous sends of one phone in separate transactions exactly one is 201', async () => {
    const { campaignId, key, owner } = await withKey()
    const body = { phone: nextPhone(), campaignId }
    // Each request has its own Idempotency-Key and therefore its own transaction, like requests to different servers.
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => take(key, body, { 'idempotency-key': `alone ${i}` })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect((await page(owner)).body.pagination.total).toBe(1)
  })

  test('concurrent leads with crossed phones and e-mails do not deadlock', async () => {
    const { campaignId, key, owner } = await withKey()
    const [phones, emails] = [
      [nextPhone(), nextPhone()],
      ['x@example.test', 'y@example.test'],
    ]
    const all = Array.from({ length: 60 }, (_, i) => ({
      phone: phones[i % 2],
      email: emails[(i >> 1) % 2],
      campaignId,
    }))
    const replies = await Promise.all(all.map((body) => take(key, body)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]))
    const made = replies.filter(({ status }) => status === 201)
    expect((await page(owner)).body.pagination.total).toBe(made.length)
    const stored = made.map(({ body }) => body.lead.phone)
    expect(new Set(stored).size).toBe(stored.length)
  })
})

describe('Idempotency-Key', () => {
  const sent = { name: 'Dana', phone: '+972724440900' }

  test('the same key and body get the same status and body; nothing is stored twice', async () => {
    const { campaignId, key, owner } = await withKey()
    const headers = { 'idempotency-key': 'a' }
    const first = await take(key, { ...sent, campaignId }, headers)
    const second = await take(key, { ...sent, campaignId }, headers)
    expect(first.status).toBe(201)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(await enquiriesOf(owner, first.body.lead._id)).toHaveLength(1)
    // Idempotency keys are separate for each API key.
    expect((await take(owner, { ...sent, campaignId }, headers)).status).toBe(200)
    expect((await take(key, { ...sent, campaignId }, { 'idempotency-key': 'b' })).status).toBe(200)
  })

  test('another body under the same key is 422', async () => {
    const { campaignId, key, owner } = await withKey()
    const headers = { 'idempotency-key': 'a' }
    await take(key, { ...sent, campaignId }, headers)
    const other = await take(key, { ...sent, name: 'Noa', campaignId }, headers)
    expect(refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect((await page(owner)).body.pagination.total).toBe(1)
  })

  test('a refused request is not stored', async () => {
    const { campaignId, key } = await withKey()
    const headers = { 'idempotency-key': 'a' }
    expect((await take(key, { ...sent, campaignId, statusId: newId() }, headers)).status).toBe(422)
    expect((await take(key, { ...sent, campaignId }, headers)).status).toBe(201)
  })

  test('while the first is in progress the second is 409 with Retry-After', async () => {
    const { campaignId, key } = await withKey()
    const headers = { 'idempotency-key': 'a' }
    const send1 = () => take(key, { ...sent, campaignId }, headers)
    const first = await withClient(urls.adminUrl, async (client) => {
      await client.query('begin; lock table lead_enquiries in access exclusive mode')
      const running = send1()
      await waitFor(async () => {
        // Only this lock mode is counted, because autovacuum may wait for the table in another mode.
        const { rows } = await client.query(
          "select from pg_locks where relation = 'lead_enquiries'::regclass and mode = 'RowExclusiveLock' and not granted",
        )
        return rows.length
      })
      const second = await send1()
      expect(refusal(second)).toMatchObject({ status: 409, code: 'request_running' })
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
      await client.query('rollback')
      return running
    })
    expect(first.status).toBe(201)
    expect((await send1()).body).toEqual(first.body)
  })
})

describe('what may be sent', () => {
  test('names up to 200 characters, or none', async () => {
    const { campaignId, key } = await withKey()
    const long = 'ש'.repeat(200)
    expect((await add(key, { name: long, campaignId })).name).toBe(long)
    expect((await add(key, { name: '', campaignId })).name).toBe('')
    expect((await take(key, { phone: nextPhone(), campaignId })).body.lead.name).toBe('')
    const tooLong = await take(key, { name: `${long}ש`, phone: nextPhone(), campaignId })
    expect(refusal(tooLong)).toMatchObject({ status: 422, issues: { name: 'Maximum 200 characters allowed' } })
  })

  test('a phone or an e-mail is required', async () => {
    const { campaignId, key } = await withKey()
    for (const body of [{}, { phone: '', email: '' }, { name: 'Dana' }])
      expect(refusal(await take(key, { ...body, campaignId }))).toMatchObject({ status: 422, code: 'invalid_input' })
    expect((await take(key, { phone: '', email: 'only@example.test', campaignId })).body.lead).toMatchObject({
      phone: null,
      email: 'only@example.test',
    })
    expect((await take(key, { phone: '072-444-0002', email: '', campaignId })).body.lead).toMatchObject({
      phone: '+972724440002',
      email: null,
    })
  })

  test('an invalid phone and an invalid e-mail are named', async () => {
    const { campaignId, key } = await withKey()
    const issues = async (body: object) => refusal(await take(key, { campaignId, ...body })).issues
    for (const phone of ['12', 'call me', '+999 1', '072444000100000000'])
      expect(await issues({ phone })).toEqual({ phone: 'Invalid phone number' })
    for (const email of ['dana', 'dana@', '@example.test', 'a b@example.test'])
      expect(await issues({ email })).toEqual({ email: 'Invalid email address' })
  })

  test('numbers in use that look unassigned are accepted', async () => {
    const { campaignId, key } = await withKey()
    // libphonenumber's isValid() would refuse this number.
    expect((await take(key, { phone: '0541234567', campaignId })).body.lead.phone).toBe('+972541234567')
    expect((await take(key, { phone: '+1 (415) 555-2671', campaignId })).body.lead.phone).toBe('+14155552671')
  })

  test('a web form is parsed like JSON, with flat UTM and click ids, and its body is stored', async () => {
    const { campaignId, key, owner } = await withKey()
    const form = new URLSearchParams({
      name: 'רון כהן',
      phone: '072-444-0003',
      campaignId,
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'מטבחים',
      utm_content: 'ad 1',
      utm_term: 'kitchen',
      gclid: 'abc123',
      fbclid: 'fb1',
      landingPage: 'https://example.test/kitchens',
      referrer: 'https://google.test/',
      message: 'שלום',
    }).toString()
    const reply = await app.inject({
      method: 'POST',
      url: '/api/lead/',
      headers: { ...key, 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    })
    expect(reply.statusCode).toBe(201)
    const { _id, source } = reply.json().lead
    expect(source).toBe('google_ads')
    expect(await enquiriesOf(owner, _id)).toEqual([
      {
        _id: expect.any(String),
        at: expect.any(String),
        source: 'google_ads',
        message: 'שלום',
        utm: { source: 'google', medium: 'cpc', campaign: 'מטבחים', content: 'ad 1', term: 'kitchen' },
        clickIds: { gclid: 'abc123', fbclid: 'fb1' },
        landingPage: 'https://example.test/kitchens',
        referrer: 'https://google.test/',
        raw: form,
        contentType: 'application/x-www-form-urlencoded',
        keyName: 'Test key',
        formName: null,
        answers: [],
        consent: null,
        whilePaused: false,
      },
    ])
  })

  test('the JSON body is stored unchanged, with unknown fields', async () => {
    const { campaignId, key, owner } = await withKey()
    const payload = `{ "phone": "${nextPhone()}",  "campaignId":"${campaignId}", "utm": {"source":"bing"}, "msclkid": "m1", "roof": "tiles" }`
    const reply = await app.inject({
      method: 'POST',
      url: '/api/lead',
      headers: { ...key, 'content-type': 'application/json' },
      payload,
    })
    const [enquiry] = await enquiriesOf(owner, reply.json().lead._id)
    expect(enquiry).toMatchObject({
      raw: payload,
      contentType: 'application/json',
      utm: { source: 'bing' },
      clickIds: { msclkid: 'm1' },
    })
  })

  test.each([
    [{ source: 'Radio', utm_source: 'google' }, 'Radio'],
    [{ utm_source: 'Google' }, 'google_ads'],
    [{ utm: { source: 'facebook' } }, 'meta'],
    [{ utm_source: 'instagram' }, 'meta'],
    [{ gclid: 'x' }, 'google_ads'],
    [{ gbraid: 'x' }, 'google_ads'],
    [{ wbraid: 'x' }, 'google_ads'],
    [{ fbclid: 'x' }, 'meta'],
    [{ utm_source: 'newsletter' }, 'api'],
    [{}, 'api'],
  ])('%j comes from %s', async (given, source) => {
    const { campaignId, key } = await withKey()
    expect((await add(key, { ...given, campaignId })).source).toBe(source)
  })

  test('a status and a value may be given; a status of another business is refused', async () => {
    const { campaignId, statusIds, key } = await withKey()
    expect(await add(key, { campaignId, statusId: statusIds.won, value: 250_000 })).toMatchObject({
      status: 'Won',
      value: 250_000,
    })
    const { statusIds: foreign } = await newBusiness()
    expect(refusal(await take(key, { phone: nextPhone(), campaignId, statusId: foreign.new }))).toMatchObject({
      status: 422,
      issues: { statusId: 'This status was not found' },
    })
  })

  test("only users may send duplicate: 'create'", async () => {
    const { campaignId, key } = await withKey()
    expect(refusal(await take(key, { phone: nextPhone(), campaignId, duplicate: 'create' }))).toMatchObject({
      status: 422,
      issues: { duplicate: 'API keys cannot do this' },
    })
  })
})

describe('the campaign', () => {
  test('a paused campaign accepts leads and marks them', async () => {
    const { campaign, key, owner } = await withKey()
    const campaignId = await campaign({ is_enabled: false })
    const lead = await add(key, { campaignId })
    expect((await enquiriesOf(owner, lead._id)).map(({ whilePaused }) => whilePaused)).toEqual([true])
  })

  test('a deleted campaign, one of another business and an unknown one are 404', async () => {
    const { campaign, key, db } = await withKey()
    const gone = await campaign()
    await db.updateTable('campaigns').set({ deleted_at: clock.toISOString() }).where('id', '=', gone).execute()
    const { campaignId: foreign } = await newBusiness()
    for (const campaignId of [gone, foreign, newId()])
      expect(refusal(await take(key, { phone: nextPhone(), campaignId }))).toMatchObject({
        status: 404,
        code: 'campaign_not_found',
      })
  })

  test('a key of some campaigns reaches no other; a key of one need not name it', async () => {
    const { campaignId, campaign, apiKey } = await newBusiness()
    const other = await campaign()
    const bound = await apiKey(['leads:write'], [campaignId])
    expect((await take(bound, { phone: nextPhone() })).body.lead.campaignId).toBe(campaignId)
    expect((await take(bound, { phone: nextPhone(), campaignId: other })).status).toBe(404)
    for (const several of [await apiKey(['leads:write'], [campaignId, other]), await apiKey()]) {
      const reply = await take(several, { phone: nextPhone() })
      expect(refusal(reply)).toMatchObject({ status: 422, issues: { campaignId: 'Please select campaign' } })
    }
  })

  test('ids are case-insensitive', async () => {
    const { campaignId, apiKey, statusIds, owner } = await withKey()
    const bound = await apiKey(['leads:write'], [campaignId])
    const lead = await add(bound, { campaignId: campaignId.toUpperCase(), statusId: statusIds.won.toUpperCase() })
    expect(lead).toMatchObject({ campaignId, statusId: statusIds.won })
    const asked = { campaignId: campaignId.toUpperCase() }
    expect((await page(owner, asked)).body).toMatchObject({ leads: [{ _id: lead._id }], pagination: { total: 1 } })
  })
})

describe('the key', () => {
  const disable = { is_active: false }

  test("a disabled one is 401 'Key is not active'", async () => {
    const { campaignId, key, db } = await withKey()
    await db.updateTable('api_keys').set(disable).where('id', '=', key.keyId).execute()
    it.deps.caches.endAll()
    const reply = await take(key, { phone: nextPhone(), campaignId })
    expect(refusal(reply)).toMatchObject({ status: 401, code: 'key_not_active', message: 'Key is not active' })
  })

  test('without the scope it is 403', async () => {
    const { campaignId, apiKey } = await newBusiness()
    const [reader, writer] = [await apiKey(['leads:read']), await apiKey(['leads:write'])]
    expect((await take(reader, { phone: nextPhone(), campaignId })).status).toBe(403)
    expect((await page(writer)).status).toBe(403)
    expect((await page(reader)).status).toBe(200)
  })

  test('an unknown one is 401, and another business is 404', async () => {
    const { businessId, campaignId, key } = await withKey()
    const { businessId: other } = await newBusiness()
    const body = { phone: nextPhone(), campaignId }
    expect(refusal(await take({ authorization: 'Bearer lk_live_00000000_unknown' }, body))).toMatchObject({
      status: 401,
      code: 'api_key_unknown',
    })
    expect(refusal(await take({ ...key, 'x-business-id': other }, body))).toMatchObject({
      status: 404,
      code: 'business_not_found',
    })
    expect((await take({ ...key, 'x-business-id': businessId }, body)).status).toBe(201)
  })

  test('requests above its limit are 429 with Retry-After; 0 means no limit', async () => {
    const { campaignId, key, db, owner } = await withKey()
    await db.updateTable('api_keys').set({ rate_per_minute: 2 }).where('id', '=', key.keyId).execute()
    it.deps.caches.endAll()
    const reply = () => take(key, { phone: nextPhone(), campaignId })
    const [first, second, third] = [await reply(), await reply(), await reply()]
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': '50',
    })
    expect(second.status).toBe(201)
    expect(refusal(third)).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(third.headers['retry-after']).toBe('50')
    expect((await page(owner)).body.pagination.total).toBe(2)
    const free = await send(leadRoutes.create, key, { body: { phone: '072-444-0009', campaignId } })
    expect(free.status).toBe(429)
  })
})
