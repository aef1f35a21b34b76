import { createHash } from 'node:crypto'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openFakeS3, signatureOf } from '../../testing/files/fake-s3.ts'
import { openDisk } from './disk.ts'
import type { FilesProvider } from './files.ts'
import { openS3 } from './s3.ts'

const s3 = await openFakeS3()
const folder = await mkdtemp(join('.data-test', 'files-provider-'))
const NAME = 'files/0123456789abcdef.bin'

async function* piecesOf(count: number, size: number) {
  for (let at = 0; at < count; at++) yield Buffer.alloc(size, at)
}
const read = async (files: FilesProvider, name = NAME, range?: { start: number; end: number }) => {
  const found = await files.get(name, range && (() => range))
  return found && { size: found.size, bytes: await buffer(found.bytes) }
}

describe.each([
  ['a disk', () => openDisk(folder)],
  ['S3', () => openS3(s3.bucket)],
])('%s', (_, open) => {
  const files = open()

  test('stores a file, whole or in pieces, and gives it or a range of it', async () => {
    await files.put(NAME, Buffer.from('0123456789'))
    expect(await read(files)).toEqual({ size: 10, bytes: Buffer.from('0123456789') })
    expect(await read(files, NAME, { start: 2, end: 4 })).toEqual({ size: 10, bytes: Buffer.from('234') })
    await files.put(NAME, piecesOf(3, 2))
    expect(await read(files)).toEqual({ size: 6, bytes: Buffer.from([0, 0, 1, 1, 2, 2]) })
  })

  test('stores a large file that comes in pieces', async () => {
    await files.put(NAME, piecesOf(21, 1024 * 1024))
    const whole = Buffer.concat(await Array.fromAsync(piecesOf(21, 1024 * 1024)))
    const found = await read(files)
    const sha = (bytes: Buffer | undefined) =>
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex')
    expect([found?.size, sha(found?.bytes)]).toEqual([whole.length, sha(whole)])
    const range = { start: 8 * 1024 * 1024 - 1, end: 8 * 1024 * 1024 }
    expect((await read(files, NAME, range))?.bytes).toEqual(Buffer.from([7, 8]))
  })

  test('keeps the former file, and nothing else, if the source breaks off', async () => {
    await files.put(NAME, Buffer.from('before'))
    async function* breaking(count: number) {
      yield* piecesOf(count, 1024 * 1024)
      throw new Error('broken')
    }
    for (const count of [1, 20]) await expect(files.put(NAME, breaking(count))).rejects.toThrow('broken')
    expect((await read(files))?.bytes.toString()).toBe('before')
    const unfinished = (await readdir(join(folder, 'files'))).filter((name) => name.endsWith('.tmp'))
    expect([s3.uploads.size, unfinished]).toEqual([0, []])
  })

  test('a missing file is undefined, and removed without an error', async () => {
    await files.remove(NAME)
    await files.remove(NAME)
    expect([await read(files), await read(files, NAME, { start: 0, end: 1 })]).toEqual([undefined, undefined])
  })

  test('takes only names of its own', async () => {
    for (const name of ['../secret.key', 'files/../../a.bin', '/etc/passwd', 'files/a b.bin', 'files/א.bin'])
      await expect(async () => files.put(name, Buffer.from('x'))).rejects.toThrow('not a name')
  })
})

test('S3: a refusal is an error, never a missing file', async () => {
  const files = openS3(s3.bucket)
  await files.put(NAME, Buffer.from('there'))
  s3.failures = 1
  await expect(read(files)).rejects.toThrow()
  const stranger = openS3({ ...s3.bucket, secretAccessKey: 'another secret' })
  await expect(read(stranger)).rejects.toThrow()
  await expect(stranger.put(NAME, Buffer.from('theirs'))).rejects.toThrow()
  expect((await read(files))?.bytes.toString()).toBe('there')
})

test('the storage of the tests checks signatures as Amazon documents them', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization: 'AWS4-HMAC-SHA256 SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=',
  }
  const account = { secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
  expect(signatureOf({ method: 'GET', url: '/test.txt', headers }, account)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})
