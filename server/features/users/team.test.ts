import { expect, test } from 'vitest'
import type { Failure } from '#contract/common.ts'
import { type MemberChanges, teamRoutes } from '#contract/team/team.ts'
import { newId } from '../../platform/ids.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'

const it = await testApp()
const { deps, send, newBusiness } = it
type As = Parameters<typeof send>[1]

async function office() {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const writer = await business.member('Writer', [business.campaignId])
  const second = await business.campaign({ name: 'Balconies' })
  return { ...business, owner, writer, second }
}
const change = (as: As, id: string, body: MemberChanges) =>
  send(teamRoutes.change, as, { params: { id }, body: { ...body, password: PASSWORD } })
const body = { password: PASSWORD }
const suspend = (as: As, id: string) => send(teamRoutes.suspend, as, { params: { id }, body })
const resume = (as: As, id: string) => send(teamRoutes.resume, as, { params: { id }, body })
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]
const eventsOf = async (businessId: string) => {
  const rows = await deps.workerDb
    .selectFrom('events')
    .select(['name', 'actor', 'payload'])
    .where('business_id', '=', businessId)
    .where('name', 'like', 'member.%')
    .orderBy('id')
    .execute()
  return rows.map(({ name, actor, payload }) => ({ name, actor, ...(payload as object) }))
}

test('an Owner changes role, campaigns and call grants, and the log has the values before and after', async () => {
  const { businessId, campaignId, second, owner, writer } = await office()
  const { status, body } = await change(owner, writer.userId, {
    role: 'Lead',
    campaigns: [{ campaignId: second, role: 'Affiliate', hearsCalls: true, exportsCalls: true, exportsLeads: false }],
  })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    _id: writer.userId,
    role: 'Lead',
    campaigns: [
      { _id: second, name: 'Balconies', role: 'Affiliate', hearsCalls: true, exportsCalls: true, exportsLeads: false },
    ],
  })
  expect(await eventsOf(businessId)).toEqual([
    {
      name: 'member.changed',
      actor: { userId: owner.userId },
      campaignId: '00000000-0000-0000-0000-000000000000',
      userId: writer.userId,
      changes: {
        role: ['Writer', 'Lead'],
        campaigns: [{ [campaignId]: 'Writer' }, { [second]: 'Affiliate' }],
        hearsCallsIn: [[], [second]],
        exportsCallsIn: [[], [second]],
      },
    },
  ])
  await change(owner, writer.userId, { role: 'Lead' })
  expect(await eventsOf(businessId)).toHaveLength(1)
  const withoutCampaigns = await change(owner, writer.userId, { campaigns: [] })
  expect(withoutCampaigns.body.user).toMatchObject({ role: 'Lead', campaigns: [] })
})

test('the grant of calls in all campaigns belongs to the role Admin, which only the operator gives, and ends with it', async () => {
  const { owner, member } = await office()
  const admin = await member('Admin')
  expect((await change(owner, admin.userId, { hearsCalls: true })).body.user.hearsCalls).toBe(true)
  const lowered = await change(owner, admin.userId, { role: 'Lead' })
  expect(lowered.body.user).toMatchObject({ role: 'Lead', hearsCalls: false })
  const back = await change(owner, admin.userId, { role: 'Admin' as never })
  expect(refusal(back)).toMatchObject({ status: 422, issues: { role: expect.any(String) } })
  expect(refusal(await change(owner, admin.userId, { hearsCalls: true })).issues).toHaveProperty('hearsCalls')
})

test('campaigns must belong to the business, be live and be unique', async () => {
  const { campaignId, owner, writer, second, db } = await office()
  const foreign = await newBusiness()
  const give = (...ids: string[]) =>
    change(owner, writer.userId, {
      campaigns: ids.map((id) => ({
        campaignId: id,
        role: 'Reader' as const,
        hearsCalls: false,
        exportsCalls: false,
        exportsLeads: false,
      })),
    })
  for (const id of [foreign.campaignId, newId()])
    expect(codeOf(await give(campaignId, id))).toEqual([404, 'campaign_not_found'])
  expect(refusal(await give(campaignId, campaignId)).issues).toHaveProperty('campaigns')
  await db.updateTable('campaigns').set({ deleted_at: '2026-01-01T00:00:00Z' }).where('id', '=', second).execute()
  expect(codeOf(await give(second))).toEqual([404, 'campaign_not_found'])
})

test('a business keeps an Owner: the last one cannot be lowered, suspended or removed, not even by concurrent requests', async () => {
  const { businessId, owner, member, db } = await office()
  const other = await member('Owner')
  const [one, two] = await Promise.all([
    change(owner, other.userId, { role: 'Reader' }),
    change(other, owner.userId, { role: 'Reader' }),
  ])
  expect([one.status, two.status].sort()).toEqual([200, 403])
  const owners = await db.selectFrom('memberships').select('user_id').where('role', '=', 'Owner').execute()
  expect(owners).toHaveLength(1)

  const third = await office()
  const paused = await third.member('Owner')
  await suspend(third.owner, paused.userId)
  expect(codeOf(await send(teamRoutes.leave, third.owner, { body }))).toEqual([409, 'last_owner'])
  expect(businessId).not.toBe(third.businessId)
})

test('two Owners who suspend or remove each other at once leave one of them', async () => {
  for (const take of [
    (as: As, id: string) => suspend(as, id),
    (as: As, id: string) => send(teamRoutes.remove, as, { params: { id }, body: { takeOver: null, ...body } }),
    (as: As) => send(teamRoutes.leave, as, { body }),
  ]) {
    const { owner, member, db } = await office()
    const other = await member('Owner')
    const replies = await Promise.all([take(owner, other.userId), take(other, owner.userId)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const owners = await db
      .selectFrom('memberships')
      .select('user_id')
      .where('role', '=', 'Owner')
      .where('suspended_at', 'is', null)
      .execute()
    expect(owners).toHaveLength(1)
  }
})

test('members cannot change their own membership', async () => {
  const { owner, member } = await office()
  await member('Owner')
  const { userId } = owner
  const tries = [
    () => change(owner, userId, { role: 'Reader' }),
    () => change(owner, userId, { hearsCalls: true }),
    () => suspend(owner, userId),
    () => resume(owner, userId),
    () => send(teamRoutes.remove, owner, { params: { id: userId }, body: { takeOver: null } }),
  ]
  for (const attempt of tries) expect(codeOf(await attempt())).toEqual([403, 'own_membership'])
})

test('a member who lost the role changes no one, even if the request started before', async () => {
  const { owner, writer, member, db } = await office()
  const lowered = await member('Owner')
  await db.updateTable('memberships').set({ role: 'Writer' }).where('user_id', '=', lowered.userId).execute()
  // In the cache, the role is still Owner.
  expect(codeOf(await change(lowered, writer.userId, { role: 'Owner' }))).toEqual([403, 'forbidden'])
  expect((await change(owner, writer.userId, { role: 'Owner' })).status).toBe(200)
})

test('suspended members are listed as such, keep their rights and return with them', async () => {
  const { businessId, campaignId, owner, writer } = await office()
  const list = async (filters: object) => {
    const { body } = await send(teamRoutes.list, owner, { query: { filters: JSON.stringify(filters) } })
    return body.users.map(({ _id }) => _id)
  }
  const { body } = await suspend(owner, writer.userId)
  expect(body.user.suspendedAt).not.toBeNull()
  await suspend(owner, writer.userId)
  expect(await list({ suspended: true })).toEqual([writer.userId])
  expect(await list({ suspended: false })).toEqual([owner.userId])
  const back = await resume(owner, writer.userId)
  expect(back.body.user).toMatchObject({ suspendedAt: null, role: 'Writer', campaigns: [{ _id: campaignId }] })
  expect((await eventsOf(businessId)).map(({ name }) => name)).toEqual(['member.suspended', 'member.resumed'])
})

test('the list filters by campaign and shows when each member was last seen', async () => {
  const { campaignId, second, owner, writer, member } = await office()
  const admin = await member('Admin')
  const elsewhere = await member('Reader', [second])
  const inCampaign = async (id: string) => {
    const query = { filters: JSON.stringify({ campaign: [id] }) }
    return (await send(teamRoutes.list, owner, { query })).body.users.map(({ _id }) => _id)
  }
  expect(await inCampaign(campaignId)).toEqual([owner.userId, writer.userId, admin.userId])
  expect(await inCampaign(second)).toEqual([owner.userId, admin.userId, elsewhere.userId])
  await deps.access.writeLastSeen()
  const { users } = (await send(teamRoutes.list, owner, { query: {} })).body
  const seen = new Map(users.map(({ _id, lastSeenAt }) => [_id, lastSeenAt]))
  expect(Math.abs(Date.parse(seen.get(owner.userId) ?? '') - Date.now())).toBeLessThan(60_000)
  expect(seen.get(writer.userId)).toBeNull()
})
