import { sql } from 'kysely'
import { DAILY_TEST_FROM, DAILY_TEST_UNTIL, type LineTestOutcome } from '#contract/calls/line-tests/line-tests.ts'
import { type Db, rowsOf } from '../../../../platform/db/db.ts'
import type { Lease } from '../../../../platform/jobs/due-work.ts'

const LOCAL = sql.lit('Asia/Jerusalem')
/** Daily tests begin within this time, so that those of all numbers do not begin in one moment. */
const SPREAD_MINUTES = 60

export type TestRow = {
  id: string
  numberId: string
  phone: string
  /** Whether the number is active now. */
  isActive: boolean
  connectionId: string
  caller: string
  /** The existing number that is called, whose carrier is to forward the call to the number; null: the number itself is. */
  forwarded: string | null
  isDaily: boolean
  askedAt: string
  placedAt: string | null
  sid: string | null
  reachedAt: string | null
  provedAt: string | null
  outcome: LineTestOutcome | null
}
const columns = sql`t.id, t.number_id as "numberId", n.phone, n.state = 'active' as "isActive", t.connection_id as "connectionId", t.caller, t.forwarded,
  t.day is not null as "isDaily", t.asked_at as "askedAt", t.placed_at as "placedAt", t.provider_sid as sid,
  t.reached_at as "reachedAt", t.proved_at as "provedAt", t.outcome`
const tests = sql`line_tests t join virtual_numbers n on n.business_id = t.business_id and n.id = t.number_id`

export async function findTest(db: Db, businessId: string, id: string) {
  const rows = await rowsOf<TestRow>(
    db,
    sql`select ${columns} from ${tests} where t.business_id = ${businessId} and t.id = ${id}`,
  )
  return rows[0]
}

/** Whether a number is tested daily, and its last test. */
export async function findTestsOf(db: Db, businessId: string, numberId: string) {
  const [own] = await rowsOf<{ isDaily: boolean }>(
    db,
    sql`select daily_test as "isDaily" from virtual_numbers where business_id = ${businessId} and id = ${numberId}`,
  )
  const [last] = await rowsOf<TestRow>(
    db,
    sql`select ${columns} from ${tests} where t.business_id = ${businessId} and t.number_id = ${numberId}
      and t.forwarded is null order by t.asked_at desc, t.id desc limit 1`,
  )
  return { isDaily: own?.isDaily ?? false, last }
}

/** The last check of each existing number that is to be forwarded to a number. */
export const listChecks = (db: Db, businessId: string, numberId: string) =>
  rowsOf<TestRow & { forwarded: string }>(
    db,
    sql`select distinct on (t.forwarded) ${columns} from ${tests}
      where t.business_id = ${businessId} and t.number_id = ${numberId} and t.forwarded is not null
      order by t.forwarded, t.asked_at desc, t.id desc`,
  )

/** Returns the value of before; undefined: the number is released. */
export async function setDaily(tx: Db, businessId: string, { id, isDaily }: { id: string; isDaily: boolean }) {
  const [row] = await rowsOf<{ before: boolean }>(
    tx,
    sql`update virtual_numbers n set daily_test = ${isDaily}
      from (select id, daily_test as before from virtual_numbers
        where business_id = ${businessId} and id = ${id} and state in ('active', 'paused') for update) o
      where n.business_id = ${businessId} and n.id = o.id returning o.before`,
  )
  return row?.before
}

/** From where a number is called: another active one of its account, else the number itself. */
const callerOf = sql`coalesce((select o.phone from virtual_numbers o where o.business_id = n.business_id
    and o.connection_id = n.connection_id and o.state = 'active' and o.id <> n.id order by o.created_at, o.id limit 1), n.phone)`

type New = { id: string; numberId: string; forwarded: string | null; now: Date; dueAt: Date }
/** A test that a person asked for; false: another of the number goes on. */
export async function insertTest(db: Db, businessId: string, { id, numberId, forwarded, now, dueAt }: New) {
  const rows = await rowsOf(
    db,
    sql`insert into line_tests (business_id, id, number_id, connection_id, caller, forwarded, asked_at, due_at)
      select n.business_id, ${id}, n.id, n.connection_id, ${callerOf}, ${forwarded}, ${now.toISOString()}, ${dueAt.toISOString()}
      from virtual_numbers n where n.business_id = ${businessId} and n.id = ${numberId}
      on conflict do nothing returning id`,
  )
  return rows.length > 0
}

/**
 * Plans the daily tests whose time has come: of active numbers that want it, on a day on which the business is open, while
 * it is, without a test or a call on that day.
 */
export const planDaily = (db: Db, { now }: { now: Date }) =>
  rowsOf<{ id: string }>(
    db,
    sql`insert into line_tests (business_id, id, number_id, connection_id, caller, day, asked_at, due_at)
      select n.business_id, gen_random_uuid(), n.id, n.connection_id, ${callerOf}, d.day, d.at, d.at
      from (select a.at, (a.at at time zone ${LOCAL})::date as day, (a.at at time zone ${LOCAL})::time as clock,
            (a.at at time zone ${LOCAL})::date::timestamp at time zone ${LOCAL} as since
          from (select ${now.toISOString()}::timestamptz as at) a) d,
        virtual_numbers n join businesses b on b.business_id = n.business_id
      where n.daily_test and n.state = 'active' and b.closes_at is null
        and d.clock >= make_time(${DAILY_TEST_FROM}, 0, 0)
          + make_interval(mins => mod(abs(hashtext(n.id::text)::bigint), ${SPREAD_MINUTES})::int)
        and d.clock < make_time(${DAILY_TEST_UNTIL}, 0, 0)
        and is_open(n.business_id, null, d.at)
        and not exists (select from line_tests t
          where t.business_id = n.business_id and t.number_id = n.id and t.forwarded is null and t.asked_at >= d.since)
        and not exists (select from calls k where k.business_id = n.business_id and k.number_id = n.id
          and k.direction = 'inbound' and not k.is_test and k.started_at >= d.since)
      on conflict do nothing returning id`,
  )

/** Tests to place or to look at; until the lease ends no other process takes them. */
export const takeDue = (db: Db, { now, leaseUntil, most }: Lease) =>
  rowsOf<{ businessId: string; id: string }>(
    db,
    sql`update line_tests t set due_at = ${leaseUntil.toISOString()}
      from (select business_id, id from line_tests where outcome is null and due_at <= ${now.toISOString()}
        order by due_at limit ${most} for update skip locked) d
      where t.business_id = d.business_id and t.id = d.id
      returning t.business_id as "businessId", t.id`,
  )

export const postpone = (db: Db, businessId: string, { id, dueAt }: { id: string; dueAt: Date }) =>
  sql`update line_tests set due_at = ${dueAt.toISOString()}
    where business_id = ${businessId} and id = ${id} and outcome is null`.execute(db)

/** Marks a test as placed before its call is placed; false: another process did, or it is over. */
export async function markPlaced(
  db: Db,
  businessId: string,
  { id, now, dueAt }: { id: string; now: Date; dueAt: Date },
) {
  const rows = await rowsOf(
    db,
    sql`update line_tests set placed_at = ${now.toISOString()}, due_at = ${dueAt.toISOString()}
      where business_id = ${businessId} and id = ${id} and outcome is null and placed_at is null returning id`,
  )
  return rows.length > 0
}

export const nameTest = (db: Db, businessId: string, { id, sid }: { id: string; sid: string }) =>
  sql`update line_tests set provider_sid = ${sid} where business_id = ${businessId} and id = ${id}`.execute(db)

/** Notes that the number's hook answered the call, or that it heard the right keys, the first time each. */
export const mark = (
  db: Db,
  businessId: string,
  { id, what, now }: { id: string; what: 'reached' | 'proved'; now: Date },
) =>
  sql`update line_tests set ${sql.ref(`${what}_at`)} = coalesce(${sql.ref(`${what}_at`)}, ${now.toISOString()})
    where business_id = ${businessId} and id = ${id} and outcome is null`.execute(db)

/** The first outcome stays. */
export const endTest = (
  db: Db,
  businessId: string,
  { id, outcome, now }: { id: string; outcome: LineTestOutcome; now: Date },
) =>
  sql`update line_tests set outcome = ${outcome}, ended_at = ${now.toISOString()}, due_at = null
    where business_id = ${businessId} and id = ${id} and outcome is null`.execute(db)

type Reported = { connectionId: string; called: string; caller: string | null; since: Date }
/** Whether a call between these numbers may be that of a test which began since then. */
export async function isOfTest(db: Db, businessId: string, { connectionId, called, caller, since }: Reported) {
  const rows = await rowsOf(
    db,
    sql`select t.id from ${tests} where t.business_id = ${businessId} and t.connection_id = ${connectionId}
      and n.phone = ${called} and ${caller} in (t.caller, t.forwarded) and t.placed_at >= ${since.toISOString()} limit 1`,
  )
  return rows.length > 0
}

/** A test came in over an existing number, which its carrier forwards. */
export const noteForward = (
  db: Db,
  businessId: string,
  { numberId, phone, now }: { numberId: string; phone: string; now: Date },
) =>
  sql`update number_forwards set last_at = ${now.toISOString()}
    where business_id = ${businessId} and number_id = ${numberId} and phone = ${phone}`.execute(db)
