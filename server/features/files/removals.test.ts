import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { TRASH_DAYS } from '#contract/leads/terms.ts'
import { newId } from '../../platform/ids.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { aFile, testFiles } from '../../testing/files/test-files.ts'
import { aPng } from '../../testing/files/test-images.ts'
import { testApp } from '../../testing/test-app.ts'
import { eraseBusiness, SETTLE_MS } from '../businesses/erasing.service.ts'
import { deleteOldRows } from '../housekeeping/housekeeping.queries.ts'
import { erasures } from '../index.ts'
import { emptyTrash } from '../leads/leads.jobs.ts'
import { fileJobs } from './files.jobs.ts'
import { files as manifest } from './files.manifest.ts'
import { removeDue } from './removals.ts'
import { contentOf } from './stored-names.rules.ts'

const DAY_MS = 86_400_000
let later = 0
// Loops run only when a test runs them.
const it = await testApp({
  now: () => new Date(Date.now() + later),
  env: {
    ROLE: 'web',
    DATABASE_URL: 'postgresql://elsewhere.test/leadline',
    DATA_DIR: `.data-test/removed-files-${process.pid}`,
  },
})
const { added, leads, remove, restore, spooled, storedOf, world } = testFiles(it)
const { deps } = it
const removeAll = async () => {
  while ((await removeDue(deps)) > 0);
}
const housekeeping = () => deleteOldRows(deps.workerDb, manifest.retained ?? [], deps.now())
const queued = (id: string) =>
  deps.workerDb.selectFrom('file_removals').select(['id', 'tries']).where('id', '=', id).execute()
const aPicture = async () => new File([await aPng()], 'a.png')

beforeEach(() => {
  later = 0
})

test('a deleted file can be taken back for a day; then its content and its pictures are removed', async () => {
  const { owner, leadId } = await world()
  const file = await added(owner, leadId, await aPicture())
  await remove(owner, leadId, file._id)
  later = 0.9 * DAY_MS
  await housekeeping()
  await removeAll()
  expect(await storedOf(file._id)).toHaveLength(3)
  const again = { ...owner, ...(await it.signIn(owner.userId)) }
  expect((await restore(again, leadId, file._id)).status).toBe(200)
  await remove(again, leadId, file._id)
  later = 2 * DAY_MS
  await housekeeping()
  await removeAll()
  expect(await storedOf(file._id)).toEqual([])
})

test('a file that is there is never removed, also after the hour of its upload', async () => {
  const { owner, leadId } = await world()
  const file = await added(owner, leadId)
  expect(await queued(file._id)).toHaveLength(1)
  later = 2 * 3_600_000
  await removeAll()
  expect([await storedOf(file._id), await queued(file._id)]).toEqual([[expect.any(String)], []])
})

test('files go with a lead that is purged from the trash, and the total becomes smaller', async () => {
  const { owner, leadId, businessId, db, campaignId } = await world()
  const file = await added(owner, leadId)
  const kept = (await leads.add(owner, { name: 'Noa', campaignId }))._id
  await added(owner, kept, aFile('kept.txt', 'kept'))
  await leads.remove(owner, [leadId])
  later = (TRASH_DAYS + 1) * DAY_MS
  await emptyTrash.run(deps, {})
  await removeAll()
  expect(await storedOf(file._id)).toEqual([])
  const total = db.selectFrom('file_totals').select('bytes').where('business_id', '=', businessId)
  expect(Number((await total.executeTakeFirst())?.bytes)).toBe(4)
})

test('the files of a closed business are removed with it', async () => {
  const { owner, leadId, businessId } = await world()
  const file = await added(owner, leadId)
  const { name } = (await it.send(businessRoutes.get, owner, {})).body.business
  await it.send(businessRoutes.close, owner, { body: { name, password: PASSWORD } })
  later = 31 * DAY_MS
  await eraseBusiness(deps, businessId, { erasures })
  later += SETTLE_MS
  expect(await eraseBusiness(deps, businessId, { erasures })).toBe('over')
  await removeAll()
  expect(await storedOf(file._id)).toEqual([])
})

test('content that was stored before a process died is removed after an hour', async () => {
  const id = newId()
  await deps.tenants.pool.insertInto('file_removals').values({ id, due_at: new Date().toISOString() }).execute()
  await deps.files.put(contentOf(id), Buffer.from('half done'))
  await removeAll()
  expect([await storedOf(id), await queued(id)]).toEqual([[], []])
})

test('a storage that is away is asked again later', async () => {
  const { owner, leadId, db } = await world()
  const file = await added(owner, leadId)
  await deps.workerDb.deleteFrom('lead_files').where('id', '=', file._id).execute()
  const away = { ...deps, files: { ...deps.files, remove: () => Promise.reject(new Error('away')) } }
  // The database's clock, by which the removal is due, counts parts of a millisecond.
  later = 1
  await removeDue(away)
  await removeAll()
  expect([(await storedOf(file._id)).length, await queued(file._id)]).toEqual([1, [{ id: file._id, tries: 1 }]])
  later = 61_001
  await removeAll()
  expect(await storedOf(file._id)).toEqual([])
  expect(await db.selectFrom('lead_files').select('id').where('id', '=', file._id).execute()).toEqual([])
})

test('what an upload to a killed process left on the disk is deleted after a day', async () => {
  const { owner, leadId } = await world()
  await added(owner, leadId)
  const folder = join(it.env.dataDir, 'uploads')
  const old = new Date(Date.now() - 2 * DAY_MS)
  await writeFile(join(folder, 'old.part'), 'x')
  await utimes(join(folder, 'old.part'), old, old)
  await writeFile(join(folder, 'new.part'), 'x')
  for (const job of fileJobs) await job.run(deps, {})
  expect(await spooled()).toEqual(['new.part'])
})
