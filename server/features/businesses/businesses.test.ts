import { beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'

let it: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  it = await testApp()
})

test('the creator of a business is its Owner and Active, and it is their last business', async () => {
  const person = await it.person('Verified')
  const { status, body } = await it.send(businessRoutes.create, person, {
    body: { name: '  אלון שיפוצים ', email: 'Office@Alon.example', phone: '072-444-0001', contactName: 'שירה' },
  })
  expect(status).toBe(201)
  expect(body.business).toMatchObject({ name: 'אלון שיפוצים', email: 'office@alon.example', image: null })
  const me = await it.send(authRoutes.getCurrentUser, person, {})
  expect(me.body.user).toMatchObject({ status: 'Active', lastBusinessId: body.business._id })
  const own = { business: body.business, businessId: body.business._id, role: 'Owner', hearsCalls: true }
  expect(me.body.businesses).toEqual([own])
})

test('it gets the eight standard statuses, in their order, with one default', async () => {
  const person = await it.person()
  const { body } = await it.send(businessRoutes.create, person, { body: { name: 'White Studio' } })
  const as = { ...person, 'x-business-id': body.business._id }
  const { body: current } = await it.send(businessRoutes.get, as, {})
  expect(current.business).toMatchObject({ _id: body.business._id, name: 'White Studio', email: null })
  expect(current.statuses.map(({ nameHe, nameEn, hue, type }) => [nameHe, nameEn, hue, type])).toEqual([
    ['חדש', 'New', 'sky', 'Open'],
    ['ניסיון קשר', 'Attempting', 'amber', 'Ongoing'],
    ['בטיפול', 'In progress', 'violet', 'Ongoing'],
    ['נקבעה פגישה', 'Meeting set', 'teal', 'Ongoing'],
    ['נשלחה הצעה', 'Proposal sent', 'pink', 'Ongoing'],
    ['בהמתנה', 'On hold', 'slate', 'On hold'],
    ['נסגר בהצלחה', 'Won', 'green', 'Won'],
    ['לא רלוונטי', 'Not relevant', 'slate', 'Lost'],
  ])
  expect(current.statuses.map(({ isDefault }) => isDefault)).toEqual([true, ...Array(7).fill(false)])
})

test('a person without a confirmed phone cannot create one', async () => {
  const person = await it.person('Pending')
  const { status, body } = await it.send(businessRoutes.create, person, { body: { name: 'Too early' } })
  expect([status, body]).toMatchObject([403, { success: false, code: 'phone_not_verified' }])
})

test('a bad field is named, and nothing is stored', async () => {
  const person = await it.person()
  const paths = async (body: object) => {
    const reply = await it.send(businessRoutes.create, person, { body: body as { name: string } })
    return [reply.status, (reply.body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path)]
  }
  expect(await paths({})).toEqual([422, ['name']])
  expect(await paths({ name: 'ab' })).toEqual([422, ['name']])
  expect(await paths({ name: 'a'.repeat(51) })).toEqual([422, ['name']])
  expect(await paths({ name: 'nul\0l' })).toEqual([422, ['name']])
  expect(await paths({ name: 'Good name', phone: '12' })).toEqual([422, ['phone']])
  expect(await paths({ name: 'Good name', email: 'no address' })).toEqual([422, ['email']])
  expect((await it.send(authRoutes.getCurrentUser, person, {})).body.businesses).toEqual([])
})

const everything = {
  brandName: 'אלון',
  businessType: 'company',
  companyNumber: '51-459914-1',
  primaryLineOfBusiness: 'renovation',
  address: { city: 'תל אביב-יפו', street: 'הרצל 12' },
  country: 'IL',
  contactName: 'שירה בן־דוד',
  phone: '072-444-0001',
  email: 'Office@Alon.example',
  brandColor: '#3642B5',
  privacyUrl: 'https://alon.example/privacy',
} as const

test('all fields of a business are stored when it is created', async () => {
  const person = await it.person()
  const { body } = await it.send(businessRoutes.create, person, { body: { name: 'Alon', ...everything } })
  const as = { ...person, 'x-business-id': body.business._id }
  expect((await it.send(businessRoutes.get, as, {})).body.business).toEqual({
    _id: body.business._id,
    name: 'Alon',
    image: null,
    closesAt: null,
    ...everything,
    companyNumber: '514599141',
    phone: '+972724440001',
    email: 'office@alon.example',
    brandColor: '#3642b5',
    requiresTwoFactor: false,
    masksContacts: false,
    ownLeadsOnly: false,
    createdAt: expect.any(String),
  })
})

describe('Business Info', () => {
  const change = (as: object, body: object) => it.send(businessRoutes.change, as, { body })

  test('changes what is given and leaves the rest; null empties a field', async () => {
    const { businessId, member } = await it.newBusiness()
    const owner = await member('Owner')
    expect((await change(owner, everything)).status).toBe(200)
    const { status, body } = await change(owner, { name: 'אלון ובניו', phone: null, address: { street: null } })
    expect(status).toBe(200)
    expect(body.business).toMatchObject({
      _id: businessId,
      name: 'אלון ובניו',
      phone: null,
      address: { city: 'תל אביב-יפו', street: null },
      businessType: 'company',
      email: 'office@alon.example',
      country: 'IL',
    })
    expect((await it.send(businessRoutes.get, owner, {})).body.business).toEqual(body.business)
    const me = await it.send(authRoutes.getCurrentUser, owner, {})
    expect(me.body.businesses[0]?.business).toMatchObject({ name: 'אלון ובניו', email: 'office@alon.example' })
  })

  test('is an Owner’s alone, of their own business', async () => {
    const [ours, theirs] = [await it.newBusiness(), await it.newBusiness()]
    const owner = await ours.member('Owner')
    expect((await change(await ours.member('Admin'), { name: 'Mine now' })).status).toBe(403)
    const asTheirs = { ...owner, 'x-business-id': theirs.businessId }
    expect((await change(asTheirs, { name: 'Mine now' })).status).toBe(404)
    const theirOwner = await theirs.member('Owner')
    await change(owner, { name: 'Ours alone' })
    expect((await it.send(businessRoutes.get, theirOwner, {})).body.business.name).not.toBe('Ours alone')
  })

  test('a bad field is named and nothing is changed', async () => {
    const owner = await (await it.newBusiness()).member('Owner')
    const paths = async (body: object) => {
      const reply = await change(owner, body)
      return [reply.status, (reply.body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path)]
    }
    expect(await paths({})).toEqual([422, ['']])
    expect(await paths({ brandName: 'Alon', companyNumber: '514599142' })).toEqual([422, ['companyNumber']])
    expect(await paths({ companyNumber: '51459914' })).toEqual([422, ['companyNumber']])
    expect(await paths({ businessType: 'bank' })).toEqual([422, ['businessType']])
    expect(await paths({ country: 'QX' })).toEqual([422, ['country']])
    expect(await paths({ address: {} })).toEqual([422, ['address']])
    expect(await paths({ phone: '12' })).toEqual([422, ['phone']])
    expect(await paths({ name: 'ab' })).toEqual([422, ['name']])
    expect((await it.send(businessRoutes.get, owner, {})).body.business.brandName).toBeNull()
  })
})

describe('transfer of ownership', () => {
  const transfer = (as: object, userId: string, ownRole: 'Owner' | 'Lead' | 'Reader') =>
    it.send(businessRoutes.transfer, as, { body: { userId, ownRole, password: PASSWORD } })
  const rolesIn = async (businessId: string) =>
    Object.fromEntries(
      (
        await it.deps.tenants
          .scope({ businessId })
          .selectFrom('memberships')
          .select(['user_id', 'role'])
          .where('business_id', '=', businessId)
          .execute()
      ).map(({ user_id, role }) => [user_id, role]),
    )

  test('makes the other member an Owner and lowers the caller’s role at once', async () => {
    const { businessId, member } = await it.newBusiness()
    const [owner, writer] = [await member('Owner'), await member('Writer')]
    expect((await transfer(owner, writer.userId, 'Owner')).status).toBe(200)
    expect(await rolesIn(businessId)).toEqual({ [owner.userId]: 'Owner', [writer.userId]: 'Owner' })
    expect((await transfer(owner, writer.userId, 'Lead')).status).toBe(200)
    expect(await rolesIn(businessId)).toEqual({ [owner.userId]: 'Lead', [writer.userId]: 'Owner' })
    expect((await transfer(owner, writer.userId, 'Owner')).status).toBe(403)
    expect((await it.send(businessRoutes.change, writer, { body: { name: 'Mine now' } })).status).toBe(200)
  })

  test('is refused for oneself, for strangers and for people who are not active', async () => {
    const { businessId, member, db } = await it.newBusiness()
    const [owner, suspended, pending] = [await member('Owner'), await member('Lead'), await member('Lead')]
    const stranger = await (await it.newBusiness()).member('Owner')
    await db
      .updateTable('memberships')
      .set({ suspended_at: new Date().toISOString() })
      .where('user_id', '=', suspended.userId)
      .execute()
    await it.deps.tenants.pool
      .updateTable('users')
      .set({ status: 'Pending' })
      .where('id', '=', pending.userId)
      .execute()
    expect((await transfer(owner, owner.userId, 'Reader')).status).toBe(422)
    for (const { userId } of [suspended, pending, stranger])
      expect(await transfer(owner, userId, 'Reader')).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
    expect((await rolesIn(businessId))[owner.userId]).toBe('Owner')
  })

  test('two Owners who transfer it to each other at once leave one Owner', async () => {
    const { businessId, member } = await it.newBusiness()
    const [one, other] = [await member('Owner'), await member('Owner')]
    await Promise.all([transfer(one, other.userId, 'Reader'), transfer(other, one.userId, 'Reader')])
    expect(Object.values(await rolesIn(businessId))).toContain('Owner')
  })
})
