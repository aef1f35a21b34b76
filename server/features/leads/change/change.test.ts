import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { type LeadChanges, leadRoutes } from '#contract/leads/leads.ts'
import { withClient } from '../../../platform/db/connections.ts'
import { newId } from '../../../platform/ids.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { leadState } from '../lead-fields.sql.ts'

const it = await testApp()
const { newBusiness, send, urls } = it
const { add, page, get, change, comment, names, remove } = testLeads(it)

async function withLead(body: object = {}) {
  const business = await newBusiness()
  const [owner, key] = [await business.member('Owner'), await business.apiKey()]
  const lead = await add(key, { name: 'Dana Levi', campaignId: business.campaignId, ...body })
  const stored = async () => (await get(owner, lead._id)).body.lead
  return { ...business, owner, key, lead, stored }
}

describe('a change', () => {
  test('is stored and returned', async () => {
    const { owner, lead, statusIds, stored } = await withLead()
    const wanted = {
      name: 'Dana Cohen',
      phone: '072-444-0500',
      email: 'Dana@Example.test',
      statusId: statusIds.won,
      value: 1_250_000,
    }
    const { status, body } = await change(owner, lead._id, wanted)
    expect(status).toBe(200)
    const after = {
      ...wanted,
      phone: '+972724440500',
      email: 'dana@example.test',
      status: 'Won',
      campaignId: lead.campaignId,
      date: lead.date,
    }
    expect(body.lead).toMatchObject(after)
    expect(await stored()).toMatchObject(after)
    expect((await change(owner, lead._id, { value: null, assignedTo: null })).body.lead).toMatchObject({
      value: null,
      name: 'Dana Cohen',
    })
  })

  test('is refused if another user changed the field since, and changes nothing', async () => {
    const { owner, lead, statusIds, stored } = await withLead({ value: 100 })
    await change(owner, lead._id, { name: 'Noa' })
    const late = await change(owner, lead._id, {
      name: 'Dina',
      value: 200,
      expected: { name: 'Dana Levi', value: 100 },
    })
    expect(refusal(late)).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      message: 'This has changed in the meantime. Reload and try again',
    })
    expect(await stored()).toMatchObject({ name: 'Noa', value: 100 })
    // Concurrent changes of other fields do not conflict; null is compared as a value.
    expect((await change(owner, lead._id, { value: 200, expected: { value: 100 } })).status).toBe(200)
    expect((await change(owner, lead._id, { value: 300, expected: { value: null } })).status).toBe(409)
    expect(
      (await change(owner, lead._id, { statusId: statusIds.won, expected: { statusId: statusIds.lost } })).status,
    ).toBe(409)
    expect((await change(owner, lead._id, { name: 'Noa Bar', expected: { name: 'Noa' } })).status).toBe(200)
  })

  test('that waits for a concurrent one is applied, not lost', async () => {
    const { owner, lead, statusIds, stored } = await withLead()
    const changed = await withClient(urls.adminUrl, async (client) => {
      await client.query('begin')
      await client.query('update leads set status_id = $1 where id = $2', [statusIds.ongoing, lead._id])
      const running = change(owner, lead._id, { value: 700, statusId: statusIds.won })
      await waitFor(async () => {
        const { rows } = await client.query("select from pg_locks where locktype = 'transactionid' and not granted")
        return rows.length
      })
      await client.query('commit')
      return running
    })
    expect(changed.status).toBe(200)
    expect(await stored()).toMatchObject({ status: 'Won', value: 700 })
  })

  test('may not remove both phone and e-mail', async () => {
    const { owner, lead, stored } = await withLead({ phone: '+972724440501', email: '' })
    const none = await change(owner, lead._id, { phone: null })
    expect(refusal(none)).toMatchObject({
      status: 422,
      issues: { phone: 'Enter a phone number or an email address' },
    })
    expect((await change(owner, lead._id, { phone: null, email: null })).status).toBe(422)
    expect(await stored()).toMatchObject({ phone: '+972724440501' })
    expect((await change(owner, lead._id, { phone: null, email: 'dana@example.test' })).body.lead).toMatchObject({
      phone: null,
    })
    expect(refusal(await change(owner, lead._id, { email: null })).issues).toEqual({
      email: 'Enter a phone number or an email address',
    })
  })

  test('with an invalid value is refused, naming the field', async () => {
    const { owner, lead, stored } = await withLead()
    const theirs = await newBusiness()
    const issues = async (body: Record<string, unknown>) => refusal(await change(owner, lead._id, body)).issues
    expect(await issues({ phone: '12' })).toEqual({ phone: 'Invalid phone number' })
    expect(await issues({ email: 'x' })).toEqual({ email: 'Invalid email address' })
    expect(await issues({ statusId: theirs.statusIds.won })).toEqual({ statusId: 'This status was not found' })
    expect(await issues({ value: -1 })).toHaveProperty('value')
    expect(await issues({ value: 1.5 })).toHaveProperty('value')
    expect(await issues({ value: '100' })).toHaveProperty('value')
    expect(await stored()).toMatchObject({ name: 'Dana Levi', phone: lead.phone, statusId: lead.statusId, value: null })
  })

  test('with an unknown field, or an unknown previous value, is refused as a whole, naming it', async () => {
    const { owner, lead } = await withLead()
    for (const unknown of [{ nme: 'Dana' }, { expected: { nme: 'Dana' } }]) {
      const reply = await change(owner, lead._id, { value: 500, ...unknown } as LeadChanges)
      const path = 'nme' in unknown ? 'nme' : 'expected.nme'
      expect(refusal(reply)).toMatchObject({ status: 422, issues: { [path]: 'This field does not exist' } })
    }
    expect((await get(owner, lead._id)).body.lead.value).toBeNull()
  })

  test('needs the right to edit in the lead’s campaign', async () => {
    const { campaignId, campaign, member, lead } = await withLead()
    const other = await campaign()
    const as = async (role: 'Affiliate' | 'Lead' | 'Writer' | 'Reader', campaigns: string[]) =>
      (await change(await member(role, campaigns), lead._id, { value: 1 })).status
    expect([
      await as('Affiliate', [campaignId]),
      await as('Lead', [campaignId]),
      await as('Writer', [campaignId]),
    ]).toEqual([200, 200, 200])
    expect(await as('Reader', [campaignId])).toBe(403)
    expect(await as('Writer', [other])).toBe(404)
    const mixed = await member('Affiliate', { [campaignId]: 'Reader', [other]: 'Writer' })
    expect((await change(mixed, lead._id, { value: 2 })).status).toBe(403)
  })

  test('is refused for leads in the trash', async () => {
    const { owner, lead } = await withLead()
    await remove(owner, [lead._id])
    expect(refusal(await change(owner, lead._id, { value: 1 }))).toMatchObject({ status: 404, code: 'lead_not_found' })
  })

  test('of no field is refused; one to the same value changes nothing', async () => {
    const { owner, lead, db } = await withLead()
    for (const changes of [{}, { fields: {} }])
      expect(await change(owner, lead._id, changes)).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    expect(
      (await change(owner, lead._id, { name: 'Dana Levi', phone: lead.phone, statusId: lead.statusId.toUpperCase() }))
        .status,
    ).toBe(200)
    const events = await db.selectFrom('events').select('name').where('lead_id', '=', lead._id).execute()
    expect(events).toEqual([{ name: 'lead.created' }])
  })
})

describe('assigning', () => {
  test('needs the right to assign', async () => {
    const { campaignId, member, lead, owner } = await withLead()
    const writer = await member('Writer', [campaignId])
    expect(refusal(await change(writer, lead._id, { assignedTo: writer.userId }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    const chief = await member('Lead', [campaignId])
    expect((await change(chief, lead._id, { assignedTo: writer.userId })).body.lead.assignedTo).toEqual({
      _id: writer.userId,
      name: writer.name,
      image: null,
    })
    expect((await change(writer, lead._id, { assignedTo: null })).status).toBe(403)
    expect((await change(owner, lead._id, { assignedTo: null })).body.lead.assignedTo).toBeNull()
  })

  test('is possible only to members of the campaign, Owner and Admin', async () => {
    const { campaign, campaignId, member, lead, owner, db } = await withLead()
    const to = async (userId: string) => (await change(owner, lead._id, { assignedTo: userId })).status
    const [reader, admin] = [await member('Reader', [campaignId]), await member('Admin')]
    expect([await to(reader.userId), await to(admin.userId), await to(owner.userId)]).toEqual([200, 200, 200])
    const outsider = await member('Writer', [await campaign()])
    const stranger = await (await newBusiness()).member('Owner')
    for (const userId of [outsider.userId, stranger.userId, newId()])
      expect(refusal(await change(owner, lead._id, { assignedTo: userId }))).toMatchObject({
        status: 404,
        code: 'user_not_found',
      })
    await db
      .updateTable('memberships')
      .set({ suspended_at: new Date().toISOString() })
      .where('user_id', '=', reader.userId)
      .execute()
    expect(await to(reader.userId)).toBe(404)
  })
})

describe('the first response', () => {
  test('is the first change of status by a user', async () => {
    const { owner, lead, statusIds, stored } = await withLead()
    expect((await stored()).firstResponseAt).toBeNull()
    await change(owner, lead._id, { value: 5, name: 'Noa' })
    await send(leadRoutes.read, owner, { params: { id: lead._id }, body: { isRead: true } })
    expect((await stored()).firstResponseAt).toBeNull()
    await change(owner, lead._id, { statusId: statusIds.ongoing })
    const { firstResponseAt } = await stored()
    expect(Math.abs(Date.parse(firstResponseAt as string) - Date.now())).toBeLessThan(5_000)
    await change(owner, lead._id, { statusId: statusIds.won })
    await comment(owner, lead._id, 'Sold')
    expect((await stored()).firstResponseAt).toBe(firstResponseAt)
  })

  test('or the first comment; a repeat enquiry does not count', async () => {
    const { owner, key, lead, campaignId, stored } = await withLead()
    await add(key, { phone: lead.phone, campaignId })
    expect((await stored()).firstResponseAt).toBeNull()
    expect(await names(owner, { filters: { unanswered: true } })).toEqual(['Dana Levi'])
    expect((await comment(owner, lead._id, 'Called')).status).toBe(201)
    expect((await stored()).firstResponseAt).not.toBeNull()
    expect(await names(owner, { filters: { unanswered: true } })).toEqual([])
  })
})

describe('a comment', () => {
  test('needs the right to edit and a text of at most 5,000 characters', async () => {
    const { campaignId, campaign, member, lead, owner } = await withLead()
    expect((await comment(await member('Reader', [campaignId]), lead._id, 'x')).status).toBe(403)
    expect((await comment(await member('Writer', [await campaign()]), lead._id, 'x')).status).toBe(404)
    expect((await comment(await member('Writer', [campaignId]), lead._id, 'x')).status).toBe(201)
    expect((await comment(owner, lead._id, 'ש'.repeat(5_000))).status).toBe(201)
    for (const text of ['', '   ', 'ש'.repeat(5_001), 'a\0b'])
      expect((await comment(owner, lead._id, text)).status).toBe(422)
  })

  test('sent twice with one Idempotency-Key is stored once', async () => {
    const { lead, owner } = await withLead()
    const twice = () =>
      send(commentRoutes.add, owner, { params: { id: lead._id }, body: { text: 'Once' } }, { 'idempotency-key': 'c1' })
    const [first, second] = [await twice(), await twice()]
    expect([second.status, second.body]).toEqual([first.status, first.body])
    const { body } = await send(leadRoutes.history, owner, { params: { id: lead._id }, query: {} })
    expect(body.history.filter(({ event }) => event === 'lead.commented')).toHaveLength(1)
  })
})

test('marks a lead as read and unread', async () => {
  const { owner, lead, member, campaignId, campaign } = await withLead()
  const mark = async (as: typeof owner, isRead: boolean) =>
    (await send(leadRoutes.read, as, { params: { id: lead._id }, body: { isRead } })).status
  const isRead = async () => (await page(owner)).body.leads[0]?.isRead
  expect(await isRead()).toBe(false)
  expect([await mark(await member('Reader', [campaignId]), true), await isRead()]).toEqual([200, true])
  expect([await mark(owner, false), await isRead()]).toEqual([200, false])
  expect([await mark(await member('Reader', [await campaign()]), true), await isRead()]).toEqual([404, false])
})

test('the revision, which undo compares, is raised by a change of each field but the first response', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'leads_revision'`.execute(
    it.deps.workerDb,
  )
  const compared = [...(rows[0]?.definition ?? '').matchAll(/old\.(\w+)/g)].map(([, column]) => column)
  const { firstResponseAt: _, ...fields } = leadState
  expect(compared.sort()).toEqual(
    Object.values(fields)
      .map(({ column }) => column)
      .sort(),
  )
})
