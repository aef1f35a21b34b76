import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-db.ts'
import { newId } from '../ids.ts'
import { withClient } from './connections.ts'
import { UNPREPARED } from './named-statements.ts'
import { openTenants, type Tenants } from './tenants.ts'

let tenants: Tenants
let urls: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  urls = await testDatabase()
  tenants = openTenants(urls.appUrl, () => {}, { max: 1 })
})
afterAll(() => tenants.end())

const ID = '01a2b3c4-0000-7000-8000-00000000000a'
const every = sql.raw(`
  select 'a' as "it's", null::text as "a ""quoted"" one", 7 as int, 9007199254740991 as bigint, 1.5::float8 as float,
    2.50::numeric as numeric, true as bool, '${ID}'::uuid as uuid, array['${ID}']::uuid[] as uuids, array['x', null] as texts,
    '{"of": [1, null]}'::jsonb as jsonb, 'null'::jsonb as "json null", null::jsonb as nothing, null::timestamptz as never,
    '2026-01-02 03:04:05.6+02'::timestamptz as time, '2026-01-02'::date as day`)
const row = {
  "it's": 'a',
  'a "quoted" one': null,
  int: 7,
  bigint: 9_007_199_254_740_991,
  float: 1.5,
  numeric: '2.50',
  bool: true,
  uuid: ID,
  uuids: [ID],
  texts: ['x', null],
  jsonb: { of: [1, null] },
  'json null': null,
  nothing: null,
  never: null,
  time: '2026-01-02T01:04:05.6Z',
  day: '2026-01-02',
}

test('rows of a statement are the same with a name and without, the first time and again', async () => {
  const db = tenants.scope({})
  for (const text of [sql`${every}`, sql`${every}`, sql`${sql.raw(UNPREPARED)} ${every}`])
    expect((await text.execute(db)).rows).toEqual([row])
})

test('the number of changed rows is returned', async () => {
  const businessId = newId()
  const db = tenants.scope({ businessId })
  await db.insertInto('businesses').values({ business_id: businessId, name: 'A' }).execute()
  const change = (name: string) => db.updateTable('businesses').set({ name }).executeTakeFirst()
  expect([await change('B'), await change('C')]).toEqual([{ numUpdatedRows: 1n }, { numUpdatedRows: 1n }])
})

test('a table that got and lost columns is read as it is now', async () => {
  await withClient(urls.ownerUrl, async (owner) => {
    await owner.query('create table shelves (left_one text, kept text)')
    await owner.query("insert into shelves values ('gone', 'kept'); grant select on shelves to leadline_app")
    const read = async (via: Tenants) => (await sql`select * from shelves`.execute(via.scope({}))).rows
    expect(await read(tenants)).toEqual([{ left_one: 'gone', kept: 'kept' }])
    await owner.query('alter table shelves drop left_one, add more int default 3')
    // As after a lost connection: the server answers that the old plan is invalid.
    const others = openTenants(urls.appUrl, () => {}, { max: 1 })
    expect(await read(others).finally(others.end)).toEqual([{ kept: 'kept', more: 3 }])
    await owner.query('drop table shelves')
  })
})
