import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import { retained } from '../index.ts'
import { housekeepingJobs } from './housekeeping.jobs.ts'

const [removeOldRows] = housekeepingJobs(retained)

const { deps, newBusiness, person } = await testApp({ own: true })
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('expired rows are deleted, others stay', async () => {
  const business = await newBusiness()
  const { userId } = await person()
  const db = deps.tenants.pool
  const session = (values: object) => {
    const id = newId()
    return { id, user_id: userId, token_hash: randomBytes(8), is_remembered: false, expires_at: ago(-1), ...values }
  }
  const [alive, ended] = [session({}), session({ revoked_at: ago(1) })]
  const old = [session({ expires_at: ago(8) }), session({ revoked_at: ago(8) })]
  await db
    .insertInto('sessions')
    .values([alive, ended, ...old])
    .execute()
  await db
    .insertInto('attempts')
    .values([
      { key: 'old', count: 1, until: ago(2) },
      { key: 'new', count: 1, until: ago(0) },
    ])
    .execute()
  const reset = (expires_at: string) => ({ token_hash: randomBytes(8), user_id: userId, expires_at })
  await db
    .insertInto('password_resets')
    .values([reset(ago(2)), reset(ago(-1))])
    .execute()
  await db
    .insertInto('phone_codes')
    .values({ user_id: userId, phone: '+1', code_hash: randomBytes(8), expires_at: ago(2) })
    .execute()
  const used = (key: string, at: string) => ({
    business_id: business.businessId,
    author_id: userId,
    key,
    body_hash: randomBytes(8),
    reply: '{}',
    at,
  })
  await business.db
    .insertInto('idempotency_keys')
    .values([used('old', ago(1.1)), used('new', ago(0.9))])
    .execute()
  const message = (body: string, created_at: string) => ({
    id: newId(),
    channel: 'sms',
    recipient: 'x',
    body,
    created_at,
    state: 'sent',
  })
  await deps.workerDb
    .insertInto('messages')
    .values([message('old', ago(31)), message('new', ago(29))])
    .execute()
  const notification = (action: string, created_at: string) => {
    const id = newId()
    return { business_id: business.businessId, user_id: userId, id, event_id: id, action, content: '{}', created_at }
  }
  await deps.workerDb
    .insertInto('notifications')
    .values([notification('old', ago(91)), notification('new', ago(89))])
    .execute()

  const [open, closed] = [await business.member('Reader'), await business.member('Reader')]
  const away = (of: { userId: string }, days: number) => ({
    ...{ business_id: business.businessId, user_id: of.userId, state: 'away', seen_at: ago(days) },
  })
  await business.db
    .insertInto('softphones')
    .values([away(open, 0.4), away(closed, 0.6)])
    .execute()

  const use = (day: string, holder: string) => ({ day: day.slice(0, 10), what: 'sms', holder, used: 1 })
  await deps.workerDb
    .insertInto('ceiling_uses')
    .values([use(ago(32), 'old'), use(ago(28), 'new')])
    .execute()
  const grant = (seconds: number, at: string) =>
    sql`select grant_outside_seconds(${business.businessId}, ${newId()}, 1::smallint, ${at}, ${at}, 36000, 36000, ${seconds})`.execute(
      business.db,
    )
  await grant(60, ago(31))
  await grant(90, ago(29))

  await removeOldRows?.run(deps, {})
  await removeOldRows?.run(deps, {})

  const left = async (table: string, column: string) => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(
      deps.workerDb,
    )
    return rows.map(({ value }) => value)
  }
  const sessions = await left('sessions', 'id')
  expect(sessions).toEqual(expect.arrayContaining([alive.id, ended.id]))
  for (const { id } of old) expect(sessions).not.toContain(id)
  expect(await left('attempts', 'key')).toEqual(['new'])
  expect(await left('idempotency_keys', 'key')).toEqual(['new'])
  expect(await left('ceiling_uses', 'holder')).toEqual(['new'])
  expect(await left('outside_calls', 'granted_s')).toEqual([90])
  expect(await left('messages', 'body')).toEqual(['new'])
  expect(await left('notifications', 'action')).toEqual(['new'])
  expect(await left('softphones', 'user_id')).toEqual([open.userId])
  expect(await deps.workerDb.selectFrom('password_resets').select('expires_at').execute()).toHaveLength(1)
  expect(await deps.workerDb.selectFrom('phone_codes').select('user_id').execute()).toEqual([])
})
