import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { registration, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { testApp } from '../../testing/test-app.ts'
import { testInvitations } from '../../testing/test-invitations.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { queueMessages } from '../messages/messages.service.ts'

/** Small ceilings, the same in each process. */
const [PER_DAY, FOR_CODES, PER_BUSINESS, PER_ACCOUNT] = [40, 10, 12, 20]
const env = {
  DEMO: '1',
  SMS_PER_DAY: String(PER_DAY),
  SMS_PER_DAY_FOR_CODES: String(FOR_CODES),
  SMS_PER_BUSINESS: String(PER_BUSINESS),
  SMS_PER_ACCOUNT: String(PER_ACCOUNT),
}
const provider = await smsAccount()
const start = new Date()
let day = 0
/** Each test runs on its own day. */
const now = () => new Date(start.getTime() + day * 86_400_000)
const process = () => testApp({ env, exchange: () => provider.account, now })
const [one, other] = [await process(), await process()]
const processes = [one, other]

let phones = 0
const aMobile = () => `+97254${String(3_000_000 + ++phones)}`
const mobiles = (count: number) => Array.from({ length: count }, aMobile)

/** Everything sent since this test began. */
let before = 0
beforeEach(() => {
  day++
  before = provider.taken.length
})
const sent = () => provider.taken.slice(before)
const rows = () =>
  one.deps.workerDb
    .selectFrom('messages')
    .select(['recipient', 'state', 'error', 'refusal', 'business_id as businessId', 'account_id as accountId'])
    .where('channel', '=', 'sms')
    .execute()
/** Waits until the queue is empty. */
const settled = () => waitFor(async () => (await rows()).every(({ state }) => state !== 'queued'), 20_000)

afterEach(async () => void (await settled()))

const at = <T>(all: readonly T[], i: number) => all[i % all.length] as T
/** A business created bypassing the limit. */
async function ownBusiness(person: { userId: string }) {
  const business = await one.newBusiness()
  const { db, businessId } = business
  await db
    .insertInto('memberships')
    .values({ business_id: businessId, user_id: person.userId, role: 'Owner' })
    .execute()
  await db.updateTable('businesses').set({ created_by: person.userId }).execute()
  return business
}
const queue = (businessId: string | null, kind: 'notice' | 'code', recipients: string[], accountId?: string) =>
  queueMessages(
    (businessId ? one.deps.tenants.scope({ businessId }) : one.deps.tenants.pool) as never,
    recipients.map((recipient) => ({
      ...{ businessId, kind, channel: 'sms' as const, recipient, body: 'Hello' },
      ...(accountId && { accountId }),
    })),
  )

describe('text messages', () => {
  test('a new account, its businesses, invitations, leads and codes never exceed the ceilings, in two processes and after a restart', async () => {
    const attacker = await one.person()
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        at(processes, i).send(businessRoutes.create, attacker, { body: { name: `Business ${i} of many` } as never }),
      ),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = made.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 'too_many_businesses_today' })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)

    // Businesses created before the limit existed do not help either.
    const owned = await Promise.all(Array.from({ length: 10 }, () => ownBusiness(attacker)))
    const inBusiness = owned.map(({ businessId }) => ({ ...attacker, 'x-business-id': businessId }))
    const satellite = await testInvitations(one).invite(at(inBusiness, 0), { recipients: ['+881612345678'] })
    expect(satellite).toMatchObject({ status: 422, body: { issues: [{ path: 'recipients.0' }] } })

    const invitations = (apps: typeof processes) =>
      Promise.all(
        inBusiness.flatMap((as, i) =>
          apps.map((app) => testInvitations(app).invite(as, { recipients: mobiles(8 - (i % 3)) })),
        ),
      )
    const invited = await invitations(processes)
    expect(invited.some(({ status }) => status === 201)).toBe(true)
    await settled()
    const late = await testInvitations(other).invite(at(inBusiness, 9), { recipients: mobiles(1) })
    expect(late).toMatchObject({ status: 429, body: { code: 'sms_limit_account' } })
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    await Promise.all(
      owned.map(async (business, i) => {
        const campaignId = await business.campaign({ sms_notifications: [aMobile()] })
        await testLeads(at(processes, i)).add(await business.apiKey(), { campaignId, phone: aMobile() })
      }),
    )
    const typed = await Promise.all(
      Array.from({ length: 45 }, () => testAccounts(one).registering({ phone: aMobile() })),
    )
    const register = (app: (typeof processes)[number]) =>
      app.send(authRoutes.register, undefined, { body: typed.pop() ?? registration() })
    const codes = await Promise.all(Array.from({ length: 40 }, (_, i) => register(at(processes, i))))
    expect(codes.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(FOR_CODES)
    await settled()
    const full = await register(one)
    expect(full).toMatchObject({ status: 429, body: { code: 'sms_limit_installation' } })
    expect(Number(full.headers['retry-after'])).toBeLessThanOrEqual(25 * 3_600)
    const restarted = await process()
    await invitations([restarted])
    await queue(owned[0]?.businessId ?? null, 'notice', mobiles(30))
    await settled()

    const phonesOf = async (mine: (row: Awaited<ReturnType<typeof rows>>[number]) => boolean) => {
      const recipients = new Set((await rows()).filter(mine).map(({ recipient }) => recipient))
      return sent().filter(({ to }) => recipients.has(to)).length
    }
    expect(sent()).toHaveLength(PER_DAY)
    expect(await phonesOf(({ accountId }) => accountId === attacker.userId)).toBe(PER_ACCOUNT)
    for (const { businessId } of owned)
      expect(await phonesOf((row) => row.businessId === businessId)).toBeLessThanOrEqual(PER_BUSINESS)
    expect(sent().filter(({ to }) => !to.startsWith('+972'))).toEqual([])
  }, 60_000)

  test('messages over a ceiling are kept as failed with the reason; codes have a reserved share', async () => {
    const businesses = await Promise.all(Array.from({ length: 4 }, async () => ownBusiness(await one.person())))
    const notices = await Promise.all(
      businesses.map(async ({ businessId }) => {
        const to = mobiles(15)
        await queue(businessId, 'notice', to)
        return to
      }),
    )
    await settled()
    expect(sent()).toHaveLength(PER_DAY - FOR_CODES)
    const ofFirst = (await rows()).filter(({ recipient }) => notices.flat().includes(recipient))
    const reasons = ofFirst.flatMap(({ state, refusal }) => (state === 'failed' ? [refusal] : []))
    expect(reasons).toHaveLength(60 - (PER_DAY - FOR_CODES))
    expect(new Set(reasons)).toContain('sms_limit_installation')
    expect(ofFirst.find(({ refusal }) => refusal === 'sms_limit_installation')?.error).toContain('SMS_PER_DAY')

    await queue(null, 'code', mobiles(30))
    await settled()
    expect(sent()).toHaveLength(PER_DAY)

    day++
    await queue(businesses[0]?.businessId ?? null, 'notice', mobiles(2))
    await settled()
    expect(sent()).toHaveLength(PER_DAY + 2)
  }, 60_000)

  test('a phone of a country that is not allowed, or that costs more than a call, gets none, however it was queued', async () => {
    const { businessId } = await ownBusiness(await one.person())
    const wrong = ['+881612345678', '+19002345678', '+9721900123456', '+9721700123456', '+447700900123', '+97219123']
    await queue(businessId, 'notice', wrong)
    await settled()
    expect(sent()).toEqual([])
    const refused = (await rows()).filter(({ recipient }) => wrong.includes(recipient))
    expect(refused.map(({ recipient, refusal }) => [recipient, refusal]).sort()).toEqual(
      [
        ['+881612345678', 'phone_country_refused'],
        ['+19002345678', 'phone_country_refused'],
        ['+447700900123', 'phone_country_refused'],
        ['+9721900123456', 'phone_kind_refused'],
        ['+9721700123456', 'phone_kind_refused'],
        ['+97219123', 'phone_kind_refused'],
      ].sort(),
    )
  })

  test('an invitation carries no address or phone but its own link, whatever the business, the inviter and its words say', async () => {
    const owner = await one.person()
    const business = await ownBusiness(owner)
    const { db, businessId } = business
    await one.deps.tenants.pool
      .updateTable('users')
      .set({ name: 'Call 050-123-4567' })
      .where('id', '=', owner.userId)
      .execute()
    await db.updateTable('businesses').set({ name: 'WIN A PRIZE http://evil.example/x?y and a lot more' }).execute()
    const own = { business_id: businessId, name: 'invitation', channel: 'sms', language: 'en', subject: null }
    await db
      .insertInto('message_templates')
      .values({ ...own, body: 'Go to bad.example/now, {{business}} / {{inviter}}: {{link}}' } as never)
      .execute()
    const phone = aMobile()
    const as = { ...owner, 'x-business-id': businessId }
    expect((await testInvitations(one).invite(as, { recipients: [phone] })).status).toBeLessThan(300)
    await settled()
    const [message] = provider.to(phone)
    const link = `${one.env.publicUrl}/i/`
    expect(message?.body).toContain(link)
    const words = message?.body.split(link)[0] ?? ''
    expect(words).toMatch(/^Go to bad example now, WIN A PRIZE evil/)
    expect(words).not.toMatch(/http|\w\.\w|\d{3}|more/)
  })

  test('a registration with a phone of another country gets the list of allowed countries', async () => {
    const { status, body } = await one.send(authRoutes.register, undefined, {
      body: registration({ phone: '+44 7700 900123' }),
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      issues: [{ path: 'phone', message: 'Only phone numbers from these countries are supported: Israel' }],
    })
    const hebrew = await one.send(
      authRoutes.register,
      undefined,
      { body: registration({ phone: '+9721900123456' }) },
      { 'accept-language': 'he' },
    )
    expect(hebrew.body).toMatchObject({ issues: [{ path: 'phone', message: expect.stringContaining('פרימיום') }] })
    const corrected = await testAccounts(one).register({ phone: aMobile() })
    expect(
      (await one.send(authRoutes.sendPhoneCode, corrected, { body: { phone: '+447700900123' } })).body,
    ).toMatchObject({ code: 'invalid_input' })
  })
})
