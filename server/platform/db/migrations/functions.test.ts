import { expect, test } from 'vitest'
import { catalogueOf } from '../../../testing/database/catalogue.ts'
import { testDatabase } from '../../../testing/database/test-db.ts'
import { emptyDatabase, version } from '../../../testing/database/versions.ts'
import { withClient } from '../connections.ts'
import { sqlFiles } from './sql-files.ts'

const functionsFolder = new URL('../../../../db/functions/', import.meta.url)

const ask = (url: string, query: string) =>
  withClient(url, async (client) => (await client.query<{ it: unknown }>(query)).rows[0]?.it)

test('a changed function is applied again on a database with rows; one whose file was removed is dropped', async () => {
  const [url, { prepare, change, write, remove }] = [await emptyDatabase('changed'), await version()]
  await write('functions/planted.sql', 'create function planted() returns int language sql as $$ select 1 $$;')
  await prepare(url)
  await ask(url, `insert into users (id, name, email) values (gen_random_uuid(), 'Noa', 'noa@example.com')`)
  const oid = await ask(url, `select 'day_of(timestamptz)'::regprocedure::oid as it`)

  // Another result, and another name of a parameter: `create or replace` refuses both.
  await write(
    'functions/planted.sql',
    'create function planted(n int) returns text language sql as $$ select $1::text $$;',
  )
  await change('functions/is_quiet.sql', 'at timestamptz', 'moment timestamptz')
  await change('functions/is_quiet.sql', '(at at', '(moment at')
  await change('functions/lead_triggers.sql', 'old.revision + 1', 'old.revision + 2')
  await prepare(url)
  expect(await ask(url, 'select planted(2) as it')).toBe('2')
  expect(await ask(url, `select to_regprocedure('planted()') as it`)).toBeNull()
  expect(await ask(url, `select prosrc as it from pg_proc where proname = 'increment_revision'`)).toContain('+ 2')
  expect(await ask(url, `select 'day_of(timestamptz)'::regprocedure::oid as it`), 'unchanged').toBe(oid)
  expect(await ask(url, 'select name as it from users')).toBe('Noa')

  await remove('functions/planted.sql')
  await prepare(url)
  expect(await ask(url, `select to_regprocedure('planted(int)') as it`)).toBeNull()
})

test('an upgraded database is the same as a new one', async () => {
  const [upgraded, fresh, before, after] = [
    await emptyDatabase('upgraded'),
    await emptyDatabase('fresh'),
    await version(),
    await version(),
  ]
  await before.change('functions/days.sql', 'day date', 'of_day date')
  await before.change('functions/days.sql', 'day::timestamp', 'of_day::timestamp')
  await before.change('functions/lead_triggers.sql', 'old.revision + 1', 'old.revision')
  await before.write('functions/gone.sql', 'create function gone() returns int language sql as $$ select 1 $$;')
  await before.prepare(upgraded)
  // The functions that return the view are dropped for it, and applied again after it.
  await after.write(
    'migrations/0901_planted.sql',
    `drop function if exists ingest_lead(uuid, jsonb), ingest_leads(uuid, jsonb);
     drop view lead_rows;
     create view lead_rows with (security_invoker = true) as select business_id, id, name from leads;`,
  )
  await after.write('migrations/0902_planted.sql', 'alter table leads add column planted text not null default $$x$$;')
  for (const url of [upgraded, fresh]) await after.prepare(url)
  expect(await catalogueOf(upgraded)).toEqual(await catalogueOf(fresh))
})

test('a failed function leaves the database as it was', async () => {
  const [url, { prepare, write }] = [await emptyDatabase('failed'), await version()]
  await prepare(url)
  const before = await catalogueOf(url)
  await write('migrations/0901_planted.sql', 'create table planted (n int);')
  await write('functions/planted.sql', 'create function planted() returns nothing language sql as $$ select 1 $$;')
  await expect(prepare(url)).rejects.toThrow('The functions of planted.sql could not be applied: type "nothing"')
  expect(await catalogueOf(url)).toEqual(before)
})

test('each function’s body fits the tables, and only triggers depend on it', async () => {
  const { ownerUrl } = await testDatabase()
  await withClient(ownerUrl, async (owner) => {
    await owner.query('begin; grant create on schema public to leadline_search')
    for (const { statements } of await sqlFiles(functionsFolder))
      await owner.query(statements.replaceAll('create function', 'create or replace function'))
    await owner.query('rollback')
    const { rows } = await owner.query(`
      select distinct refobjid::regprocedure, classid::regclass from function_files, unnest(functions) signature
        join pg_depend on refclassid = 'pg_proc'::regclass and refobjid = signature::regprocedure
      where classid <> 'pg_trigger'::regclass`)
    expect(rows).toEqual([])
  })
})
