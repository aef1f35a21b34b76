import { describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { routes } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { userRoutes } from '#contract/team/users.ts'
import { PASSWORD, testAccounts } from '../testing/accounts/test-accounts.ts'
import { type Credentials, testApp } from '../testing/test-app.ts'
import { testInvitations } from '../testing/test-invitations.ts'
import { refusal, testLeads } from '../testing/test-leads.ts'

// Two servers on one database, as behind a load balancer.
const [it, other] = [await testApp({ own: true }), await testApp({ own: true })]
const { send } = it
const { verified, emailCodeTo } = testAccounts(it)
const { personOf, invited } = testInvitations(it)
const leads = testLeads(it)

type As = Partial<Credentials> | undefined
const tried = (route: Route, as: As, input: object) => send(route, as, input as never)
const codeOf = async (reply: ReturnType<typeof tried>) => {
  const { status, code } = refusal(await reply)
  return [status, code]
}
const roleOf = async (as: As) => (await send(authRoutes.getCurrentUser, as, {})).body.businesses.map(({ role }) => role)

describe('a role in the body', () => {
  const stronger = { role: 'Owner', status: 'Active', isDemo: true, hearsCalls: true, campaignRoles: {} }

  test('is ignored for the own account and at registration', async () => {
    const business = await it.newBusiness()
    const reader = await business.member('Reader', [business.campaignId])
    const changed = await tried(userRoutes.update, reader, { body: { name: 'Dana Levi', ...stronger } })
    expect(changed.status).toBe(200)
    expect(await roleOf(reader)).toEqual(['Reader'])
    const email = 'escalating@example.test'
    const fresh = {
      ...{
        name: 'Dana Levi',
        email,
        emailCode: await emailCodeTo(email),
        phone: '0541234567',
        terms: true,
        ...stronger,
      },
      ...{ password: PASSWORD, passwordConfirmation: PASSWORD, businessId: business.businessId },
    }
    const registered = await send(authRoutes.register, undefined, { body: fresh as never })
    expect(registered.body.user.status).toBe('Pending')
    const own = { authorization: `Bearer ${registered.body.accessToken}` }
    expect(await roleOf(own)).toEqual([])
  })

  test('is ignored when an invitation is accepted', async () => {
    const business = await it.newBusiness()
    const owner = await business.member('Owner')
    const { link, recipient } = await invited(owner, { role: 'Reader' })
    const person = await personOf(recipient, () => it.person())
    await tried(invitationRoutes.accept, person, { params: link, body: { role: 'Owner' }, query: { role: 'Owner' } })
    expect(await roleOf(person)).toEqual(['Reader'])
  })

  test('is limited to the own role for a campaign’s people, and to Owners for the team', async () => {
    const business = await it.newBusiness()
    const { campaignId } = business
    const [lead, colleague] = [await business.member('Lead', [campaignId]), await business.member('None')]
    const give = (userId: string, role: string) =>
      tried(campaignRoutes.change, lead, { params: { id: campaignId }, body: { members: [{ userId, role }] } })
    for (const userId of [lead.userId, colleague.userId])
      expect(await codeOf(give(userId, 'Affiliate'))).toEqual([403, 'forbidden'])
    for (const role of ['Owner', 'Admin', 'None']) expect((await give(lead.userId, role)).status).toBe(422)
    for (const member of [lead, await business.member('Admin')])
      for (const { userId } of [lead, colleague, member])
        expect(
          await codeOf(tried(teamRoutes.change, member, { params: { id: userId }, body: { role: 'Owner' } })),
        ).toEqual([403, 'forbidden'])
    expect(await roleOf(lead)).toEqual(['Lead'])
  })
})

describe('foreign campaigns among own ones', () => {
  const lists: [string, Route, string][] = [
    ['leads', routes.leads.list, 'query'],
    ['calls', routes.calls.list, 'query'],
    ['summary of calls', routes.calls.summary, 'query'],
    ['export of calls', routes.calls.exportLink, 'body'],
    ['many leads', routes.operations.create, 'body'],
  ]
  test.each(lists)('%s', async (_, route, place) => {
    const [business, theirs] = [await it.newBusiness(), await it.newBusiness()]
    const { campaignId, campaign } = business
    const notGiven = await campaign()
    const member = await business.member('Lead', [campaignId])
    await business.letHear(member, [campaignId])
    const owner = await business.member('Owner')
    const asking = (ids: string[]) =>
      place === 'query'
        ? { query: { campaignId: ids.join(',') } }
        : { body: { campaignId: ids, all: true, action: { kind: 'tag', add: ['Known'] } } }
    expect((await tried(route, member, asking([campaignId]))).status).toBe(200)
    for (const foreign of [notGiven, theirs.campaignId])
      expect(await codeOf(tried(route, member, asking([campaignId, foreign])))).toEqual([404, 'campaign_not_found'])
    expect(await codeOf(tried(route, owner, asking([campaignId, theirs.campaignId])))).toEqual([
      404,
      'campaign_not_found',
    ])
  })

  test('a lead cannot be moved, assigned or sent to a foreign campaign', async () => {
    const [business, theirs] = [await it.newBusiness(), await it.newBusiness()]
    const member = await business.member('Lead', [business.campaignId])
    const lead = await leads.add(member, { campaignId: business.campaignId })
    const stranger = await theirs.member('Owner')
    const body = { campaignId: theirs.campaignId, businessId: theirs.businessId, name: 'Dana' }
    expect(await codeOf(leads.change(member, lead._id, body))).toEqual([422, 'invalid_input'])
    expect((await leads.page(member, {})).body.leads.map(({ campaignId }) => campaignId)).toEqual([business.campaignId])
    expect(await codeOf(leads.change(member, lead._id, { assignedTo: stranger.userId }))).toEqual([
      404,
      'user_not_found',
    ])
    const elsewhere = { name: 'Dana', phone: '0541234567', campaignId: theirs.campaignId }
    expect(await codeOf(leads.take(member, elsewhere))).toEqual([404, 'campaign_not_found'])
  })
})

test('reset links are counted across server processes', async () => {
  const { email } = await verified()
  for (const server of [it, other, it, other, it])
    expect((await server.send(authRoutes.recover, undefined, { body: { email } })).status).toBe(200)
  for (const server of [it, other])
    expect(await codeOf(server.send(authRoutes.recover, undefined, { body: { email } }))).toEqual([
      429,
      'too_many_requests',
    ])
})

test('a recovery request takes the same work for an address without an account', async () => {
  const { email } = await verified()
  const quickest = async (address: (round: number) => string) => {
    const times: number[] = []
    for (let round = 0; round < 4; round++) {
      const start = performance.now()
      await send(authRoutes.recover, undefined, { body: { email: address(round) } })
      times.push(performance.now() - start)
    }
    return Math.min(...times)
  }
  const [known, unknown] = [await quickest(() => email), await quickest((round) => `unknown${round}@example.test`)]
  // The statements take a few milliseconds; the limit allows for a busy machine.
  expect(Math.abs(known - unknown)).toBeLessThan(150)
})
