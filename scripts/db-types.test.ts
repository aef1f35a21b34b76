import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withClient } from '../server/platform/db/connections.ts'
import { testDatabase } from '../server/testing/database/test-db.ts'
import { generateTypes, typesFile } from './db-types.ts'

test('the types of the tables are those of the migrated database; after a change `npm run db:types` writes them again', async () => {
  const { ownerUrl } = await testDatabase()
  const committed = await readFile(typesFile, 'utf8')
  expect(await generateTypes(ownerUrl)).toBe(committed)

  await withClient(ownerUrl, (owner) => owner.query('alter table leads add column planted text'))
  expect(await generateTypes(ownerUrl)).not.toBe(committed)
})
