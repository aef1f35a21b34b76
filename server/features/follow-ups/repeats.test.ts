import { expect, test } from 'vitest'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const leads = testLeads(it)
type Headers = Record<string, string>
const [FIRST, LATER] = ['2026-12-01T09:00:00.000Z', '2026-12-02T09:00:00.000Z']

/** What a device may send a second time because it did not hear the reply, on a lead with a follow-up. */
const acts = {
  comment: (as: TestMember, id: string, key: Headers, isOther = false) =>
    it.send(commentRoutes.add, as, { params: { id }, body: { text: isOther ? 'Other' : 'Measured' } }, key),
  change: (as: TestMember, id: string, key: Headers, isOther = false) =>
    it.send(
      leadRoutes.change,
      as,
      { params: { id }, body: { name: isOther ? 'Roni' : 'Dana', expected: { name: 'Noa' } } },
      key,
    ),
  set: (as: TestMember, id: string, key: Headers, isOther = false) =>
    it.send(
      followUpRoutes.set,
      as,
      { params: { id }, body: { action: 'Call Back', dueAt: isOther ? FIRST : LATER } },
      key,
    ),
  done: (as: TestMember, id: string, key: Headers, isOther = false) =>
    it.send(followUpRoutes.done, as, { params: { id }, body: { isDone: !isOther } }, key),
  snooze: (as: TestMember, id: string, key: Headers, isOther = false) =>
    it.send(followUpRoutes.snooze, as, { params: { id }, body: { dueAt: isOther ? FIRST : LATER } }, key),
  remove: (as: TestMember, id: string, key: Headers, isOther = false) =>
    it.send(followUpRoutes.remove, as, { params: { id }, query: isOther ? { userId: newId() } : {} }, key),
}

test.each(Object.entries(acts))('%s: sent twice under one key it happens once', async (_, act) => {
  const { businessId, campaignId, member } = await it.newBusiness()
  const owner = await member('Owner')
  const { _id } = await leads.add(owner, { campaignId, name: 'Noa' })
  await it.send(followUpRoutes.set, owner, { params: { id: _id }, body: { action: 'Send SMS', dueAt: FIRST } })
  const events = async () => {
    const rows = await it.deps.workerDb
      .selectFrom('events')
      .select('id')
      .where('business_id', '=', businessId)
      .execute()
    return rows.length
  }
  const before = await events()
  const key = { 'idempotency-key': newId() }
  const both = await Promise.all([act(owner, _id, key), act(owner, _id, key)])
  const again = await act(owner, _id, key)
  for (const { status } of both) expect([again.status, 409]).toContain(status)
  expect(again.status).toBeLessThan(300)
  expect(await events()).toBe(before + 1)
  expect(refusal(await act(owner, _id, key, true))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect(await events()).toBe(before + 1)
})

test('a repeat says nothing to a person who may no longer read the lead', async () => {
  const { campaignId, campaign, member } = await it.newBusiness()
  const lead = await leads.add(await member('Owner'), { campaignId })
  const writer = await member('Writer', [campaignId, await campaign()])
  const key = { 'idempotency-key': newId() }
  expect((await acts.set(writer, lead._id, key)).status).toBe(200)
  await it.deps.workerDb.deleteFrom('campaign_members').where('campaign_id', '=', campaignId).execute()
  // The caller's campaigns are cached for at most two seconds.
  await expect.poll(async () => (await acts.set(writer, lead._id, key)).status, { timeout: 5_000 }).toBe(404)
})
