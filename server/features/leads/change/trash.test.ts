import { describe, expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { withClient } from '../../../platform/db/connections.ts'
import { newId } from '../../../platform/ids.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { emptyTrash } from '../leads.jobs.ts'

const it = await testApp()
const { newBusiness, send, deps } = it
const { add, get, change, comment, names, remove, restore, relayed } = testLeads(it)
const DAY_MS = 86_400_000

async function withLeads(...given: string[]) {
  const business = await newBusiness()
  const [owner, key] = [await business.member('Owner'), await business.apiKey()]
  const ids: string[] = []
  for (const name of given) ids.push((await add(key, { name, campaignId: business.campaignId }))._id)
  return { ...business, owner, key, ids, id: ids[0] as string }
}
const inTrash = { filters: { trash: true } }

describe('delete and restore', () => {
  test('answer in the caller’s language', async () => {
    const { owner, id } = await withLeads('a')
    const done = async (route: typeof leadRoutes.remove | typeof leadRoutes.restore, language: string) =>
      (await send(route, owner, { body: { leadIds: [id] } }, { 'accept-language': language })).body
    expect(await done(leadRoutes.remove, 'en')).toEqual({ success: true, message: 'Operation succeeded' })
    expect(await done(leadRoutes.remove, 'he')).toEqual({ success: true, message: 'הפעולה הצליחה' })
    expect(await done(leadRoutes.restore, 'en')).toEqual({ success: true, message: 'Operation succeeded' })
    expect(await done(leadRoutes.restore, 'he')).toEqual({ success: true, message: 'הפעולה הצליחה' })
  })

  test('move to the trash and back', async () => {
    const { owner, ids, campaignId } = await withLeads('a', 'b', 'c')
    expect((await remove(owner, ids.slice(0, 2), campaignId)).status).toBe(200)
    expect([await names(owner), await names(owner, inTrash)]).toEqual([['c'], ['a', 'b']])
    expect((await get(owner, ids[0] as string)).body.lead.deletedAt).not.toBeNull()
    expect((await restore(owner, ids.slice(0, 1))).status).toBe(200)
    expect([await names(owner), await names(owner, inTrash)]).toEqual([['a', 'c'], ['b']])
    expect((await get(owner, ids[0] as string)).body.lead.deletedAt).toBeNull()
  })

  test('are idempotent', async () => {
    const { owner, id, db } = await withLeads('a')
    await remove(owner, [id, id.toUpperCase(), id])
    await remove(owner, [id])
    await restore(owner, [id])
    await restore(owner, [id])
    const events = await db.selectFrom('events').select('name').where('lead_id', '=', id).orderBy('id').execute()
    expect(events.map(({ name }) => name)).toEqual(['lead.created', 'lead.deleted', 'lead.restored'])
    expect(await names(owner)).toEqual(['a'])
  })

  test('change all leads or none', async () => {
    const { owner, ids, member, campaign, campaignId, key } = await withLeads('a', 'b')
    const [other, theirs] = [await campaign(), await withLeads('x')]
    const elsewhere = (await add(key, { name: 'c', campaignId: other }))._id
    const none = async (as: typeof owner, leadIds: string[], given?: string) => {
      const reply = refusal(await remove(as, leadIds, given))
      expect(await names(owner)).toEqual(['a', 'b', 'c'])
      return [reply.status, reply.code]
    }
    expect(await none(owner, [...ids, newId()])).toEqual([404, 'lead_not_found'])
    expect(await none(owner, [...ids, theirs.id])).toEqual([404, 'lead_not_found'])
    expect(await none(owner, [...ids, elsewhere], campaignId)).toEqual([404, 'lead_not_found'])
    expect(await none(await member('Lead', [campaignId]), [...ids, elsewhere])).toEqual([404, 'lead_not_found'])
    expect(await none(await member('Lead', { [campaignId]: 'Lead', [other]: 'Writer' }), [...ids, elsewhere])).toEqual([
      403,
      'forbidden',
    ])
    for (const role of ['Affiliate', 'Writer', 'Reader'] as const)
      expect(await none(await member(role, [campaignId]), ids)).toEqual([403, 'forbidden'])
    expect((await remove(await member('Lead', [campaignId]), ids)).status).toBe(200)
    expect((await restore(await member('Writer', [campaignId]), ids)).status).toBe(403)
    expect((await restore(owner, [...ids, theirs.id])).status).toBe(404)
    expect(await names(owner, inTrash)).toEqual(['a', 'b'])
    expect((await remove(key as never, ids)).status).toBe(403)
  })

  test('accept 1 to 200 ids', async () => {
    const { owner, id } = await withLeads('a')
    for (const ids of [[], Array.from({ length: 201 }, () => id), ['x']])
      expect((await remove(owner, ids)).status).toBe(422)
    expect(
      (
        await remove(
          owner,
          Array.from({ length: 200 }, () => id),
        )
      ).status,
    ).toBe(200)
  })

  test('a lead is not restored into a deleted campaign', async () => {
    const { owner, id, campaignId } = await withLeads('a')
    await send(campaignRoutes.remove, owner, { params: { id: campaignId }, body: { leads: 'trash' } })
    expect(refusal(await restore(owner, [id]))).toMatchObject({ status: 404, code: 'campaign_not_found' })
    expect(await names(owner, inTrash)).toEqual(['a'])
  })
})

describe('emptying the trash', () => {
  const emptyAfter = (days: number) => emptyTrash.run({ ...deps, now: () => new Date(Date.now() + days * DAY_MS) }, {})
  const rowsOf = async (businessId: string, table: 'leads' | 'lead_enquiries' | 'lead_comments' | 'events') =>
    (
      await deps.workerDb.selectFrom(table).select('id').where('business_id', '=', businessId).orderBy('id').execute()
    ).map(({ id }) => id)

  test('writes the number of deleted leads to the audit log of each business, without an author', async () => {
    const [one, other] = [await withLeads('a', 'b', 'Kept'), await withLeads('Kept')]
    await remove(one.owner, one.ids.slice(0, 2))
    await emptyAfter(31)
    const purged = async (owner: typeof one.owner) =>
      (await send(auditRoutes.list, owner, { query: { action: 'leads.purged' } })).body.rows
    expect(await purged(one.owner)).toMatchObject([
      {
        event: 'leads.purged',
        action: 'Leads deleted from the trash permanently',
        by: { kind: 'system' },
        details: [{ label: 'Leads', before: null, after: [{ name: null, text: '2' }] }],
      },
    ])
    expect(await purged(other.owner)).toEqual([])
  })

  test('after 30 days deletes the lead and its personal data, and keeps its events', async () => {
    const { owner, ids, id, businessId } = await withLeads('Old', 'Kept')
    const kept = ids[1] as string
    for (const lead of [id, kept]) {
      await change(owner, lead, { name: 'Changed', value: 5 })
      await comment(owner, lead, 'Text')
    }
    const notified = async () =>
      (await send(notificationRoutes.list, owner, { query: {} })).body.data
        .map(({ content }) => ('leadId' in content ? content.leadId : ''))
        .sort()
    await waitFor(async () => (await notified()).length === 2)
    await remove(owner, [id])
    await relayed()
    const events = await rowsOf(businessId, 'events')

    await emptyAfter(29.9)
    expect(await names(owner, inTrash)).toEqual(['Changed'])
    for (let time = 0; time < 2; time++) {
      await emptyAfter(30.1)
      expect(await rowsOf(businessId, 'leads')).toEqual([kept])
      expect(await rowsOf(businessId, 'lead_enquiries')).toHaveLength(1)
      expect(await rowsOf(businessId, 'lead_comments')).toHaveLength(1)
      // The lead's earlier events are kept, and the final deletion adds one.
      const all = await rowsOf(businessId, 'events')
      expect(all.filter((one) => events.includes(one))).toEqual(events)
      expect(all).toHaveLength(events.length + 1)
      expect(await notified()).toEqual([kept])
    }
    const personal = await deps.workerDb
      .selectFrom('events')
      .select('lead_id as leadId')
      .where('business_id', '=', businessId)
      .where('personal', 'is not', null)
      .execute()
    expect(personal.map(({ leadId }) => leadId)).toEqual(Array(personal.length).fill(kept))
    expect(personal.length).toBeGreaterThan(0)
    expect((await get(owner, id)).status).toBe(404)
    expect(await names(owner)).toEqual(['Changed'])
  })

  test('keeps a lead that is restored concurrently', async () => {
    const { owner, id, businessId } = await withLeads('Back')
    await change(owner, id, { name: 'Named' })
    await relayed()
    await remove(owner, [id])
    const [{ data: before }, renamed] = [
      (await send(notificationRoutes.list, owner, { query: {} })).body,
      'lead.changed',
    ]
    await withClient(it.urls.adminUrl, async (client) => {
      await client.query('begin')
      await client.query('update leads set deleted_at = null where id = $1', [id])
      const emptying = emptyAfter(31)
      await waitFor(async () => {
        const { rows } = await client.query("select from pg_locks where locktype = 'transactionid' and not granted")
        return rows.length
      })
      await client.query('commit')
      await emptying
    })
    expect(await rowsOf(businessId, 'leads')).toEqual([id])
    expect(await rowsOf(businessId, 'lead_enquiries')).toHaveLength(1)
    const personal = deps.workerDb.selectFrom('events').select('personal').where('lead_id', '=', id)
    expect(await personal.where('name', '=', renamed).execute()).toMatchObject([
      { personal: { changes: { name: ['Back', 'Named'] } } },
    ])
    expect(before).toHaveLength(1)
    expect((await send(notificationRoutes.list, owner, { query: {} })).body.data).toEqual(before)
  })

  test('keeps restored leads, and works in several batches', async () => {
    const { owner, businessId, campaignId, statusIds, id, db } = await withLeads('Back')
    await remove(owner, [id])
    await restore(owner, [id])
    const old = new Date(Date.now() - 31 * DAY_MS).toISOString()
    const rows = Array.from({ length: 1_001 }, (_, i) => ({
      business_id: businessId,
      id: newId(),
      campaign_id: campaignId,
      status_id: statusIds.new,
      name: 'x',
      email: `x${i}@example.test`,
      source: 'api',
      deleted_at: old,
    }))
    await db.insertInto('leads').values(rows).execute()
    await emptyAfter(0)
    expect(await rowsOf(businessId, 'leads')).toEqual([id])
  })
})
