import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-db.ts'
import { misleadableFunctions, openPolicies, openTables, unboundRoles } from '../../testing/routes/row-security.ts'
import { withClient } from './connections.ts'

test('every table with a business’s rows is locked by a policy, for its owner too', async () => {
  const { ownerUrl } = await testDatabase()
  await withClient(ownerUrl, async (owner) => {
    expect(await openTables(owner)).toEqual([])
    expect(await openPolicies(owner)).toEqual([])
    expect(await unboundRoles(owner)).toEqual([])
  })
})

test('the app sees what is of its business or its person, by these conditions alone and by no other role', async () => {
  const { ownerUrl } = await testDatabase()
  await withClient(ownerUrl, async (owner) => {
    const { rows: conditions } = await owner.query(`
      select distinct qual, with_check from pg_policies
      where roles && array['leadline_app', 'public']::name[] order by 1, 2`)
    expect(conditions).toEqual([
      { qual: '(business_id = current_business())', with_check: null },
      { qual: '(user_id = current_person())', with_check: null },
      { qual: null, with_check: '((business_id IS NULL) OR (business_id = current_business()))' },
    ])
    const { rows: others } = await owner.query(`
      select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid
      where m.member = 'leadline_app'::regrole`)
    expect(others).toEqual([])
  })
})

test('a table that is left open is seen', async () => {
  const { ownerUrl } = await testDatabase()
  await withClient(ownerUrl, async (owner) => {
    await owner.query('create table planted (business_id uuid not null)')
    expect(await openTables(owner)).toEqual(['planted'])
    await owner.query('alter table planted enable row level security')
    await owner.query('create policy tenant on planted to leadline_app using (business_id = current_business())')
    expect(await openTables(owner), 'its owner still passes').toEqual(['planted'])
    await owner.query('alter table planted force row level security')
    expect(await openTables(owner)).toEqual([])
    await owner.query('create policy everyone on planted to leadline_app using (true)')
    expect(await openPolicies(owner)).toEqual(['planted.everyone'])
  })
})

test('functions with rights of their own are not misled by temporary tables, and only those meant for it are the app’s', async () => {
  const { ownerUrl, appUrl } = await testDatabase()
  await withClient(ownerUrl, async (owner) => {
    expect(await misleadableFunctions(owner)).toEqual([])
    await owner.query(
      'create function planted() returns int language sql security definer set search_path = public return 1',
    )
    expect(await misleadableFunctions(owner)).toEqual(['planted()'])
  })
  await withClient(appUrl, (app) =>
    expect(app.query("select count_in_newest('{%a%}', null, 1, 1)")).rejects.toThrow(/permission denied/),
  )
})
