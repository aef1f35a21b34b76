import { expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { openFakeS3 } from '../../testing/files/fake-s3.ts'
import { aFile, testFiles } from '../../testing/files/test-files.ts'
import { aPng } from '../../testing/files/test-images.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls, wav } from '../../testing/test-calls.ts'
import { removeDue } from './removals.ts'

const s3 = await openFakeS3()
const later = 0
const it = await testApp({
  now: () => new Date(Date.now() + later),
  env: {
    ...s3.env,
    ROLE: 'web',
    DATABASE_URL: 'postgresql://elsewhere.test/leadline',
    FILES_DIR: `.data-test/files-${process.pid}-unused`,
  },
})
const { add, added, get, list, open, stored, world } = testFiles(it)

test('files of leads, recordings and images are in the bucket, and read from it whole and in ranges', async () => {
  const { owner, leadId, ...business } = await world()
  const picture = await added(owner, leadId, new File([await aPng()], 'a.png'))
  const found = (await get(owner, leadId, picture._id)).body
  expect((await open(picture.thumbnail ?? '')).headers['content-type']).toBe('image/webp')
  const part = await open(found.url, { range: 'bytes=1-3' })
  expect([part.statusCode, part.body]).toEqual([206, 'PNG'])
  const avatar = await it.send(avatarRoutes.user, owner, { file: await aPng() })
  expect((await open(avatar.body.image)).statusCode).toBe(200)
  const calls = await testCalls(it, { ...business, campaignId: business.campaignId })
  const call = await calls.call()
  const sound = wav(0.2)
  await calls.stored(call, sound)
  const heard = (await it.send(callRoutes.recordingLink, owner, { params: { id: call }, body: { download: false } }))
    .body
  expect((await open(heard.url)).rawPayload.equals(sound)).toBe(true)
  const range = await open(heard.url, { range: 'bytes=44-99' })
  expect([range.statusCode, range.rawPayload.equals(sound.subarray(44, 100))]).toEqual([206, true])
  expect(range.headers['content-range']).toBe(`bytes 44-99/${sound.length}`)
  expect(s3.ranges).toEqual(['bytes=1-3', 'bytes=44-99'])
  const folders = [...s3.objects.keys()].map((name) => name.split('/')[0])
  expect(new Set(folders)).toEqual(new Set(['files', 'images', 'recordings']))
  expect(await stored()).toEqual([])
})

test('a bucket that refuses leaves no row; the file that is deleted leaves no object', async () => {
  const { owner, leadId } = await world()
  s3.failures = 1
  expect((await add(owner, leadId)).status).toBe(500)
  expect((await list(owner, leadId)).body.files).toEqual([])
  const file = await added(owner, leadId, aFile('b.txt', 'there'))
  const nameOf = (name: string) => name.includes(file._id.replaceAll('-', ''))
  expect([...s3.objects.keys()].filter(nameOf)).toHaveLength(1)
  await it.deps.workerDb.deleteFrom('lead_files').where('id', '=', file._id).execute()
  await removeDue(it.deps)
  expect([...s3.objects.keys()].filter(nameOf)).toEqual([])
})
