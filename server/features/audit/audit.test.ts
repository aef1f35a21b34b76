import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type AuditRow, type AuditValue, auditRoutes } from '#contract/audit.ts'
import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { authRoutes } from '#contract/auth/auth.ts'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { userRoutes } from '#contract/team/users.ts'
import { PASSWORD as OWNERS_PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls, wav } from '../../testing/test-calls.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { hashPassword } from '../auth/passwords.ts'

const it = await testApp()
const { send } = it
const leads = testLeads(it)

const PASSWORD = 'a quiet harbour at night'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const headers = { 'user-agent': FIREFOX }
/** Origin of requests by light-my-request. */
const HERE = { ip: '127.0.0.1', device: 'Firefox, Linux' }

async function world() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner') }
}
type As = Awaited<ReturnType<typeof world>>['owner']
const read = async (as: As, query: object = {}, more: Record<string, string> = {}) => {
  const reply = await send(auditRoutes.list, as, { query: { limit: 100, ...query } as never }, more)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const rows = async (as: As, query: object = {}) => (await read(as, query)).rows
const newest = async (as: As, query: object = {}) => (await rows(as, query))[0] as AuditRow
/** Values on one line: `—` for none, null if the change has no value before. */
const inLine = (value: AuditValue) =>
  value.map(({ name, text }) => (name === null ? text : `${name}: ${text}`)).join('; ') || '—'
const received = ({ details }: AuditRow) =>
  details.map(({ label, before, after }) => [label, before && inLine(before), inLine(after)])

const setPassword = async (userId: string) =>
  it.deps.tenants.pool
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', userId)
    .execute()

test('a sign-in is logged in each business of the person: way, origin and time', async () => {
  const [one, other] = [await world(), await world()]
  const dana = await one.member('Writer')
  await other.db
    .insertInto('memberships')
    .values({ business_id: other.businessId, user_id: dana.userId, role: 'Reader' })
    .execute()
  await setPassword(dana.userId)
  await send(authRoutes.login, undefined, { body: { email: dana.email, password: 'another one entirely' } }, headers)
  const entered = await send(authRoutes.login, undefined, { body: { email: dana.email, password: PASSWORD } }, headers)
  expect(entered.status).toBe(200)
  for (const { owner } of [one, other]) {
    const row = await newest(owner, { action: 'session.started' })
    expect(row).toMatchObject({
      event: 'session.started',
      action: 'Signed in',
      by: { kind: 'person', _id: dana.userId, name: dana.name },
      from: HERE,
    })
    expect(received(row)).toEqual([['Method', null, 'Password']])
    expect(Math.abs(Date.parse(row.at) - Date.now())).toBeLessThan(60_000)
  }
  const stranger = await world()
  expect(await rows(stranger.owner)).toEqual([])
  const { accessToken } = entered.body as { accessToken: string }
  await send(authRoutes.logout, { authorization: `Bearer ${accessToken}` }, {}, headers)
  expect(received(await newest(one.owner, { action: 'session.ended' }))).toEqual([
    ['Reason', null, 'Sign-out'],
    ['Sessions', null, '1'],
  ])
})

test('an invitation is named by its address or its phone', async () => {
  const { owner } = await world()
  for (const [recipient, name] of [
    ['noa@example.test', 'noa@example.test'],
    ['054-777-1234', '+972547771234'],
  ] as const) {
    await send(invitationRoutes.create, owner, { body: { recipients: [recipient], role: 'Writer', language: 'en' } })
    expect((await newest(owner, { action: 'member.invited' })).subject).toMatchObject({ kind: 'invitation', name })
  }
})

test('a sign-in is not logged in a business that suspended the person', async () => {
  const [one, other] = [await world(), await world()]
  const dana = await one.member('Writer')
  const suspended_at = new Date().toISOString()
  await other.db
    .insertInto('memberships')
    .values({ business_id: other.businessId, user_id: dana.userId, role: 'Reader', suspended_at })
    .execute()
  await setPassword(dana.userId)
  const entered = await send(authRoutes.login, undefined, { body: { email: dana.email, password: PASSWORD } }, headers)
  expect(entered.status).toBe(200)
  const logged = async ({ owner }: typeof one) => (await rows(owner, { action: 'session.started' })).length
  expect([await logged(one), await logged(other)]).toEqual([1, 0])
})

test('a role change shows author, member and the values before and after in the reader’s language', async () => {
  const { owner, member, businessId } = await world()
  const dana = await member('Reader')
  await send(teamRoutes.change, owner, { params: { id: dana.userId }, body: { role: 'Writer' } }, headers)
  const row = await newest(owner, { kind: 'team' })
  expect(row).toMatchObject({
    event: 'member.changed',
    action: 'Permissions changed',
    by: { kind: 'person', _id: owner.userId, name: owner.name },
    subject: { kind: 'person', _id: dana.userId, name: dana.name, isThere: true },
    from: HERE,
  })
  expect(received(row)).toEqual([['Role', 'Reader', 'Writer']])
  const hebrew = await read(owner, { kind: 'team' }, { 'accept-language': 'he' })
  expect(hebrew.rows[0]).toMatchObject({
    action: 'שינוי הרשאות',
    details: [
      { label: 'תפקיד', before: [{ name: null, text: 'צפייה בלבד' }], after: [{ name: null, text: 'טיפול בלידים' }] },
    ],
  })
  expect(businessId).toBeTruthy()
})

test('removed and leaving members are logged with their former rights', async () => {
  const { owner, member, campaignId, statusIds } = await world()
  const [dana, noa] = [await member('Writer', [campaignId]), await member('Reader', [campaignId])]
  await leads.add(owner, { campaignId, statusId: statusIds.new, assignedTo: dana.userId })
  const body = { takeOver: owner.userId }
  await send(teamRoutes.remove, owner, { params: { id: dana.userId }, body }, headers)
  const removed = await newest(owner, { kind: 'team' })
  expect(removed).toMatchObject({
    event: 'member.removed',
    action: 'Removed from the team',
    by: { kind: 'person', _id: owner.userId, name: owner.name },
    subject: { kind: 'person', _id: dana.userId, name: dana.name },
    from: HERE,
  })
  expect(received(removed)).toEqual([
    ['Role', null, 'Writer'],
    ['Open leads reassigned to', null, owner.name],
    ['Campaigns', null, 'Kitchens: Writer'],
    ['Open leads', null, '1'],
  ])
  await send(teamRoutes.leave, noa, {}, headers)
  const left = await newest(owner, { kind: 'team' })
  expect(left).toMatchObject({
    event: 'member.left',
    by: { _id: noa.userId },
    subject: { _id: noa.userId, name: noa.name },
    from: HERE,
  })
  expect(received(left)).toEqual([
    ['Role', null, 'Reader'],
    ['Campaigns', null, 'Kitchens: Reader'],
    ['Open leads', null, '0'],
  ])
})

test('fields without a value are not shown: a member without campaigns, a removal without an assignee', async () => {
  const { owner, member } = await world()
  const [dana, noa] = [await member('Writer'), await member('Reader')]
  await send(teamRoutes.leave, noa, {})
  await send(teamRoutes.remove, owner, { params: { id: dana.userId }, body: { takeOver: null } })
  for (const [row, role] of (await rows(owner, { kind: 'team' })).map(
    (row, i) => [row, ['Writer', 'Reader'][i]] as const,
  ))
    expect(received(row)).toEqual([
      ['Role', null, role],
      ['Open leads', null, '0'],
    ])
})

test('creation, use, disabling and deletion of a key are logged', async () => {
  const { owner, campaignId } = await world()
  const wanted = { name: 'Website', scopes: ['leads:write' as const], campaignIds: [campaignId] }
  const { body } = await send(apiKeyRoutes.create, owner, { body: { ...wanted, password: OWNERS_PASSWORD } }, headers)
  const keyId = body.apiKey._id
  const lead = await leads.add({ authorization: `Bearer ${body.key}` }, { name: 'Noa', campaignId })
  await send(apiKeyRoutes.change, owner, { params: { id: keyId }, body: { isActive: false } }, headers)
  await send(apiKeyRoutes.remove, owner, { params: { id: keyId } }, headers)
  const [deleted, off, made] = await rows(owner, { kind: 'keys' })
  expect(made).toMatchObject({
    event: 'key.created',
    subject: { kind: 'key', name: 'Website', isThere: false },
    from: HERE,
  })
  expect(received(made as AuditRow)).toEqual([
    ['Scopes', null, 'leads:write'],
    ['Campaigns', null, 'Kitchens'],
    ['Requests per minute', null, '600'],
  ])
  expect(received(off as AuditRow)).toEqual([['Active', 'Yes', 'No']])
  expect(deleted).toMatchObject({ event: 'key.deleted', by: { _id: owner.userId } })
  const [used] = await rows(owner, { kind: 'leads' })
  expect(used).toMatchObject({
    event: 'lead.created',
    by: { kind: 'key', _id: keyId },
    subject: { kind: 'lead', _id: lead._id, name: 'Noa', campaignId, isThere: true },
    from: { ip: '127.0.0.1' },
  })
  expect((await rows(owner, { by: keyId })).map(({ event }) => event)).toEqual(['lead.created'])
  expect((await rows(owner, { about: keyId })).map(({ event }) => event)).toEqual([
    'key.deleted',
    'key.changed',
    'key.created',
  ])
})

test('change, deletion and restoration of a lead are logged, and its erasure removes the personal data', async () => {
  const { owner, campaignId, db } = await world()
  const lead = await leads.add(owner, { name: 'Dana', campaignId })
  await leads.change(owner, lead._id, { name: 'Dana Levi', value: 250_000 }, headers)
  await send(leadRoutes.remove, owner, { body: { leadIds: [lead._id] } as never }, headers)
  await send(leadRoutes.restore, owner, { body: { leadIds: [lead._id] } as never }, headers)
  const found = await rows(owner, { about: lead._id })
  expect(found.map(({ event }) => event)).toEqual(['lead.restored', 'lead.deleted', 'lead.changed', 'lead.created'])
  expect(received(found[2] as AuditRow)).toEqual([
    ['Value', '—', '₪2,500.00'],
    ['Name', 'Dana', 'Dana Levi'],
  ])
  expect(found[1]?.from).toEqual(HERE)
  await it.deps.workerDb.updateTable('events').set({ personal: null }).where('lead_id', '=', lead._id).execute()
  const erased = (await rows(owner, { about: lead._id }))[2] as AuditRow
  expect([erased.by._id, erased.from, received(erased)]).toEqual([owner.userId, null, [['Value', '—', '₪2,500.00']]])
  expect(await db.selectFrom('events').select('id').where('lead_id', '=', lead._id).execute()).toHaveLength(4)
})

test('listening to a recording and the export of calls are logged', async () => {
  const business = await world()
  const { owner } = business
  const made = await testCalls(it, business)
  const callId = await made.call()
  await made.stored(callId, wav(0.01))
  await send(callRoutes.recordingLink, owner, { params: { id: callId }, body: {} }, headers)
  const { body } = await send(callRoutes.exportLink, owner, { body: { search: '054-123' } })
  expect(await rows(owner, { action: 'calls.exported' })).toEqual([])
  await it.app.inject({ url: body.url, headers: { host: 'localhost', ...headers } })
  const [exported, heard] = await rows(owner, { kind: 'takings' })
  expect(exported).toMatchObject({ event: 'calls.exported', by: { _id: owner.userId }, from: HERE })
  expect(received(exported as AuditRow)).toEqual([['Filter', null, 'Search: 054-123']])
  expect(heard).toMatchObject({
    event: 'recording.heard',
    by: { _id: owner.userId },
    subject: { kind: 'call', _id: callId, campaignId: business.campaignId },
    from: HERE,
  })
  expect(received(heard as AuditRow)).toEqual([['Downloaded', null, 'No']])
})

test('changes of business settings, blacklist and own account are logged', async () => {
  const { owner } = await world()
  await send(businessRoutes.change, owner, { body: { brandName: 'Oak', phone: '03-612-3456' } }, headers)
  await send(userRoutes.update, owner, { body: { name: 'Ruth Bar' } }, headers)
  const blocked = { kind: 'number' as const, phone: '054-765-4321', campaignId: null, reason: 'Spam', expiresAt: null }
  await send(blacklistRoutes.create, owner, { body: blocked }, headers)
  const [blacklisted, account, changed] = await rows(owner)
  expect(received(changed as AuditRow)).toEqual([
    ['Brand name', '—', 'Oak'],
    ['Phone', '—', '+97236123456'],
  ])
  expect(received(account as AuditRow)).toEqual([['Name', owner.name, 'Ruth Bar']])
  expect(blacklisted).toMatchObject({ event: 'blacklist.added', subject: { kind: 'blacklist', name: '+972547654321' } })
  // Names and phones are stored where they can be erased.
  const stored = await it.deps.workerDb
    .selectFrom('events')
    .select('payload')
    .where('business_id', '=', owner['x-business-id'] ?? '')
    .execute()
  expect(JSON.stringify(stored)).not.toMatch(/Ruth|36123456|547654321|Spam|127\.0\.0\.1|Firefox/)
})

test('only Owners read and export it, and only that of their business', async () => {
  const { owner, member, campaignId, apiKey } = await world()
  const others = [await member('Admin'), await member('Writer', [campaignId]), await member('Affiliate', [campaignId])]
  const key = await apiKey(['leads:read', 'leads:write', 'calls:read'])
  for (const as of [...others, key]) {
    expect((await send(auditRoutes.list, as, { query: {} })).status).toBe(403)
    expect((await send(auditRoutes.choices, as, { query: {} })).status).toBe(403)
    expect((await send(auditRoutes.exportLink, as, { body: {} })).status).toBe(403)
  }
  await leads.add(owner, { campaignId })
  const other = await world()
  expect(await rows(other.owner, { about: campaignId })).toEqual([])
  expect(await rows(other.owner, { by: owner.userId })).toEqual([])
  expect((await rows(owner)).length).toBe(1)
})

describe('pages and filters', async () => {
  test('go back and forth without skipping or repeating a row', async () => {
    const { owner, campaignId } = await world()
    for (let i = 0; i < 7; i++) await leads.add(owner, { campaignId, name: `Lead ${i}` })
    const all = (await rows(owner)).map(({ subject }) => subject?.name)
    expect(all).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `Lead ${i}`))
    const namesOf = (page: Awaited<ReturnType<typeof read>>) => page.rows.map(({ subject }) => subject?.name)
    const first = await read(owner, { limit: 3 })
    expect([namesOf(first), first.hasNewer, first.hasOlder]).toEqual([all.slice(0, 3), false, true])
    const second = await read(owner, { limit: 3, before: first.rows.at(-1)?.position })
    expect([namesOf(second), second.hasNewer, second.hasOlder]).toEqual([all.slice(3, 6), true, true])
    const third = await read(owner, { limit: 3, before: second.rows.at(-1)?.position })
    expect([namesOf(third), third.hasNewer, third.hasOlder]).toEqual([all.slice(6), true, false])
    const back = await read(owner, { limit: 3, after: third.rows[0]?.position })
    expect([namesOf(back), back.hasNewer, back.hasOlder]).toEqual([all.slice(3, 6), true, true])
  })

  test('by person, kind, action and day', async () => {
    const { owner, member, campaignId, db } = await world()
    const dana = await member('Writer', [campaignId])
    const lead = await leads.add(owner, { campaignId })
    await leads.comment(dana, lead._id, 'Called back')
    expect((await rows(owner, { by: dana.userId })).map(({ event }) => event)).toEqual(['lead.commented'])
    expect((await rows(owner, { action: 'lead.created' })).map(({ event }) => event)).toEqual(['lead.created'])
    expect(await rows(owner, { kind: 'team' })).toEqual([])
    await send(businessRoutes.change, owner, { body: { brandName: 'Oak' } })
    const others = (await rows(owner)).filter(({ event }) => !event.startsWith('lead.'))
    expect(others).toHaveLength(1)
    expect(await rows(owner, { without: 'leads' })).toEqual(others)
    expect(refusal(await send(auditRoutes.list, owner, { query: { before: 'here' } })).status).toBe(422)
    const [{ at } = { at: '' }] = await db.selectFrom('events').select('at').where('lead_id', '=', lead._id).execute()
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jerusalem' }).format(new Date(at))
    expect(await rows(owner, { from: today, to: today })).toHaveLength(3)
    expect(await rows(owner, { to: '2020-01-01' })).toEqual([])
    expect(await rows(owner, { from: '2199-01-01' })).toEqual([])
  })
})

test('filter choices have names, also of former members and deleted items, and only of this business', async () => {
  const { owner, member, campaignId, db } = await world()
  const [dana, noa] = [await member('Writer'), await member('Reader')]
  const lead = await leads.add(owner, { campaignId, name: 'Gal Peretz' })
  await send(teamRoutes.leave, noa, {})
  await db.updateTable('campaigns').set({ deleted_at: new Date().toISOString() }).where('id', '=', campaignId).execute()
  const choices = async (about?: string, as = owner) =>
    (await send(auditRoutes.choices, as, { query: { ...(about && { about }) } })).body
  const { people, campaigns, about } = await choices()
  expect(people.find(({ _id }) => _id === dana.userId)).toMatchObject({ name: dana.name, email: dana.email })
  expect(people.find(({ _id }) => _id === noa.userId)).toEqual({
    _id: noa.userId,
    name: noa.name,
    email: null,
    phone: null,
  })
  expect([campaigns, about]).toEqual([[{ _id: campaignId, name: 'Kitchens' }], null])
  for (const [id, name] of [
    [lead._id, 'Gal Peretz'],
    [noa.userId, noa.name],
    [campaignId, 'Kitchens'],
  ] as const)
    expect((await choices(id)).about).toEqual({ _id: id, name })
  const stranger = await world()
  for (const id of [lead._id, noa.userId, campaignId]) expect((await choices(id, stranger.owner)).about).toBeNull()
})

test('the file has the rows of the list, for one person and period, without formulas', async () => {
  const { owner, campaignId, member } = await world()
  await leads.add(owner, { campaignId, name: '=HYPERLINK("x")' })
  const { body } = await send(auditRoutes.exportLink, owner, { body: { kind: 'leads' } })
  const file = await it.app.inject({ url: body.url, headers: { host: 'localhost', ...headers } })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, line, end] = file.body.split('\r\n')
  expect(head).toBe('\ufeffTime,Who,What,About,Details,Address,Device')
  expect(line).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Person \w{6},New lead,"'=HYPERLINK\(""x""\)",Source: \u2068Manual\u2069,127\.0\.0\.1,lightMyRequest$/,
  )
  expect(end).toBe('')
  expect(await newest(owner)).toMatchObject({ event: 'audit.exported', by: { _id: owner.userId }, from: HERE })
  const whole = await it.app.inject({ url: (await send(auditRoutes.exportLink, owner, { body: {} })).body.url })
  expect(whole.body.split('\r\n').slice(1, -1)).toHaveLength((await rows(owner)).length)
  expect((await it.app.inject({ url: body.url.replace(/s=.{8}/, 's=AAAAAAAA') })).statusCode).toBe(404)
  const later = await testApp({ now: () => new Date(Date.now() + 5 * 60_000) })
  expect((await later.app.inject({ url: body.url })).statusCode).toBe(404)
  expect((await it.app.inject({ url: body.url })).statusCode).toBe(200)
  const second = await member('Owner')
  await send(teamRoutes.change, second, {
    params: { id: owner.userId },
    body: { password: OWNERS_PASSWORD, role: 'Reader' },
  })
  expect((await it.app.inject({ url: body.url })).statusCode).toBe(404)
})

test('times in the file are those in Israel, in summer and in winter', async () => {
  const { owner, db, businessId, campaignId } = await world()
  for (const at of ['2026-01-31T22:04:09Z', '2026-07-01T21:30:05Z'])
    await sql`insert into events (business_id, id, campaign_id, name, actor, payload, at)
      select ${businessId}, gen_random_uuid(), ${campaignId}, 'campaign.changed', '{"system": true}',
        jsonb_build_object('campaignId', ${campaignId}::text, 'changes',
          jsonb_build_object('expiresAt', jsonb_build_array(null, ${at}::text))), ${at}::timestamptz`.execute(db)
  const { body } = await send(auditRoutes.exportLink, owner, { body: { action: 'campaign.changed' } })
  const { body: file } = await it.app.inject({ url: body.url })
  const lines = file.split('\r\n').slice(1, -1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['2026-07-02 00:30:05', '2026-02-01 00:04:09'])
  expect(lines[0]).toContain('2026-07-02 00:30:05\u2069')
})

test('names, roles and phones are separate parts, isolated in the file whatever their direction', async () => {
  const business = await world()
  const { owner, member, db, campaignId } = business
  await db.updateTable('campaigns').set({ name: 'מטבחים – Google' }).where('id', '=', campaignId).execute()
  const noa = await member('Reader', [campaignId])
  await send(teamRoutes.leave, noa, {})
  await send(businessRoutes.change, owner, { body: { phone: '03-612-3456' } })
  const blocked = { kind: 'number' as const, phone: '054-765-4321', campaignId: null, reason: 'Spam', expiresAt: null }
  await send(blacklistRoutes.create, owner, { body: blocked })
  const made = await testCalls(it, business)
  const { body: calls } = await send(callRoutes.exportLink, owner, {
    body: { campaignId: [campaignId], filters: { missed: true, number: [made.number.id] }, search: '054-123' },
  })
  await it.app.inject({ url: calls.url })
  const [exported] = await rows(owner, { kind: 'takings' })
  expect(new Set(exported?.details[0]?.after)).toEqual(
    new Set([
      { name: 'Campaign', text: 'מטבחים – Google' },
      { name: 'Missed calls', text: 'Yes' },
      { name: 'Number', text: made.number.phone },
      { name: 'Search', text: '054-123' },
    ]),
  )
  const left = (await rows(owner, { action: 'member.left' }))[0]
  expect(left?.details[1]?.after).toEqual([{ name: 'מטבחים – Google', text: 'Reader' }])
  const { body } = await send(auditRoutes.exportLink, owner, { body: {} })
  const { body: file } = await it.app.inject({ url: body.url })
  // First strong isolate … pop; phones: left-to-right isolate … pop.
  expect(file).toContain('Campaigns: \u2068מטבחים – Google\u2069: \u2068Reader\u2069')
  expect(file).toContain('Phone: — → \u206603-612-3456\u2069')
  expect(file).toContain(',Number blocked,054-765-4321,')
  expect(file).not.toContain('+972')
})

test('it is append-only: the app may insert events, and neither change nor delete them', async () => {
  const { owner, campaignId, db } = await world()
  await leads.add(owner, { campaignId })
  const denied = /permission denied/
  await expect(db.updateTable('events').set({ name: 'lead.changed' }).execute()).rejects.toThrow(denied)
  await expect(db.updateTable('events').set({ personal: null }).execute()).rejects.toThrow(denied)
  await expect(db.deleteFrom('events').execute()).rejects.toThrow(denied)
  // Jobs may clear only the personal data of an event.
  const { workerDb } = it.deps
  for (const column of ['name', 'actor', 'payload', 'at'] as const)
    await expect(
      workerDb
        .updateTable('events')
        .set({ [column]: null })
        .execute(),
    ).rejects.toThrow(denied)
  expect(await rows(owner)).toHaveLength(1)
})

test('newest first, whatever the number of digits of the transaction ids', async () => {
  const { owner, db, businessId, campaignId } = await world()
  for (const transaction of ['9', '10', '11'])
    await sql`insert into events (business_id, id, campaign_id, name, actor, payload, xid)
      select ${businessId}, gen_random_uuid(), ${campaignId}, 'campaign.changed', '{"system": true}',
        jsonb_build_object('campaignId', ${campaignId}::text, 'changes',
          jsonb_build_object('name', jsonb_build_array('', ${transaction}::text))), ${transaction}::xid8`.execute(db)
  const names = async (query: object) =>
    (await rows(owner, { action: 'campaign.changed', ...query })).map((row) => received(row)[0]?.[2])
  expect(await names({})).toEqual(['11', '10', '9'])
  const [, second] = await rows(owner, { action: 'campaign.changed', limit: 2 })
  expect(await names({ before: second?.position })).toEqual(['9'])
})
