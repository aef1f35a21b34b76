import { afterAll, expect, inject, test } from 'vitest'
import { withClient } from '../connections.ts'
import { rolePasswords } from '../roles.ts'
import { prepareDatabase } from './migrate.ts'

const { adminUrl, ownerUrl, prefix } = inject('databases')
const passwords = rolePasswords('of the tests')
const at = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
const asAdmin = (statement: string) => withClient(adminUrl, (admin) => admin.query(statement))

/** An empty database of the owner, as an operator would create it. */
async function emptyDatabase(name: string, options = '') {
  await asAdmin(`create database ${prefix}${name} owner leadline_owner ${options}`)
  return at(ownerUrl, `${prefix}${name}`)
}

const whoSignsIn = (url: string) =>
  withClient(url, async (client) => (await client.query<{ name: string }>('select current_user as name')).rows[0]?.name)

afterAll(async () => {
  await asAdmin(`drop database if exists ${prefix}plain`)
  await asAdmin('drop role if exists leadline_test_plain')
})

test('a database is prepared once, however many processes start on it at the same time', async () => {
  const url = await emptyDatabase('many')
  const prepared = await Promise.all(Array.from({ length: 4 }, () => prepareDatabase({ ownerUrl: url, ...passwords })))
  const [urls] = prepared
  expect(new Set(prepared.map(({ appUrl }) => appUrl)).size).toBe(1)
  expect(await whoSignsIn(urls?.appUrl ?? '')).toBe('leadline_app')
  expect(await whoSignsIn(urls?.workerUrl ?? '')).toBe('leadline_worker')
  const { rows } = await withClient(url, (owner) =>
    owner.query<{ name: string }>('select name from migrations order by name'),
  )
  expect(rows[0]?.name).toBe('0001_foundation.sql')
})

test('a migration that was changed after it had run is refused by name', async () => {
  const ownerUrl = await emptyDatabase('edited')
  const prepare = () => prepareDatabase({ ownerUrl, ...passwords })
  await prepare()
  await withClient(ownerUrl, (owner) =>
    owner.query("update migrations set checksum = 'of another text' where name = '0001_foundation.sql'"),
  )
  await expect(prepare()).rejects.toThrow(
    /0001_foundation\.sql was changed after it had run on the database test_\d+_edited.+new migration/,
  )
})

test('a database of before the first release is refused in one sentence, and left as it is', async () => {
  const ownerUrl = await emptyDatabase('old')
  await withClient(ownerUrl, (owner) =>
    owner.query(`
      create table migrations (name text primary key, at timestamptz not null default now());
      alter table migrations add column checksum text;
      insert into migrations (name, checksum) values ('0001_start.sql', 'a'), ('0002_tenancy.sql', null);
      create table leads (name text);
      insert into leads values ('Noa')`),
  )
  await expect(prepareDatabase({ ownerUrl, ...passwords })).rejects.toThrow(
    /^The database test_\d+_old was made by another version of Leadline .+ 0001_start\.sql.+ left as it is: .+ empty database .+\.$/,
  )
  const { rows } = await withClient(ownerUrl, (owner) =>
    owner.query(`
      select (select count(*) from migrations) as files, (select name from leads) as lead,
        (select array_agg(relname::text order by 1) from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r') as tables,
        (select count(*) from pg_extension where extname = 'pg_trgm') as extensions`),
  )
  expect(rows).toEqual([{ files: 2, lead: 'Noa', tables: ['leads', 'migrations'], extensions: 0 }])
})

test('the app can neither make tables nor read those of the queue', async () => {
  const { appUrl } = await prepareDatabase({ ownerUrl: await emptyDatabase('rights'), ...passwords })
  await withClient(appUrl, async (app) => {
    await expect(app.query('create table mine (n int)')).rejects.toThrow(/permission denied/)
    await expect(app.query('select from graphile_worker._private_jobs')).rejects.toThrow(/permission denied/)
    await expect(app.query('set role leadline_worker')).rejects.toThrow(/permission denied/)
  })
})

test('the worker keeps no right to make schemas', async () => {
  const { workerUrl } = await prepareDatabase({ ownerUrl: await emptyDatabase('queue'), ...passwords })
  await withClient(workerUrl, async (worker) => {
    await worker.query("select graphile_worker.add_job('nothing', '{}')")
    await expect(worker.query('create schema mine')).rejects.toThrow(/permission denied/)
  })
})

test('logins of the operator’s own are taken as they are', async () => {
  const given = {
    appUrl: 'postgres://app@db.example.com/leadline',
    workerUrl: 'postgres://worker@db.example.com/leadline',
  }
  expect(await prepareDatabase({ ownerUrl: await emptyDatabase('given'), ...passwords, ...given })).toEqual(given)
})

test('a database that finds no trigrams in Hebrew is refused, saying how to make one', async () => {
  const url = await emptyDatabase('c', "template template0 encoding 'UTF8' locale 'C'")
  await expect(prepareDatabase({ ownerUrl: url, ...passwords })).rejects.toThrow(
    /no trigrams in Hebrew.+template template0.+C\.UTF-8/s,
  )
})

test('an owner without the needed rights is refused with the grant that it lacks', async () => {
  await asAdmin("create role leadline_test_plain login password 'plain'")
  await asAdmin(`create database ${prefix}plain owner leadline_test_plain`)
  const url = Object.assign(new URL(at(adminUrl, `${prefix}plain`)), {
    username: 'leadline_test_plain',
    password: 'plain',
  }).href
  await expect(prepareDatabase({ ownerUrl: url, ...passwords })).rejects.toThrow(
    /could not act as leadline_search: .+CREATEROLE/,
  )
})
