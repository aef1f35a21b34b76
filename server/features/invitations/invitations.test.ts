import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { newId } from '../../platform/ids.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { anAddress, type TestLink, testInvitations } from '../../testing/test-invitations.ts'
import { refusal } from '../../testing/test-leads.ts'

const DAY = 86_400_000
/** PostgreSQL omits trailing zeros of fractional seconds; 123 has none. */
let now = Math.floor(Date.now() / 1_000) * 1_000 + 123
const it = await testApp({ now: () => new Date(now) })
const { invite, invited, linksTo, open, list, one, events } = testInvitations(it)

async function office() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner') }
}
/** Some days later, with new sessions, because the old ones expired. */
async function later<M extends { userId: string; 'x-business-id'?: string }>(owner: M, days: number) {
  now += days * DAY
  return { ...owner, authorization: (await it.signIn(owner.userId)).authorization }
}
const act = (name: 'resend' | 'link' | 'revoke', as: Parameters<typeof invite>[0], id: string) =>
  it.send(invitationRoutes[name], as, { params: { id } })
const messagesTo = (recipient: string) =>
  it.deps.workerDb
    .selectFrom('messages')
    .select(['channel', 'subject', 'body', 'business_id'])
    .where('recipient', '=', recipient)
    .execute()

test('many are invited at once, by e-mail or phone in any formatting, each once', async () => {
  const { owner, campaignId, businessId } = await office()
  const [first, second] = [anAddress(), anAddress()]
  const phone = aPhone()
  const { status, body } = await invite(owner, {
    recipients: [first.toUpperCase(), second, phone.replace('+972', '0'), first],
    campaigns: [{ campaignId, role: 'Lead' }],
    message: 'Welcome on board',
  })
  expect([status, body.skipped]).toEqual([201, []])
  expect(body.invitations.map(({ email, phone }) => email ?? phone).sort()).toEqual([first, second, phone].sort())
  expect(body.invitations[0]).toMatchObject({
    state: 'Pending',
    role: 'Writer',
    campaigns: [{ _id: campaignId, name: 'Kitchens', role: 'Lead' }],
    message: 'Welcome on board',
    language: 'en',
    invitedBy: { _id: owner.userId, name: owner.name },
    expiresAt: new Date(now + 7 * DAY).toISOString(),
    acceptedAt: null,
    askedAt: null,
  })
  const named = (await events(businessId)).filter(({ name }) => name === 'member.invited')
  expect(named.length).toBe(3)
  expect(named.map(({ personal }) => (personal as { email: string | null }).email).sort()).toEqual(
    [first, second, null].sort(),
  )
  expect(JSON.stringify(named.map(({ payload }) => payload))).not.toContain('@')
})

test('each invitee gets their own link in the chosen language: by mail to an address, by SMS to a phone', async () => {
  const { owner, businessId } = await office()
  const [address, phone] = [anAddress(), aPhone()]
  await invite(owner, { recipients: [address, phone], language: 'he', message: 'ברוכים הבאים' })
  const [mail] = await messagesTo(address)
  const name = `Business ${businessId.slice(-6)}`
  expect(mail).toMatchObject({
    channel: 'mail',
    subject: `הזמנה מאת ${owner.name} להצטרף אל ${name}`,
    business_id: businessId,
  })
  expect(mail?.body).toContain('ברוכים הבאים')
  const sms = (await messagesTo(phone)).at(-1)
  expect(sms).toMatchObject({ channel: 'sms', subject: null })
  expect(sms?.body).toMatch(/^הזמנה מאת .+ לצוות .+: http/)
  const [[toAddress], [toPhone]] = [await linksTo(address), await linksTo(phone)]
  expect(toAddress?.token).toHaveLength(43)
  expect(toAddress?.token).not.toBe(toPhone?.token)
  const english = anAddress()
  await invite(owner, { recipients: [english] })
  expect((await messagesTo(english))[0]?.subject).toBe(`${owner.name} invites you to join ${name}`)
})

test('an SMS has two parts at most in either language, and its short address leads to the invitation', async () => {
  const { owner, businessId, db } = await office()
  await db
    .updateTable('businesses')
    .set({ name: 'נועם שיפוצים ועיצוב' })
    .where('business_id', '=', businessId)
    .execute()
  await it.deps.tenants.pool.updateTable('users').set({ name: 'ישראל ישראלי' }).where('id', '=', owner.userId).execute()
  for (const language of ['he', 'en']) {
    const phone = aPhone()
    const { body } = await invite(owner, { recipients: [phone], language })
    const sms = (await messagesTo(phone)).at(-1)?.body ?? ''
    const abroad = sms.replace(/https?:\/\/[^/]+/, 'https://leads.example.co.il')
    expect(abroad).toContain('נועם שיפוצים ועיצוב: https://leads.example.co.il/i/')
    // 67 Hebrew letters fit in each part.
    expect(abroad.length).toBeLessThanOrEqual(2 * 67)
    const [link] = await linksTo(phone)
    expect(link?.id).toBe(body.invitations[0]?._id)
    expect((await open(link as TestLink)).body.invitation.state).toBe('Pending')
  }
  const dead = await it.app.inject({ url: `/i/${'A'.repeat(43)}`, headers: { host: 'localhost' } })
  expect([dead.statusCode, dead.headers['cache-control']]).toEqual([302, 'no-store'])
  const [, id = '', token = ''] = /^\/invitation\/([\w-]+)\/([\w-]+)$/.exec(String(dead.headers.location)) ?? []
  expect((await open({ id, token })).status).toBe(404)
})

test('unknown short addresses are limited to sixty an hour for each network', async () => {
  const { owner } = await office()
  const { link } = await invited(owner)
  const visit = async (token: string, remoteAddress: string) =>
    (await it.app.inject({ url: `/i/${token}`, remoteAddress, headers: { host: 'localhost' } })).statusCode
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) statuses.push(await visit(`${i}`.padStart(43, 'A'), '203.0.113.9'))
  expect(statuses).toEqual([...Array(60).fill(302), 429, 429])
  expect(await visit('B'.repeat(43), '203.0.113.10')).toBe(302)
  expect(await visit(link.token, '203.0.113.9')).toBe(302)
})

test('only the hash of a link is stored', async () => {
  const { owner } = await office()
  const { link } = await invited(owner)
  const kept = await it.deps.workerDb
    .selectFrom('invitation_links')
    .select('token_hash as hash')
    .where('invitation_id', '=', link.id)
    .execute()
  expect(kept.map(({ hash }) => hash)).toEqual([createHash('sha256').update(link.token).digest()])
})

test('members, suspended members and people invited already are skipped and reported', async () => {
  const { owner, member, db, businessId } = await office()
  const [writer, suspended] = [await member('Writer'), await member('Writer')]
  await db
    .updateTable('memberships')
    .set({ suspended_at: new Date(now).toISOString() })
    .where('business_id', '=', businessId)
    .where('user_id', '=', suspended.userId)
    .execute()
  const { recipient } = await invited(owner)
  const fresh = anAddress()
  const { body } = await invite(owner, { recipients: [writer.email, suspended.email, recipient, fresh] })
  expect(body.invitations.map(({ email }) => email)).toEqual([fresh])
  expect(body.skipped).toEqual([
    { recipient: writer.email, reason: 'member' },
    { recipient: suspended.email, reason: 'suspended' },
    { recipient, reason: 'pending' },
  ])
  expect(await linksTo(recipient)).toHaveLength(1)
})

test('invalid addresses and phones are reported, and no one is invited', async () => {
  const { owner } = await office()
  const fine = anAddress()
  const reply = await invite(owner, { recipients: [fine, 'dana@', '12', 'Dana'] })
  expect(refusal(reply)).toMatchObject({
    status: 422,
    issues: {
      'recipients.1': expect.any(String),
      'recipients.2': 'Invalid phone number',
      'recipients.3': expect.any(String),
    },
  })
  expect(await linksTo(fine)).toEqual([])
  const many = Array.from({ length: 51 }, anAddress)
  expect((await invite(owner, { recipients: many })).status).toBe(422)
  expect((await invite(owner, { recipients: [] })).status).toBe(422)
})

test('Admin, a campaign of another business and a duplicate campaign are refused', async () => {
  const { owner, campaignId, member } = await office()
  const other = await office()
  const recipients = [anAddress()]
  expect((await invite(owner, { recipients, role: 'Admin' })).status).toBe(422)
  expect((await invite(owner, { recipients, role: 'None' })).status).toBe(422)
  const foreign = [{ campaignId: other.campaignId, role: 'Reader' }]
  expect(refusal(await invite(owner, { recipients, campaigns: foreign }))).toMatchObject({
    status: 404,
    code: 'campaign_not_found',
  })
  const twice = [
    { campaignId, role: 'Reader' },
    { campaignId, role: 'Lead' },
  ]
  expect((await invite(owner, { recipients, campaigns: twice })).status).toBe(422)
  for (const role of ['Admin', 'Affiliate', 'Lead'] as const)
    expect(refusal(await invite(await member(role), { recipients })).code).toBe('forbidden')
})

test('the list has pages, and filters by state, role and search text', async () => {
  const { owner } = await office()
  const phone = '+972541237788'
  await invited(owner, { recipient: 'anna.levi@example.test', role: 'Reader' })
  const { invitation } = await invited(owner, { recipient: 'boris@example.test' })
  await invited(owner, { recipient: phone })
  await act('revoke', owner, invitation._id)
  const found = async (query: object) =>
    (await list(owner, query as Record<string, unknown>)).invitations.map(({ email, phone }) => email ?? phone)
  expect(await found({})).toEqual([phone, 'boris@example.test', 'anna.levi@example.test'])
  expect((await list(owner, { limit: 2, page: 2 })).pagination).toEqual({
    page: 2,
    limit: 2,
    total: 3,
    totalIsExact: true,
    pages: 2,
  })
  expect(await found({ limit: 2, page: 2 })).toEqual(['anna.levi@example.test'])
  expect(await found({ filters: { state: ['Revoked'] } })).toEqual(['boris@example.test'])
  expect(await found({ filters: { role: ['Reader'] } })).toEqual(['anna.levi@example.test'])
  expect(await found({ search: 'LEVI' })).toEqual(['anna.levi@example.test'])
  expect(await found({ search: '054-123' })).toEqual([phone])
  expect(await found({ search: '%' })).toEqual([])
})

test('an expired invitation can be sent again, three times a day; a revoked one cannot', async () => {
  const { owner: before } = await office()
  const { invitation, recipient, link } = await invited(before)
  const owner = await later(before, 7)
  expect((await one(owner, invitation._id))?.state).toBe('Expired')
  expect((await open(link)).body.invitation.state).toBe('Expired')
  const again = await act('resend', owner, invitation._id)
  expect(again.body.invitation).toMatchObject({ state: 'Pending', expiresAt: new Date(now + 7 * DAY).toISOString() })
  const links = await linksTo(recipient)
  expect(links).toHaveLength(2)
  expect((await open(links[1] as typeof link)).body.invitation.state).toBe('Pending')
  await act('resend', owner, invitation._id)
  await act('resend', owner, invitation._id)
  const fourth = await act('resend', owner, invitation._id)
  expect([fourth.status, fourth.headers['retry-after']]).toEqual([429, '86400'])
  await act('revoke', owner, invitation._id)
  expect(refusal(await act('resend', owner, invitation._id))).toMatchObject({ status: 409, code: 'invitation_revoked' })
  for (const sent of await linksTo(recipient)) expect((await open(sent)).body.invitation.state).toBe('Revoked')
})

test('an address whose invitation expired or was revoked can be invited again', async () => {
  const { owner: before } = await office()
  const first = await invited(before)
  const owner = await later(before, 8)
  const { body } = await invite(owner, { recipients: [first.recipient], role: 'Reader' })
  expect(body.invitations).toMatchObject([{ state: 'Pending', role: 'Reader' }])
  expect((await list(owner)).pagination.total).toBe(1)
  expect((await open(first.link)).status).toBe(404)
  await act('revoke', owner, body.invitations[0]?._id ?? '')
  await invite(owner, { recipients: [first.recipient] })
  expect((await list(owner)).invitations.map(({ state }) => state)).toEqual(['Pending', 'Revoked'])
})

test('a link to hand over is new, and the sent link still works', async () => {
  const { owner } = await office()
  const { invitation, link } = await invited(owner)
  const { body } = await act('link', owner, invitation._id)
  const { url } = body as unknown as { url: string }
  const [, id = '', token = ''] = /^http:\/\/[^/]+\/invitation\/([\w-]+)\/([\w-]+)$/.exec(url) ?? []
  expect([id, token === link.token]).toEqual([invitation._id, false])
  for (const one of [link, { id, token }]) expect((await open(one)).body.invitation.state).toBe('Pending')
})

test('invitations of a former Owner are void until another Owner sends them again', async () => {
  const { owner, member, db, businessId } = await office()
  const second = await member('Owner')
  const { invitation, link } = await invited(second)
  await db
    .updateTable('memberships')
    .set({ role: 'Reader' })
    .where('business_id', '=', businessId)
    .where('user_id', '=', second.userId)
    .execute()
  expect((await open(link)).body.invitation.state).toBe('Revoked')
  expect((await one(owner, invitation._id))?.state).toBe('Revoked')
  await act('resend', owner, invitation._id)
  expect((await open(link)).body.invitation.state).toBe('Pending')
})

test("another business's invitation is not found", async () => {
  const [mine, theirs] = [await office(), await office()]
  const { invitation } = await invited(theirs.owner)
  for (const name of ['resend', 'link', 'revoke'] as const)
    for (const id of [invitation._id, newId()])
      expect(refusal(await act(name, mine.owner, id)).code).toBe('invitation_not_found')
  expect((await list(mine.owner)).invitations).toEqual([])
})

test('a business invites at most 200 people a day, and an address gets at most ten invitations a day', async () => {
  const { owner } = await office()
  const address = anAddress()
  for (let i = 0; i < 10; i++) await invited((await office()).owner, { recipient: address })
  expect((await invite(owner, { recipients: [address] })).status).toBe(429)
  for (let i = 0; i < 4; i++)
    expect((await invite(owner, { recipients: Array.from({ length: 50 }, anAddress) })).status).toBe(201)
  expect((await invite(owner, { recipients: [anAddress()] })).status).toBe(429)
  expect((await invite(await later(owner, 1), { recipients: [anAddress()] })).status).toBe(201)
})

test('two Owners who invite the same people at once invite each once', async () => {
  const { owner, member } = await office()
  const other = await member('Owner')
  const people = Array.from({ length: 8 }, anAddress)
  const [one, two] = await Promise.all([
    invite(owner, { recipients: people }),
    invite(other, { recipients: people.toReversed() }),
  ])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(one.body.invitations.length + two.body.invitations.length).toBe(8)
  expect((await list(owner)).pagination.total).toBe(8)
})
