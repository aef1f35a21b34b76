import { afterEach, expect, test } from 'vitest'
import { privacyRoutes } from '#contract/privacy.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { newId } from '../../platform/ids.ts'
import { PASSWORD, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { readZip } from '../../testing/read-zip.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'

const errors: unknown[] = []
afterEach(() => expect(errors.splice(0)).toEqual([]))
let skipped = 0
const wait = (seconds: number) => {
  skipped += seconds * 1_000
}
const it = await testApp({ errors, now: () => new Date(Date.now() + skipped) })
const accounts = testAccounts(it)
const leads = testLeads(it)

let people = 0
/** Creates a business that invited a person by phone and by address, and that lists both for notices. */
async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const [email, phone] = [`chaim.${++people}@ibex.example`, `+97254660${1000 + people}`]
  for (const recipient of [email, phone])
    await it.send(invitationRoutes.create, owner, {
      body: { recipients: [recipient], role: 'Writer', language: 'en', message: 'For Chaim alone' },
    })
  const { db, businessId } = business
  await db
    .updateTable('campaigns')
    .set({ email_notifications: [email], sms_notifications: [phone] })
    .execute()
  await leads.relayed()

  const held = async () => {
    const invited = await db.selectFrom('invitations').select(['email', 'phone']).orderBy('email').execute()
    const sent = await it.deps.workerDb
      .selectFrom('messages')
      .select('recipient')
      .where('business_id', '=', businessId)
      .orderBy('recipient')
      .execute()
    const events = await db.selectFrom('events').select('personal').where('name', '=', 'member.invited').execute()
    const [campaign] = await db.selectFrom('campaigns').select(['email_notifications', 'sms_notifications']).execute()
    return {
      invited: invited.map((one) => one.email ?? one.phone),
      sent: sent.map(({ recipient }) => recipient).filter((recipient) => recipient !== ''),
      known: [email, phone].filter((contact) => JSON.stringify(events).includes(contact)),
      listed: [...(campaign?.email_notifications ?? []), ...(campaign?.sms_notifications ?? [])],
    }
  }
  return { ...business, email, phone, held }
}
type As = { authorization: string }
async function ownFile(as: As) {
  const { url } = (await it.send(privacyRoutes.ownFile, as, {})).body
  const files = readZip((await it.app.inject({ url })).rawPayload)
  return JSON.parse(files.get('my-data.json')?.toString() ?? '')
}
const invitedBy = async (as: As) =>
  (await ownFile(as)).invitations.map((one: { email: string | null; phone: string | null }) => one.email ?? one.phone)
const erase = async (as: As, email: string) =>
  expect((await it.send(privacyRoutes.eraseSelf, as, { body: { typed: email, password: PASSWORD } })).status).toBe(200)

test('an account with another person’s unproved phone and address neither sees nor erases that person’s data', async () => {
  const { email, phone, held, businessId } = await world()
  const before = await held()
  expect(before).toEqual({
    invited: [email, phone],
    sent: [phone, email],
    known: [email, phone],
    listed: [email, phone],
  })
  // An account created before registration verified addresses.
  const stranger = await accounts.register({ email, phone })
  await accounts.forgetProof(stranger.userId)
  const file = await ownFile(stranger)
  expect(file.invitations).toEqual([])
  expect(file.messagesSent).toEqual([])
  await erase(stranger, email)
  expect(await held()).toEqual(before)

  // A code verifies the phone but not the address; a join request verifies neither.
  wait(60)
  const other = await accounts.neverProved({ email, phone: '+972546609999' })
  await it.deps.tenants
    .scope({ businessId, userId: other.userId })
    .insertInto('join_requests')
    .values({
      business_id: businessId,
      id: newId(),
      user_id: other.userId,
      asked_at: new Date().toISOString(),
      note: '',
    })
    .execute()
  expect(await invitedBy(other)).toEqual([])
  await erase(other, email)
  expect(await held()).toEqual(before)
})

test('data about a phone belongs to the account that proved it by a code', async () => {
  const { email, phone, held } = await world()
  const person = await accounts.neverProved({ email, phone })
  expect(await invitedBy(person)).toEqual([phone])
  await erase(person, email)
  expect(await held()).toEqual({ invited: [email], sent: [email], known: [email], listed: [email] })
})

test('data about an address belongs to the account that proved it', async () => {
  const { email, phone, held } = await world()
  const person = await accounts.verified({ email, phone: '+972546609998' })
  const at = '2026-03-01T08:00:00Z'
  await it.deps.tenants.pool
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', person.userId)
    .execute()
  const { account, invitations } = await ownFile(person)
  expect([account.emailVerifiedAt, invitations.length, invitations[0]?.email]).toEqual([at, 1, email])
  await erase(person, email)
  expect(await held()).toEqual({ invited: [phone], sent: [phone], known: [phone], listed: [phone] })
})
