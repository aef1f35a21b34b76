import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { BATCH_SIZE } from '../operations/operation-work.service.ts'
import { addMember } from './joining.service.ts'

const it = await testApp()
const { deps, send, newBusiness } = it
const leads = testLeads(it)
type As = Parameters<typeof send>[1]

async function office() {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const second = await business.campaign()
  const writer = await business.member('Writer', [business.campaignId, second])
  const lead = (statusId: string, assignedTo: string, campaignId = business.campaignId) =>
    leads.add(owner, { campaignId, statusId, assignedTo })
  return { ...business, owner, writer, second, lead }
}
const remove = (as: As, id: string, takeOver: string | null) =>
  send(teamRoutes.remove, as, { params: { id }, body: { takeOver } })
const assignees = (as: As, id: string) => send(teamRoutes.assignees, as, { params: { id } })
const assignee = async (as: As, id: string) => (await leads.get(as, id)).body.lead.assignedTo

test('open leads go to the chosen member, who acts in their campaigns; closed leads keep the former assignee', async () => {
  const { owner, writer, second, member, campaignId, statusIds, lead } = await office()
  const heir = await member('Lead', [campaignId, second])
  const partly = await member('Lead', [campaignId])
  const [open, ongoing] = [
    await lead(statusIds.new, writer.userId),
    await lead(statusIds.ongoing, writer.userId, second),
  ]
  const [won, lost] = [await lead(statusIds.won, writer.userId), await lead(statusIds.lost, writer.userId)]
  const { body } = await assignees(owner, writer.userId)
  expect(body).toMatchObject({ openLeads: 2 })
  expect(body.people.map(({ _id }) => _id).sort()).toEqual([owner.userId, heir.userId].sort())

  for (const wrong of [partly.userId, writer.userId])
    expect(refusal(await remove(owner, writer.userId, wrong))).toMatchObject({ status: 422, code: 'invalid_input' })
  const removed = await remove(owner, writer.userId, heir.userId)
  expect(removed).toMatchObject({ status: 200, body: { openLeads: 2, operationId: expect.any(String) } })
  for (const { _id } of [open, ongoing]) expect(await assignee(owner, _id)).toMatchObject({ _id: heir.userId })
  for (const { _id } of [won, lost])
    expect(await assignee(owner, _id)).toMatchObject({ _id: writer.userId, name: writer.name })

  const list = (await send(teamRoutes.list, owner, { query: {} })).body.users.map(({ _id }) => _id)
  expect(list).not.toContain(writer.userId)
  expect((await leads.page(writer)).status).toBe(404)
  for (const attempt of [remove(owner, writer.userId, null), assignees(owner, writer.userId)])
    expect((await attempt).status).toBe(404)
  expect(refusal(await leads.change(owner, open._id, { assignedTo: writer.userId })).status).toBe(404)

  // Undoing the reassignment does not assign leads to the removed member.
  const { operationId } = removed.body
  const undone = await send(operationRoutes.undo, owner, { params: { id: operationId ?? '' } })
  expect(undone.body.operation).toMatchObject({ done: 0, skipped: 2 })
  expect(await assignee(owner, open._id)).toMatchObject({ _id: heir.userId })
})

test('or become unassigned; many change in the background', async () => {
  const { owner, writer, statusIds, lead, db, businessId } = await office()
  const first = await lead(statusIds.new, writer.userId)
  const rows = Array.from({ length: BATCH_SIZE }, (_, i) => ({ ...leadRow(first, i), business_id: businessId }))
  await db
    .insertInto('leads')
    .values(rows as never)
    .execute()
  const { body } = await remove(owner, writer.userId, null)
  expect(body).toMatchObject({ openLeads: BATCH_SIZE + 1 })
  const left = () =>
    db
      .selectFrom('leads')
      .select('id')
      .where('business_id', '=', businessId)
      .where('assigned_to', '=', writer.userId)
      .execute()
  await waitFor(async () => (await left()).length === 0)

  function leadRow({ campaignId, statusId }: typeof first, i: number) {
    const tail = String(i).padStart(12, '0')
    return {
      id: `01900000-0000-7000-8000-${tail}`,
      campaign_id: campaignId,
      status_id: statusId,
      assigned_to: writer.userId,
      name: `Many ${i}`,
      email: `many-${i}@example.test`,
      source: 'manual',
    }
  }
})

test('everyone may leave; their leads become unassigned, and their other businesses stay', async () => {
  const { owner, writer, statusIds, lead, businessId, db } = await office()
  const other = await newBusiness()
  await other.db
    .insertInto('memberships')
    .values({ business_id: other.businessId, user_id: writer.userId, role: 'Reader' })
    .execute()
  const open = await lead(statusIds.new, writer.userId)
  expect((await send(teamRoutes.leave, writer, {})).status).toBe(200)
  expect(await assignee(owner, open._id)).toBeNull()
  const { body } = await send(authRoutes.getCurrentUser, { authorization: writer.authorization }, {})
  expect(body.businesses.map((one) => one.businessId)).toEqual([other.businessId])
  const event = await db.selectFrom('events').select('payload').where('name', '=', 'member.left').executeTakeFirst()
  expect(event?.payload).toMatchObject({ userId: writer.userId, role: 'Writer', openLeads: 1 })
  expect(businessId).not.toBe(other.businessId)
})

test('the last Owner stays', async () => {
  const { owner } = await office()
  const { status, body } = await send(teamRoutes.leave, owner, { body: { password: PASSWORD } })
  expect([status, (body as unknown as Failure).code]).toEqual([409, 'last_owner'])
})

test('a removed member returns without former roles; current and suspended members cannot join again', async () => {
  const { owner, writer, businessId, campaignId, db } = await office()
  const author = { kind: 'person', businessId, userId: owner.userId } as const
  const add = (role: 'Reader' | 'Owner') =>
    db.transaction().execute((tx) =>
      addMember(tx, author, {
        userId: writer.userId,
        role,
        campaigns: [{ campaignId, role: 'Reader' }],
        at: new Date('2026-11-01T00:00:00Z'),
      }),
    )
  await expect(add('Owner')).rejects.toThrow('already_member')
  await send(teamRoutes.suspend, owner, { params: { id: writer.userId } })
  await expect(add('Owner')).rejects.toThrow('membership_suspended')
  await remove(owner, writer.userId, null)
  await add('Reader')
  deps.caches.endAll()
  const { users } = (await send(teamRoutes.list, owner, { query: {} })).body
  expect(users.find(({ _id }) => _id === writer.userId)).toMatchObject({
    role: 'Reader',
    suspendedAt: null,
    hasTwoFactor: false,
    joinedAt: '2026-11-01T00:00:00Z',
    campaigns: [{ _id: campaignId, role: 'Reader', hearsCalls: false, exportsCalls: false, exportsLeads: false }],
  })
  expect((await leads.page(writer)).status).toBe(200)
})
