import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { authRoutes } from '#contract/auth/auth.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { PASSWORD, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../../testing/accounts/test-two-factor.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

let clock = Date.now()
const wait = (minutes: number) => {
  clock += minutes * 60_000
}
const it = await testApp({ now: () => new Date(clock) })
const { app, deps, send } = it
const { verified } = testAccounts(it)
const { turnOn, firstStep } = testTwoFactor(it)

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const post = async (path: string, remoteAddress: string, payload: object) => {
  const headers = { host: 'localhost', 'user-agent': FIREFOX }
  return (await app.inject({ method: 'POST', url: `/api${path}`, remoteAddress, headers, payload })).statusCode
}
const guess = (ip: string, email: string, password = 'a guess') => post(authRoutes.login.path, ip, { email, password })

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const add = (userId: string, suspended_at: string | null = null) =>
    business.db
      .insertInto('memberships')
      .values({ business_id: business.businessId, user_id: userId, role: 'Reader', suspended_at })
      .execute()
  /** The log of sign-ins, oldest first, when it has `rows` rows and no job is pending. */
  const log = async (rows: number) => {
    await settled()
    const read = async () => {
      const as = { ...owner, ...(await it.signIn(owner.userId)) }
      const { body } = await send(auditRoutes.list, as, { query: { kind: 'access', limit: 100 } })
      return body.rows.filter(({ event }) => event !== 'session.started').reverse()
    }
    const found = await read()
    expect(found, JSON.stringify(found)).toHaveLength(rows)
    return found
  }
  return { add, log }
}

/** Waits until every refusal is written. */
const settled = () =>
  waitFor(async () => {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'writeRefusal'`.execute(
      deps.workerDb,
    )
    return rows.length === 0
  })

test('a wrong password is logged in each business of the account, once per network for a while; so is a lockout', async () => {
  const [here, there, past] = [await world(), await world(), await world()]
  const noa = await verified()
  await here.add(noa.userId)
  await there.add(noa.userId)
  await past.add(noa.userId, new Date().toISOString())

  for (let i = 0; i < 5; i++) expect(await guess('198.51.100.30', noa.email)).toBe(401)
  for (const business of [here, there]) {
    const [row] = await business.log(1)
    expect(row).toMatchObject({
      event: 'session.refused',
      action: 'Sign-in refused',
      by: { kind: 'system', _id: null },
      subject: { kind: 'person', _id: noa.userId, name: 'Noa Levi' },
      details: [{ label: 'Reason', before: null, after: [{ name: null, text: 'Wrong password' }] }],
      from: { ip: '198.51.100.30', device: 'Firefox, Linux' },
    })
  }
  for (let i = 0; i < 7; i++) expect(await guess('198.51.100.30', noa.email)).toBe(429)
  const [, locked] = await here.log(2)
  expect(locked).toMatchObject({
    event: 'session.locked_out',
    action: 'Sign-in temporarily locked',
    subject: { kind: 'person', _id: noa.userId },
    from: { ip: '198.51.100.30' },
  })
  await guess('198.51.100.31', noa.email)
  const [, , elsewhere] = await here.log(3)
  expect(elsewhere).toMatchObject({ event: 'session.refused', from: { ip: '198.51.100.31' } })

  wait(16)
  for (let i = 0; i < 6; i++) await guess('198.51.100.30', noa.email)
  const after = await here.log(5)
  expect(after.slice(3).map(({ event }) => event)).toEqual(['session.refused', 'session.locked_out'])
  await past.log(0)
})

test('unknown accounts and right passwords are not logged', async () => {
  const here = await world()
  const noa = await verified()
  await here.add(noa.userId)
  for (let i = 0; i < 7; i++) await guess('198.51.100.32', 'unknown@example.test')
  expect(await guess('198.51.100.32', noa.email, PASSWORD)).toBe(200)
  await here.log(0)
})

test('guesses from many networks do not flood the log', async () => {
  const here = await world()
  const noa = await verified()
  await here.add(noa.userId)
  for (let i = 0; i < 24; i++) await guess(`203.0.113.${i}`, noa.email)
  await here.log(20)
})

test('a wrong code of the second step is logged, and so is its lockout', async () => {
  const here = await world()
  const noa = await verified()
  await here.add(noa.userId)
  await turnOn(noa)
  const before = 1 // the event that turned two-factor on
  const [ip, path] = ['198.51.100.33', twoFactorRoutes.signIn.path]
  const tokens = [await firstStep(noa.email), await firstStep(noa.email), await firstStep(noa.email)]
  for (const token of tokens.slice(0, 2)) for (let i = 0; i < 5; i++) await post(path, ip, { token, code: '000000' })
  const [, row] = await here.log(before + 1)
  expect(row).toMatchObject({
    event: 'session.refused',
    by: { kind: 'system' },
    subject: { kind: 'person', _id: noa.userId },
    details: [{ after: [{ name: null, text: 'Wrong code' }] }],
    from: { ip },
  })
  for (let i = 0; i < 3; i++) expect(await post(path, ip, { token: tokens[2], code: '000000' })).toBe(429)
  const [, , locked] = await here.log(before + 2)
  expect(locked).toMatchObject({
    event: 'session.locked_out',
    details: [{ after: [{ name: null, text: 'Wrong code' }] }],
  })
})
