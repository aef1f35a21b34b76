import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { PASSWORD, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { anAddress, type TestLink, testInvitations } from '../../testing/test-invitations.ts'
import { refusal } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

const DAY = 86_400_000
/** PostgreSQL omits trailing zeros of fractional seconds; 123 has none. */
let now = Math.floor(Date.now() / 1_000) * 1_000 + 123
const it = await testApp({ now: () => new Date(now) })
const { invited, linksTo, open, accept, one, events, personOf } = testInvitations(it)
const { register, verified, messagesTo } = testAccounts(it)

async function office() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner') }
}
const codeOf = (reply: { status: number; body: unknown }) => refusal(reply as never).code
const own = async (as: { authorization: string }) =>
  (await it.send(authRoutes.getCurrentUser, { authorization: as.authorization }, {})).body
const ask = (link: TestLink) => it.send(invitationRoutes.ask, undefined, { params: link })

test('the link shows the inviter, the business and the role, without an account', async () => {
  const { owner, campaignId, businessId } = await office()
  const { link, recipient } = await invited(owner, {
    role: 'Reader',
    campaigns: [{ campaignId, role: 'Writer' }],
    message: 'Hi Noa',
  })
  const { status, body } = await open(link)
  expect(status).toBe(200)
  expect(body.invitation).toEqual({
    state: 'Pending',
    business: { _id: businessId, name: `Business ${businessId.slice(-6)}`, image: null },
    inviter: owner.name,
    role: 'Reader',
    campaigns: [{ name: 'Kitchens', role: 'Writer' }],
    message: 'Hi Noa',
    email: recipient,
    phone: null,
    expiresAt: new Date(now + 7 * DAY).toISOString(),
    isAsked: false,
  })
})

test('a new person registers with the invited address, confirms the phone, joins and works a lead', async () => {
  const { owner, campaignId, businessId } = await office()
  const { link, recipient, invitation } = await invited(owner, { campaigns: [{ campaignId, role: 'Writer' }] })
  const pending = await register({ email: recipient })
  expect(codeOf(await accept(pending, link))).toBe('phone_not_verified')
  const noa = await verified({ email: anAddress() })
  expect(codeOf(await accept(noa, link))).toBe('invitation_for_another')

  await it.deps.tenants.pool.updateTable('users').set({ status: 'Verified' }).where('id', '=', pending.userId).execute()
  it.deps.caches.endAll()
  const joined = await accept(pending, link)
  expect([joined.status, joined.body]).toEqual([200, { success: true, businessId }])
  const { user, businesses } = await own(pending)
  expect([user.status, user.lastBusinessId]).toEqual(['Active', businessId])
  expect(businesses.map((one) => [one.businessId, one.role])).toEqual([[businessId, 'Writer']])
  const lead = await it.send(
    leadRoutes.create,
    { authorization: pending.authorization, 'x-business-id': businessId },
    { body: { name: 'Dana', phone: aPhone(), campaignId } },
  )
  expect(lead.status).toBe(201)
  expect(await one(owner, invitation._id)).toMatchObject({
    state: 'Accepted',
    acceptedAt: new Date(now).toISOString(),
  })
  const happened = (await events(businessId)).find(({ name }) => name === 'invitation.accepted')
  expect(happened).toMatchObject({
    actor: { userId: pending.userId },
    payload: {
      invitationId: invitation._id,
      userId: pending.userId,
      role: 'Writer',
      campaigns: [{ campaignId, role: 'Writer' }],
    },
    personal: { name: 'Noa Levi', email: recipient },
  })
})

test('an invitation to a phone is for the account with that phone, whatever its e-mail', async () => {
  const { owner } = await office()
  const phone = aPhone()
  const { link } = await invited(owner, { recipient: phone })
  const stranger = await verified()
  expect(codeOf(await accept(stranger, link))).toBe('invitation_for_another')
  const noa = await verified({ phone })
  expect((await accept(noa, link)).status).toBe(200)
})

test('an invitation is used once', async () => {
  const { owner, db, businessId } = await office()
  const { link, recipient } = await invited(owner)
  const noa = await personOf(recipient, it.person)
  expect((await accept(noa, link)).status).toBe(200)
  expect(codeOf(await accept(noa, link))).toBe('invitation_used')
  // The link stays used, even after the member is removed.
  await db.deleteFrom('memberships').where('business_id', '=', businessId).where('user_id', '=', noa.userId).execute()
  expect(codeOf(await accept(noa, link))).toBe('invitation_used')
  const { body } = await open(link)
  expect(body.invitation).toMatchObject({ state: 'Accepted', role: null, email: null, campaigns: [], message: '' })
})

test('of two who accept at the same moment one joins', async () => {
  const { owner, businessId } = await office()
  const { link, recipient } = await invited(owner)
  const noa = await personOf(recipient, it.person)
  const replies = await Promise.all([accept(noa, link), accept(noa, link), accept(noa, link)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const accepted = (await events(businessId)).filter(({ name }) => name === 'invitation.accepted')
  expect(accepted).toHaveLength(1)
})

test('the token of another invitation, a changed one and a missing one are refused', async () => {
  const { owner } = await office()
  const [mine, other] = [await invited(owner), await invited(owner)]
  const noa = await personOf(mine.recipient, it.person)
  const wrong = [
    { id: mine.link.id, token: other.link.token },
    { id: other.link.id, token: mine.link.token },
    { id: mine.link.id, token: 'A'.repeat(43) },
  ]
  for (const link of wrong) {
    expect(codeOf(await open(link))).toBe('invitation_not_found')
    expect(codeOf(await accept(noa, link))).toBe('invitation_not_found')
    expect(codeOf(await ask(link))).toBe('invitation_not_found')
  }
  expect((await open({ id: mine.link.id, token: 'short' })).status).toBe(422)
})

test('an expired or revoked invitation cannot be accepted', async () => {
  const { owner } = await office()
  const [first, second] = [await invited(owner), await invited(owner)]
  const noa = await personOf(first.recipient, it.person)
  const dan = await personOf(second.recipient, it.person)
  await it.send(invitationRoutes.revoke, owner, { params: { id: second.link.id } })
  expect(codeOf(await accept(dan, second.link))).toBe('invitation_revoked')
  now += 7 * DAY
  const late = { authorization: (await it.signIn(noa.userId)).authorization }
  expect(codeOf(await accept(late, first.link))).toBe('invitation_expired')
  expect((await own(late)).businesses).toEqual([])
})

test('each link has its own expiry, which a later link does not extend', async () => {
  const { owner } = await office()
  const { link, recipient, invitation } = await invited(owner)
  const noa = await personOf(recipient, it.person)
  now += 6 * DAY
  const inviter = await it.signIn(owner.userId)
  const as = { ...inviter, 'x-business-id': owner['x-business-id'] as string }
  await it.send(invitationRoutes.resend, as, { params: { id: invitation._id } })
  now += DAY
  const { authorization } = await it.signIn(noa.userId)
  expect((await open(link)).body.invitation.state).toBe('Expired')
  expect(codeOf(await accept({ authorization }, link))).toBe('invitation_expired')
  expect((await own({ authorization })).businesses).toEqual([])
  const [, later] = await linksTo(recipient)
  expect((await accept({ authorization }, later as TestLink)).status).toBe(200)
})

test('the holder of an expired link requests a new one, and the inviter is notified once', async () => {
  const { owner } = await office()
  const { link, recipient, invitation } = await invited(owner)
  expect((await ask(link)).status).toBe(200)
  expect((await one(owner, invitation._id))?.askedAt).toBeNull()
  now += 8 * DAY
  const inviter = await it.signIn(owner.userId)
  expect((await ask(link)).status).toBe(200)
  expect((await ask(link)).status).toBe(200)
  const mails = (await messagesTo(owner.email)).filter(({ subject }) => subject?.includes(recipient))
  expect(mails.map(({ subject }) => subject)).toEqual([`${recipient} requested a new invitation link`])
  expect((await open(link)).body.invitation.isAsked).toBe(true)
  const as = { ...inviter, 'x-business-id': owner['x-business-id'] as string }
  expect((await one(as, invitation._id))?.askedAt).toBe(new Date(now).toISOString())
  await it.send(invitationRoutes.resend, as, { params: { id: invitation._id } })
  expect((await one(as, invitation._id))?.askedAt).toBeNull()
})

test('an existing member stays unchanged, and the invitation is not consumed', async () => {
  const { owner, member, campaignId } = await office()
  const { link, recipient, invitation } = await invited(owner, { role: 'Owner', password: PASSWORD })
  const reader = await personOf(recipient, () => member('Reader', [campaignId]) as never)
  expect(codeOf(await accept(reader, link))).toBe('already_member')
  expect((await own(reader)).businesses[0]?.role).toBe('Reader')
  expect((await one(owner, invitation._id))?.state).toBe('Pending')
})

test('a suspended member does not return by an invitation', async () => {
  const { owner, member, db, businessId } = await office()
  const { link, recipient } = await invited(owner)
  const writer = await personOf(recipient, () => member('Writer') as never)
  await db
    .updateTable('memberships')
    .set({ suspended_at: new Date(now).toISOString() })
    .where('business_id', '=', businessId)
    .where('user_id', '=', writer.userId)
    .execute()
  it.deps.caches.endAll()
  expect(codeOf(await accept({ authorization: writer.authorization }, link))).toBe('membership_suspended')
  expect((await own(writer)).businesses).toEqual([])
})

test('campaigns deleted meanwhile are left out; a closed business accepts no members', async () => {
  const { owner, campaign, businessId, db } = await office()
  const gone = await campaign()
  const { link, recipient } = await invited(owner, { campaigns: [{ campaignId: gone, role: 'Lead' }] })
  const at = new Date(now).toISOString()
  await db.updateTable('campaigns').set({ deleted_at: at }).where('id', '=', gone).execute()
  const noa = await personOf(recipient, it.person)
  const close = (closesAt: string | null) =>
    db.updateTable('businesses').set({ closes_at: closesAt }).where('business_id', '=', businessId).execute()
  await close(at)
  expect(codeOf(await accept(noa, link))).toBe('business_closing')
  await close(null)
  expect((await accept(noa, link)).status).toBe(200)
  const roles = await db.selectFrom('campaign_members').select('role').where('user_id', '=', noa.userId).execute()
  expect(roles).toEqual([])
})

test('guessing of links is limited', async () => {
  const { owner } = await office()
  const { link } = await invited(owner)
  const wrong = { id: link.id, token: 'B'.repeat(43) }
  const from = (ip: string) =>
    it.app.inject({
      url: `/api/invitation/${wrong.id}/${wrong.token}`,
      remoteAddress: ip,
      headers: { host: 'localhost' },
    })
  const codes = new Set<number>()
  for (let i = 0; i < 61; i++) codes.add((await from('203.0.113.9')).statusCode)
  expect([...codes]).toEqual([404, 429])
  expect((await from('203.0.113.10')).statusCode).toBe(404)
})

test('a session that ended after its request was admitted accepts nothing, by phone or address', async () => {
  const { owner } = await office()
  for (const by of ['email', 'phone'] as const) {
    const noa = await verified()
    const { link } = await invited(owner, { recipient: noa[by] })
    const { pool } = it.deps.tenants
    const { reply } = await pool.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', noa.userId).forUpdate().execute()
      const sent = accept(noa, link)
      await waitFor(async () => {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`.execute(pool)
        return rows.length > 0
      })
      await tx.updateTable('sessions').set({ revoked_at: 'now' }).where('user_id', '=', noa.userId).execute()
      return { reply: sent }
    })
    expect([by, codeOf(await reply)]).toEqual([by, 'unauthenticated'])
    const member = it.deps.workerDb.selectFrom('memberships').select('role').where('user_id', '=', noa.userId)
    expect(await member.execute()).toEqual([])
  }
})
