import { describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { routes } from '#contract/index.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { testForms } from '../../testing/test-forms.ts'
import { openStream } from '../../testing/test-stream.ts'

const START = Date.parse('2026-11-21T10:00:00Z')
const it = await testApp({ now: () => new Date(START) })
const base = await it.listen()
const { make, get, open, post } = testForms(it)

const world = async () => {
  const business = await it.newBusiness()
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer', [business.campaignId])]
  const { name } = (await it.send(businessRoutes.get, owner, {})).body.business
  return { ...business, owner, writer, name }
}
const close = (as: Credentials, name: string) =>
  it.send(businessRoutes.close, as, { body: { name, password: PASSWORD } })
const reopen = (as: Credentials) => it.send(businessRoutes.reopen, as, {})
const codeOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]
const mailsOf = (businessId: string) =>
  it.deps.workerDb
    .selectFrom('messages')
    .select(['recipient', 'subject', 'body'])
    .where('business_id', '=', businessId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const eventsOf = async (businessId: string) => {
  const rows = await it.deps.workerDb
    .selectFrom('events')
    .select(['name', 'actor', 'payload'])
    .where('business_id', '=', businessId)
    .where('name', 'like', 'business.%')
    .orderBy('id')
    .execute()
  return rows
}

describe('closing a business', () => {
  test('gives it thirty days, which every member sees, and mails each in their language', async () => {
    const { businessId, owner, writer, name, db } = await world()
    const reader = await it.person('Active', 'he')
    const left = await it.person()
    for (const [{ userId }, suspended_at] of [[reader, null] as const, [left, new Date(START).toISOString()] as const])
      await db
        .insertInto('memberships')
        .values({ business_id: businessId, user_id: userId, role: 'Reader', suspended_at })
        .execute()
    const { status, body } = await close(owner, ` ${name} `)
    expect([status, body]).toEqual([200, { success: true, closesAt: '2026-12-21T10:00:00.000Z' }])
    for (const as of [owner, writer, reader]) {
      const [own] = (await it.send(authRoutes.getCurrentUser, as, {})).body.businesses
      expect(own?.business).toMatchObject({ _id: businessId, closesAt: '2026-12-21T10:00:00Z' })
    }
    const mails = await mailsOf(businessId)
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([owner.email, writer.email, reader.email].sort())
    const english = mails.find(({ recipient }) => recipient === writer.email)
    expect(english?.subject).toBe(`${name} was closed and will be erased on December 21, 2026`)
    expect(english?.body).toContain(`${owner.name} closed the business ${name}`)
    expect(english?.body).toContain(`/b/${businessId}/campaigns`)
    expect(mails.find(({ recipient }) => recipient === reader.email)?.subject).toBe(
      `העסק ${name} נסגר ויימחק ב־21 בדצמבר 2026`,
    )
    expect(await eventsOf(businessId)).toEqual([
      {
        name: 'business.closed',
        actor: { userId: owner.userId },
        payload: expect.objectContaining({ closesAt: '2026-12-21T10:00:00.000Z' }),
      },
    ])
  })

  test('needs its exact name, and an Owner', async () => {
    const { businessId, owner, writer, name, member } = await world()
    const wrong = await close(owner, `${name}!`)
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { code: 'invalid_input', issues: [{ path: 'name', message: 'The name does not match' }] },
    ])
    for (const as of [writer, await member('Admin')]) expect(codeOf(await close(as, name))).toEqual([403, 'forbidden'])
    expect(codeOf(await reopen(writer))).toEqual([403, 'forbidden'])
    expect(await mailsOf(businessId)).toEqual([])
    expect((await it.send(businessRoutes.get, owner, {})).body.business.closesAt).toBeNull()
  })

  test('happens once, however many Owners close it at the same moment', async () => {
    const { businessId, owner, member, name } = await world()
    const owners = [owner, await member('Owner'), await member('Owner')]
    const replies = await Promise.all(owners.map((as) => close(as, name)))
    expect(replies.map(codeOf).sort()).toEqual([
      [200, undefined],
      [403, 'business_closing'],
      [403, 'business_closing'],
    ])
    expect(await mailsOf(businessId)).toHaveLength(4)
    expect(await eventsOf(businessId)).toHaveLength(1)
  })

  test('refuses writes by keys, forms and people', async () => {
    const { campaignId, owner, writer, name, apiKey } = await world()
    const form = await make(owner, campaignId)
    const { authorization } = await apiKey(['leads:write', 'leads:read'])
    const key = { authorization }
    const lead = () => ({ body: { name: 'Dana', phone: aPhone(), campaignId } })
    expect((await it.send(leadRoutes.create, key, lead())).status).toBe(201)
    const opened = await open(form)
    await close(owner, name)
    expect(codeOf(await it.send(leadRoutes.create, key, lead()))).toEqual([403, 'business_closing'])
    expect((await get(`/f/${form.key}`)).statusCode).toBe(410)
    expect((await post(opened.action, { ...opened.values, name: 'Dana', phone: aPhone() })).statusCode).toBe(410)
    for (const as of [owner, writer])
      expect(codeOf(await it.send(leadRoutes.create, as, lead()))).toEqual([403, 'business_closing'])
    expect(codeOf(await it.send(businessRoutes.change, owner, { body: { name: 'Another' } }))).toEqual([
      403,
      'business_closing',
    ])
    const { leads, pagination } = (await it.send(leadRoutes.list, key, { query: {} })).body
    expect([leads.length, pagination.total]).toEqual([1, 1])
  })

  test('lets its members read, and mark as read', async () => {
    const { campaignId, owner, writer, name } = await world()
    const phone = aPhone()
    const { body } = await it.send(leadRoutes.create, owner, { body: { name: 'Dana', phone, campaignId } })
    await close(owner, name)
    const { _id: id } = body.lead
    expect((await it.send(leadRoutes.get, writer, { params: { id } })).body.lead.phone).toBe(phone)
    expect((await it.send(leadRoutes.read, writer, { params: { id }, body: { isRead: true } })).status).toBe(200)
    expect((await it.send(campaignRoutes.list, writer, { query: {} })).body.campaigns).toHaveLength(1)
  })

  test('reaches the streams of all members at once, regardless of their campaigns', async () => {
    const { businessId, owner, member, name } = await world()
    const stream = await openStream(base, (await member('Reader')).authorization)
    await stream.heard('ready')
    await close(owner, name)
    await stream.heard('change')
    expect(stream.changes()).toMatchObject([{ name: 'business.closed', businessId }])
    stream.close()
  })
})

describe('reopening', () => {
  test('brings everything back as it was', async () => {
    const { businessId, campaignId, owner, writer, name, apiKey, member } = await world()
    const key = await apiKey()
    const form = await make(owner, campaignId)
    await close(owner, name)
    expect((await reopen(await member('Owner'))).status).toBe(200)
    expect((await it.send(businessRoutes.get, owner, {})).body.business.closesAt).toBeNull()
    const lead = { body: { name: 'Dana', phone: aPhone(), campaignId } }
    expect((await it.send(leadRoutes.create, { authorization: key.authorization }, lead)).status).toBe(201)
    expect((await get(`/f/${form.key}`)).statusCode).toBe(200)
    expect((await eventsOf(businessId)).map((event) => event.name)).toEqual(['business.closed', 'business.reopened'])
    const mails = (await mailsOf(businessId)).filter(({ recipient }) => recipient === writer.email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.any(String), `${name} was reopened`])
  })

  test('an open business changes nothing', async () => {
    const { businessId, owner } = await world()
    expect((await reopen(owner)).status).toBe(200)
    expect([await mailsOf(businessId), await eventsOf(businessId)]).toEqual([[], []])
  })
})

test('only the intended writing routes work while a business is closing', () => {
  const open = Object.entries(routes).flatMap(([feature, of]) =>
    Object.entries(of).flatMap(([name, route]) => ('whileClosing' in route ? [`${feature}.${name}`] : [])),
  )
  expect(open.sort()).toEqual([
    'audit.exportLink',
    'billing.cancel',
    'billing.pay',
    'businesses.reopen',
    'calls.exportLink',
    'calls.recordingLink',
    'conversations.read',
    'forms.preview',
    'leadExports.link',
    'leadViewers.look',
    'leads.read',
    'leads.readMany',
    'privacy.leadFile',
    'team.leave',
  ])
})
