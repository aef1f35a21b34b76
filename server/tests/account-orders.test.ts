import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { accountActs } from '../testing/accounts/account-acts.ts'
import { type AccountPerson, newPeople } from '../testing/accounts/account-people.ts'
import { type AccountWorld, accountWorld, GOOGLE_RETURN } from '../testing/accounts/account-world.ts'
import { startIssuer } from '../testing/accounts/test-issuer.ts'
import { testApp } from '../testing/test-app.ts'

/** `npm run soak -- accounts` runs 2,000. */
const orders = Number(process.env.ACCOUNT_ORDERS ?? 16)
const STEP_MS = 31_000
const DAY_MS = 86_400_000
const ENDLESS = '1000000'

let skipped = 0
const issuer = await startIssuer(GOOGLE_RETURN)
afterAll(issuer.close)
const it = await testApp({
  now: () => new Date(Date.now() + skipped),
  env: {
    PUBLIC_URL: 'http://localhost:3000',
    TRUST_PROXY: '1',
    GOOGLE_ISSUER: issuer.account.issuer,
    GOOGLE_CLIENT_ID: issuer.account.clientId,
    GOOGLE_CLIENT_SECRET: issuer.account.clientSecret,
    ...{ SMS_PER_DAY: ENDLESS, SMS_PER_BUSINESS: ENDLESS, SMS_PER_ACCOUNT: ENDLESS },
    ...{ MAILS_PER_DAY: ENDLESS, MAILS_PER_BUSINESS: ENDLESS, MAILS_PER_ACCOUNT: ENDLESS },
  },
})
const { pool } = it.deps.tenants
const business = await it.newBusiness()
const inviter = await business.member('Owner')

/** Ways into an account, including unfinished ones. */
async function waysInto(userId: string) {
  const of = async (table: 'passkeys' | 'two_factor' | 'google_accounts' | 'email_changes') =>
    (await pool.selectFrom(table).selectAll().where('user_id', '=', userId).execute()).length
  return {
    account: await pool
      .selectFrom('users')
      .select(['email', 'phone', 'password_hash'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    others: await Promise.all((['passkeys', 'two_factor', 'google_accounts', 'email_changes'] as const).map(of)),
  }
}

type Acts = ReturnType<typeof accountActs>
type Account = { userId: string; email: string }
/** A person tries everything they ever obtained on an account that another person recovered. */
async function tryAll(world: AccountWorld, can: Acts, person: AccountPerson, { userId, email }: Account) {
  const sessions = person.sessions.filter((session) => session.userId === userId)
  for (const session of sessions) {
    await world.by(person, session, authRoutes.getCurrentUser, {})
    await world.refresh(person, session)
  }
  if (person.passwordsOf.has(userId)) await can.signIn(person, { a: world.allMailboxes.indexOf(email), b: 0 })
  for (const token of person.secondSteps)
    for (const code of world.codesOf(person)) await can.finishStep(person, token, code)
  for (const own of person.devices.filter((one) => one.userId === userId)) await can.signInWith(person, own.device)
  for (const made of person.newPasskeys.filter((one) => one.session.userId === userId))
    await can.finishNew(person, made)
  if (person.arrivals.length) await can.fromGoogle(person)
  for (const token of await world.emailLinks(person))
    for (const session of [undefined, ...sessions]) await can.confirmIn(person, session, token)
  const { password } = person
  const body = { password, passwordConfirmation: password }
  for (const own of person.reviews.filter((one) => one.userId === userId)) await can.removeAll(person, own)
  for (const token of await world.resetLinks(person.mailboxes))
    await world.by(person, undefined, authRoutes.reset, { body: { token, ...body } })
}

const STRANGER = 3
/** Relative frequency of each act. */
const REGISTER = { registerUnproved: 1 }
const OTHERS = {
  ...{
    register: 1,
    registerOwn: 2,
    removeWayIn: 3,
    bringPhoneCode: 3,
    sendPhoneCode: 1,
    signIn: 3,
    secondStep: 2,
    askReset: 1,
    recover: 1,
  },
  ...{ invite: 2, accept: 2, addPasskey: 4, finishPasskey: 2, signInByPasskey: 2, turnOnTwoFactor: 3 },
  ...{ confirmTwoFactor: 2, turnOffTwoFactor: 1, fromGoogle: 2, linkGoogle: 1, registerByGoogle: 1, unlinkGoogle: 1 },
  ...{ changeEmail: 3, confirmEmail: 3, refresh: 1 },
}
type Command = { who: number; act: keyof typeof REGISTER | keyof typeof OTHERS; a: number; b: number }
const acting = (weights: Partial<Record<Command['act'], number>>) =>
  fc.record({
    // The stranger acts half of the time.
    who: fc.oneof(fc.constant(STRANGER), fc.nat(STRANGER)),
    act: fc.oneof(
      ...Object.entries(weights).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Command['act']) })),
    ),
    a: fc.nat(23),
    b: fc.nat(23),
  })
const anOrder = fc.record({
  /** First, the stranger registers an unproved account with the address of one of the three people. */
  first: fc.record({
    ...{ who: fc.constant(STRANGER), act: fc.constant('registerUnproved' as const) },
    ...{ a: fc.nat(5), b: fc.nat(7) },
  }),
  before: fc.array(acting({ ...REGISTER, ...OTHERS }), { minLength: 4, maxLength: 14 }),
  after: fc.array(acting(OTHERS), { maxLength: 6 }),
})

/** Counts of the interesting cases; without them the property would hold trivially. */
const seen = { recovered: 0, heldByAnother: 0, triedInVain: 0 }

async function live({ first, before, after }: { first: Command; before: Command[]; after: Command[] }) {
  skipped += DAY_MS
  const host = { ...(await it.signIn(inviter.userId)), 'x-business-id': business.businessId }
  const people = newPeople()
  const world = accountWorld({ it, issuer, host }, people)
  const can = accountActs(world)
  const run = async (commands: Command[]) => {
    for (const { who, act, a, b } of commands) {
      skipped += STEP_MS
      await can[act](people[who] as AccountPerson, { a, b })
    }
  }
  await run([first, ...before])
  // The owner of an address whose account another person holds recovers it, if there is one.
  const held = people.flatMap((person) => person.sessions.map(({ userId }) => ({ person, userId })))
  const accounts = await pool
    .selectFrom('users')
    .select(['id', 'email'])
    .where(
      'email',
      'in',
      people.flatMap(({ mailboxes }) => mailboxes),
    )
    .execute()
  const ownerOf = (email: string) => people.find(({ mailboxes }) => mailboxes.includes(email)) as AccountPerson
  const isOccupied = ({ id, email }: { id: string; email: string }) =>
    held.some(({ person, userId }) => userId === id && person !== ownerOf(email))
  const chosen = accounts.find(isOccupied) ?? accounts[0]
  if (chosen) await can.recoverBy(ownerOf(chosen.email), chosen.email)
  await run(after)
  for (const [userId, owner] of world.recoveredBy) {
    seen.recovered++
    const before = await waysInto(userId)
    expect(owner.mailboxes).toContain(before.account.email)
    for (const person of people.filter((one) => one !== owner)) {
      if (held.some((one) => one.userId === userId && one.person === person)) seen.heldByAnother++
      skipped += STEP_MS
      await tryAll(world, can, person, { userId, email: before.account.email })
      seen.triedInVain++
    }
    expect(await waysInto(userId)).toEqual(before)
  }
}

test(`a person with neither mailbox nor phone has no access to an account after its owner recovered it (${orders} orders)`, async () => {
  await fc.assert(fc.asyncProperty(anOrder, live), { numRuns: orders, endOnFailure: true })
  console.log(`${orders} orders:`, seen)
  expect(seen.heldByAnother).toBeGreaterThan(orders / 4)
  expect(it.errors).toEqual([])
}, 3_600_000)
