import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-db.ts'
import { fillTables, rowsOf, tenantTables } from '../../testing/routes/filled-tables.ts'
import { newId } from '../ids.ts'

const [ours, theirs, person] = [newId(), newId(), newId()]
let [admin, app] = [] as unknown as [pg.Client, pg.Client]
let tables: string[]
let filled: Record<string, number>

beforeAll(async () => {
  const { adminUrl, appUrl } = await testDatabase()
  ;[admin, app] = [new pg.Client(adminUrl), new pg.Client(appUrl)]
  await Promise.all([admin.connect(), app.connect()])
  tables = await tenantTables(admin)
  for (const businessId of [ours, theirs]) await fillTables(admin, businessId, 3)
  filled = await rowsOf(admin, theirs, tables)
})
afterAll(() => Promise.all([admin.end(), app.end()]))

const scope = (businessId: string, userId = '') =>
  app.query("select set_config('app.business_id', $1, false), set_config('app.user_id', $2, false)", [
    businessId,
    userId,
  ])
/** The rows of a statement without its predicate, or its error code; rolled back. */
async function tried(statement: string, values: string[] = []) {
  await app.query('begin')
  try {
    return { rows: (await app.query<{ business_id: string | null }>(statement, values)).rows, code: undefined }
  } catch (error) {
    return { rows: [], code: (error as pg.DatabaseError).code }
  } finally {
    await app.query('rollback')
  }
}
const [NOT_ALLOWED, STILL_REFERENCED] = ['42501', '23503']
const businessesIn = (rows: { business_id: string | null }[]) => [...new Set(rows.map((row) => row.business_id))]

describe('a query that forgets its predicate', () => {
  test('finds rows of another business in every table there is, were it not for the lock', () => {
    expect(tables.length).toBeGreaterThan(40)
    expect(tables.filter((table) => !filled[table])).toEqual([])
  })

  test('reads no row of another business, and none at all where none is set', async () => {
    const read: string[] = []
    for (const table of tables) {
      await scope(ours)
      const within = await tried(`select business_id from ${table}`)
      if (within.rows.length) read.push(table)
      expect([table, businessesIn(within.rows).filter((id) => id !== ours)]).toEqual([table, []])
      for (const [businessId, userId] of [
        ['', ''],
        ['', person],
      ] as const) {
        await scope(businessId, userId)
        expect([table, (await tried(`select * from ${table}`)).rows]).toEqual([table, []])
      }
    }
    // The app may not read the other tables at all, or they belong to persons.
    expect(read.length).toBeGreaterThan(30)
  })

  test('changes and deletes none', async () => {
    await scope(ours)
    for (const table of tables) {
      const deleted = await tried(`delete from ${table} returning business_id`)
      expect([undefined, NOT_ALLOWED, STILL_REFERENCED]).toContain(deleted.code)
      expect([table, businessesIn(deleted.rows).filter((id) => id !== ours)]).toEqual([table, []])
      const given = await tried(`update ${table} set business_id = $1`, [theirs])
      // Without an error it found no row: the app must not be able to move a visible row to another business.
      expect([table, [undefined, NOT_ALLOWED]]).toEqual([table, expect.arrayContaining([given.code])])
    }
    expect(await rowsOf(admin, theirs, tables)).toEqual(filled)
  })
})

describe('the app’s role', () => {
  test('owns nothing, belongs to no other role and passes no policy', async () => {
    const { rows } = await app.query(`
      select rolsuper or rolbypassrls or rolcreaterole or rolreplication as strong,
        exists (select from pg_class where relowner = r.oid) or exists (select from pg_proc where proowner = r.oid) as owns,
        array(select o.rolname::text from pg_roles o where o.oid <> r.oid and pg_has_role(r.oid, o.oid, 'member')) as roles,
        has_schema_privilege(r.oid, 'public', 'create') as makes
      from pg_roles r where rolname = current_user`)
    expect(rows).toEqual([{ strong: false, owns: false, roles: [], makes: false }])
  })

  test.each([
    'set role leadline_owner',
    'set role leadline_worker',
    'set role leadline_search',
    'set session authorization leadline_owner',
    "set session_replication_role = 'replica'",
    'alter role leadline_app bypassrls',
    'grant leadline_owner to leadline_app',
    'alter table leads disable row level security',
    'alter table leads no force row level security',
    'alter table leads owner to leadline_app',
    'create policy mine on leads using (true)',
    'alter policy tenant on leads using (true)',
    'drop policy tenant on leads',
    'create table public.mine ()',
    'truncate leads',
    'create or replace function current_business() returns uuid language sql return null::uuid',
  ])('is refused: %s', async (statement) => {
    await scope(ours)
    expect((await tried(statement)).code).toBe(NOT_ALLOWED)
  })

  test('gets an error where it switches row security off, and no rows', async () => {
    await scope(ours)
    await app.query('set row_security = off')
    expect((await tried('select business_id from leads')).code).toBe(NOT_ALLOWED)
    await app.query('reset row_security')
  })
})
