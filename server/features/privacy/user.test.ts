import { afterEach, expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { authRoutes } from '#contract/auth/auth.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { withClient } from '../../platform/db/connections.ts'
import { newId } from '../../platform/ids.ts'
import { PASSWORD, refreshOf, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testSavedViews } from '../../testing/features/test-saved-views.ts'
import { aPng } from '../../testing/files/test-images.ts'
import { readZip } from '../../testing/read-zip.ts'
import { tablesWith } from '../../testing/routes/text-search.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { ERASED_NAME } from './user-erasure.queries.ts'

const errors: unknown[] = []
afterEach(() => expect(errors.splice(0)).toEqual([]))
const it = await testApp({ errors })
const accounts = testAccounts(it)
const leads = testLeads(it)

let people = 0
/** Creates a person with a password, an image and a membership, who acted in the business. */
async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const number = 6_600_000 + ++people
  const letter = 'abcdefghij'[people] ?? ''
  const NAME = `Zipporah Quag${letter}mire`
  const browser = `Zebrafox${letter}/9.9 (Quagga OS)`
  const agent = { 'user-agent': browser }
  const email = `zipporah.${letter}@quagga.example`
  const person = await accounts.verified({ email, phone: `+97254${number}` })
  await it.deps.tenants.pool
    .updateTable('users')
    .set({ name: NAME, status: 'Active' })
    .where('id', '=', person.userId)
    .execute()
  const signedIn = await it.send(
    authRoutes.login,
    undefined,
    { body: { email, password: PASSWORD, remember: false } as never },
    agent,
  )
  const as = { authorization: `Bearer ${(signedIn.body as { accessToken: string }).accessToken}` }
  const { db, businessId, campaignId } = business
  await it.send(invitationRoutes.create, owner, {
    body: { recipients: [email], role: 'Writer', language: 'en', message: `Dear ${NAME}` },
  })
  await db
    .insertInto('memberships')
    .values({ business_id: businessId, user_id: person.userId, role: 'Writer' })
    .execute()
  await db
    .insertInto('campaign_members')
    .values({ business_id: businessId, campaign_id: campaignId, user_id: person.userId, role: 'Writer' })
    .execute()
  await db
    .insertInto('join_requests')
    .values({
      business_id: businessId,
      id: newId(),
      user_id: person.userId,
      asked_at: new Date().toISOString(),
      note: `I am ${NAME}`,
    })
    .execute()
  const asked = { requestId: newId(), userId: person.userId, source: '', campaignId }
  const personal = { name: NAME, email, phone: `+97254${number}`, from: { ip: '192.0.2.77', agent: browser } }
  await db
    .insertInto('events')
    .values({
      business_id: businessId,
      id: newId(),
      campaign_id: campaignId,
      name: 'join.asked',
      actor: JSON.stringify({ userId: person.userId }),
      payload: JSON.stringify(asked),
      personal: JSON.stringify(personal),
    })
    .execute()
  await db
    .insertInto('events')
    .values({
      business_id: businessId,
      id: newId(),
      campaign_id: campaignId,
      name: 'member.limited',
      actor: JSON.stringify({ system: true }),
      payload: JSON.stringify({ userId: person.userId, campaignId }),
      personal: JSON.stringify({ name: NAME }),
    })
    .execute()
  await db
    .updateTable('campaigns')
    .set({ email_notifications: [email, 'office@alon.example'] })
    .execute()
  await business.confirm('mail', [email, 'office@alon.example'])
  it.deps.caches.endAll()
  const member = { ...as, 'x-business-id': businessId }
  await it.send(avatarRoutes.user, as, { file: await aPng() })
  const lead = await leads.add(await business.apiKey(), { campaignId, name: 'Dana Levi' })
  const said = { params: { id: lead._id }, body: { text: 'Called twice' } }
  await it.send(commentRoutes.add, member, said, { ...agent, 'idempotency-key': newId() })
  const view = await testSavedViews(it).saved(member, 'Own view', { query: { look: 'table', search: NAME } })
  await testSavedViews(it).change(member, view, { isDefault: true })
  const { call } = await testCalls(it, business)
  const callId = await call({ answered_by: person.userId, answered_phone: `+97254${number}` })
  await db
    .insertInto('call_attempts')
    .values({
      business_id: businessId,
      call_id: callId,
      step: 1,
      place: 0,
      kind: 'phone',
      user_id: person.userId,
      phone: `+97254${number}`,
      started_at: new Date().toISOString(),
    })
    .execute()
  await leads.relayed()
  const erase = (typed = email, password = PASSWORD) =>
    it.send(privacyRoutes.eraseSelf, as, { body: { typed, password } })
  return {
    ...business,
    owner,
    person,
    email,
    digits: `54${number}`,
    as,
    member,
    lead,
    erase,
    cookie: refreshOf(signedIn.cookies),
    name: NAME,
    browser,
  }
}
const placesOf = (values: string[]) => withClient(it.urls.adminUrl, (admin) => tablesWith(admin, values))

test('a person exports all data about them', async () => {
  const { as, email, member, name, browser, owner, person } = await world()
  const { url } = (await it.send(privacyRoutes.ownFile, as, {})).body
  const reply = await it.app.inject({ url })
  const files = readZip(reply.rawPayload)
  expect([...files.keys()]).toEqual(['my-data.json', 'image.webp'])
  const own = JSON.parse(files.get('my-data.json')?.toString() ?? '')
  expect(Object.keys(own)).toEqual([
    ...['madeAt', 'account', 'sessions', 'passkeys', 'googleAccounts', 'businesses', 'notifications', 'notNotified'],
    ...['messagesSent', 'requestsToJoin', 'invitations', 'calendars', 'calendarTimes', 'calendarFeeds', 'pushDevices'],
  ])
  expect(own).toMatchObject({
    account: { name, email, hasPassword: true },
    businesses: [
      { role: 'Writer', comments: [{ text: 'Called twice' }], savedViews: [{ name: 'Own view', list: 'leads' }] },
    ],
    requestsToJoin: [{ note: `I am ${name}` }],
    invitations: [{ email, message: `Dear ${name}` }],
  })
  expect(own.sessions).toContainEqual(expect.objectContaining({ browser }))
  expect(own.businesses[0].actions.map(({ event }: { event: string }) => event)).toContain('lead.commented')
  expect(JSON.stringify(own), 'whom it was about is not theirs').not.toContain('Dana')
  const { rows } = (await it.send(auditRoutes.list, owner, { query: {} })).body
  expect(rows.slice(0, 1)).toMatchObject([
    { action: 'Own data exported', by: { name, _id: person.userId }, from: { ip: '127.0.0.1' } },
  ])
  await it.send(authRoutes.logout, member, {})
  it.deps.caches.endAll()
  expect((await it.app.inject({ url })).statusCode).toBe(404)
})

test('no data of a deleted account is left in any table, and the record of their actions stays', async () => {
  const { as, owner, person, email, digits, lead, erase, cookie, name, browser } = await world()
  const values = [name, email, digits, browser]
  const before = await placesOf(values)
  expect(Object.values(before).map((tables) => tables.length > 0)).toEqual([true, true, true, true])
  const { image } = await it.deps.tenants.pool
    .selectFrom('users')
    .select('image')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  expect((await it.app.inject({ url: image as string })).statusCode).toBe(200)

  expect((await erase()).status).toBe(200)
  await leads.relayed()

  expect(await placesOf(values)).toEqual(Object.fromEntries(values.map((value) => [value, []])))
  expect((await it.app.inject({ url: image as string })).statusCode).toBe(404)
  expect((await it.send(authRoutes.getCurrentUser, as, {})).status).toBe(401)
  expect((await accounts.refresh(cookie)).status).toBe(401)
  const { history } = (await leads.history(owner, lead._id)).body
  expect(history.find(({ event }) => event === 'lead.commented')).toMatchObject({
    by: { _id: person.userId, name: ERASED_NAME },
    comment: 'Called twice',
  })
  expect((await it.send(authRoutes.login, undefined, { body: { email, password: PASSWORD } as never })).status).toBe(
    401,
  )
  expect((await accounts.register({ email, phone: `0${digits}` })).userId, 'the address is free').toBeTruthy()
})

test('the person’s own rows are deleted; their actions in the business keep their id', async () => {
  const { businessId, person, email, erase } = await world()
  const at = "now() + interval '1 hour'"
  const own: Record<string, string> = {
    passkeys: `gen_random_uuid(), $1, 'credential', '\\x00', 0, '{}', 'Laptop', ${at}, null`,
    two_factor: `$1, '\\x00', null, 0`,
    recovery_codes: `$1, '\\x00'`,
    google_accounts: `'https://accounts.example', 'subject', $1, '${email}', ${at}`,
    pending_sign_ins: `'\\x00', $1, false, 0, ${at}`,
    password_resets: `'\\x00', $1, ${at}, null`,
    email_changes: `$1, 'new.${email}', '\\x00', '\\x01', null, null, ${at}`,
    phone_codes: `$1, '+972546600000', '\\x00', 0, now(), ${at}`,
    notification_choices: `'${businessId}', $1, 'receiving_a_lead', true, true, false, false, false, true`,
    member_quiet_hours: `'${businessId}', $1, 0, 60`,
    softphones: `'${businessId}', $1, 'away', now()`,
  }
  const held = () =>
    withClient(it.urls.adminUrl, async (admin) => {
      const { rows: tables } = await admin.query<{ name: string }>(`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
      const each = tables.map(
        ({ name }) => `select '${name}' as name where exists (select from ${name} where user_id = $1)`,
      )
      const { rows } = await admin.query<{ name: string }>(each.join(' union all '), [person.userId])
      return rows.map(({ name }) => name)
    })
  await withClient(it.urls.adminUrl, async (admin) => {
    for (const [table, values] of Object.entries(own))
      await admin.query(`insert into ${table} values (${values})`, [person.userId])
  })
  expect(await held()).toEqual(
    expect.arrayContaining([...Object.keys(own), 'sessions', 'join_requests', 'saved_view_defaults']),
  )
  expect((await erase()).status).toBe(200)
  expect(await held()).toEqual(['call_attempts', 'events', 'lead_comments', 'memberships'])
})

test('password and address are required; the only Owner of a business cannot delete the account', async () => {
  const { erase, person, db, owner, email } = await world()
  expect(refusal(await erase('another@person.example')).issues).toEqual({
    typed: 'This is not the email address of this account',
  })
  expect(refusal(await erase(email, 'wrong password')).issues.password).toBeTruthy()
  await db.updateTable('memberships').set({ role: 'Owner' }).where('user_id', '=', person.userId).execute()
  await db.updateTable('memberships').set({ role: 'Reader' }).where('user_id', '=', owner.userId).execute()
  it.deps.caches.endAll()
  const { name } = await db.selectFrom('businesses').select('name').executeTakeFirstOrThrow()
  const held = async () => (await it.send(teamRoutes.leaving, person, {})).body.soleOwnerOf
  expect(await held()).toEqual([{ _id: expect.any(String), name }])
  const refused = refusal(await erase())
  expect([refused.status, refused.code]).toEqual([409, 'sole_owner'])
  expect(refused.message).toBe(
    `You are the only Owner of ${name}. Make another member an Owner there, or close the business, and then delete your account`,
  )
  await db.updateTable('memberships').set({ role: 'Owner' }).where('user_id', '=', owner.userId).execute()
  expect(await held()).toEqual([])
  expect((await erase(` ${email.toUpperCase()} `)).status).toBe(200)
  expect((await erase()).status).toBe(401)
})

test('businesses that demand two factors are left, too, and suspended memberships lose their roles', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { campaignId, db, statusIds } = business
  const writer = await business.member('Writer', [campaignId])
  const open = await leads.add(owner, { campaignId, statusId: statusIds.new, assignedTo: writer.userId })
  await db.updateTable('businesses').set({ requires_two_factor: true }).execute()
  const other = await it.newBusiness()
  const place = { user_id: writer.userId, role: 'Reader' }
  await other.db
    .insertInto('memberships')
    .values({ ...place, business_id: other.businessId, suspended_at: '2026-03-01T08:00:00Z' })
    .execute()
  await other.db
    .insertInto('campaign_members')
    .values({ ...place, business_id: other.businessId, campaign_id: other.campaignId })
    .execute()
  it.deps.caches.endAll()
  expect((await leads.page(writer)).status).toBe(403)

  const { email } = writer
  expect((await it.send(privacyRoutes.eraseSelf, writer, { body: { typed: email, password: PASSWORD } })).status).toBe(
    200,
  )

  const lead = await db.selectFrom('leads').select('assigned_to').where('id', '=', open._id).executeTakeFirstOrThrow()
  expect(lead.assigned_to).toBeNull()
  const left = await db.selectFrom('events').select(['actor', 'payload']).where('name', '=', 'member.left').execute()
  expect(left).toMatchObject([{ actor: { userId: writer.userId }, payload: { role: 'Writer', openLeads: 1 } }])
  for (const one of [business, other])
    expect(
      await one.db.selectFrom('campaign_members').select('role').where('user_id', '=', writer.userId).execute(),
    ).toEqual([])
})

test('messages about people with the same name, or a name that contains it, stay', async () => {
  const { member, businessId } = await it.newBusiness()
  const owner = await member('Owner')
  const { url } = (await it.send(waitingListRoutes.changeLink, owner, { body: { isEnabled: true } })).body.link
  const key = url.split('/').at(-1) ?? ''
  const asks = async (name: string, note: string) => {
    const person = await it.person()
    await it.deps.tenants.pool.updateTable('users').set({ name }).where('id', '=', person.userId).execute()
    await it.send(waitingListRoutes.ask, person, { params: { key }, body: { note } })
    return person
  }
  const dan = await asks('Dan', 'The one who goes')
  await asks('Dan', 'Another one')
  await asks('Dana', 'Dan is within')
  await leads.relayed()
  const received = async () => {
    const { data } = (await it.send(notificationRoutes.list, owner, { query: {} })).body
    return data.map(({ title }) => title).sort()
  }
  const mails = () =>
    it.deps.workerDb
      .selectFrom('messages')
      .select(['subject', 'body'])
      .where('business_id', '=', businessId)
      .where('state', '=', 'sent')
      .orderBy('id')
      .execute()
  await waitFor(async () => (await mails()).length === 3)
  const before = await mails()
  expect(await received()).toEqual(['Dan requested to join', 'Dan requested to join', 'Dana requested to join'])
  expect(before[0]?.body).toContain('The one who goes')

  await it.send(privacyRoutes.eraseSelf, dan, { body: { typed: dan.email, password: PASSWORD } })

  expect(await received()).toEqual(['Dan requested to join', 'Dana requested to join'])
  expect(await mails()).toEqual([{ subject: null, body: null }, ...before.slice(1)])
})
