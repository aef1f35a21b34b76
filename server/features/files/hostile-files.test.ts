import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Failure } from '#contract/common.ts'
import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import { aFile, codeOf, testFiles } from '../../testing/files/test-files.ts'
import { aPng, bombPng } from '../../testing/files/test-images.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp({ own: true, env: { DATA_DIR: `.data-test/hostile-files-${process.pid}` } })
const { add, added, get, list, open, spooled, stored, world } = testFiles(it)

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const REFUSED = 'Programs and web pages cannot be added'
const differs = (extension: string) => `The content of this file is not what its name says (.${extension})`
const messageOf = ({ status, body }: { status: number; body: object }) => [status, (body as Failure).message]

/** Nothing is left of a refused upload. */
async function leavesNothing<T>(leadId: string, owner: object, act: () => Promise<T>) {
  const before = [await stored(), (await list(owner, leadId)).body.files]
  const outcome = await act()
  await waitFor(async () => (await spooled()).length === 0)
  expect([await stored(), (await list(owner, leadId)).body.files]).toEqual(before)
  return outcome
}

describe('content under another name', () => {
  test.each([
    ['an SVG with a script', 'logo.svg', SVG, REFUSED],
    ['an SVG under the name of a picture', 'logo.png', SVG, REFUSED],
    ['an SVG in UTF-16', 'logo.txt', Buffer.from(`\ufeff${SVG}`, 'utf16le'), REFUSED],
    ['an SVG with a prefix', 'logo.txt', SVG.replaceAll('svg', 's:svg'), REFUSED],
    ['a page', 'offer.html', 'Hello', REFUSED],
    ['a page as text', 'offer.txt', '<!DOCTYPE html><script>alert(1)</script>', REFUSED],
    ['a program', 'setup.exe', 'MZ\x90', REFUSED],
    ['a program as a picture', 'photo.jpg', Buffer.from('MZ\x90\0\x03'), REFUSED],
    ['a shell script', 'notes.txt', '#!/bin/sh\nrm -rf /', REFUSED],
    ['a batch file', 'run.BAT', 'del *', REFUSED],
    ['text as a picture', 'photo.jpg', 'Hello', differs('jpg')],
    ['a PDF as a picture', 'photo.png', '%PDF-1.7\n', differs('png')],
    ['a picture as a PDF', 'plan.pdf', bombPng(9), differs('pdf')],
    ['a ZIP as a PDF', 'plan.pdf', 'PK\x03\x04', differs('pdf')],
    ['text as a workbook of today', 'a.docx', 'Hello', differs('docx')],
  ])('%s is refused with a clear text', async (_, name, bytes, message) => {
    const { owner, leadId } = await world()
    const reply = await leavesNothing(leadId, owner, () => add(owner, leadId, aFile(name, bytes)))
    expect(messageOf(reply)).toEqual([415, message])
  })

  test('a picture under the name of another kind of picture is what its content is', async () => {
    const { owner, leadId } = await world()
    const file = await added(owner, leadId, new File([await aPng()], 'from-whatsapp.jpg'))
    expect(file).toMatchObject({ type: 'image/png', preview: 'image' })
  })

  test('an unknown type is a file to download', async () => {
    const { owner, leadId } = await world()
    const file = await added(owner, leadId, aFile('kitchen.dwg', Buffer.from([65, 67, 0, 1, 2])))
    expect(file).toMatchObject({ type: 'application/octet-stream', kind: 'other', preview: 'none' })
    const { url } = (await get(owner, leadId, file._id)).body
    expect((await open(url)).headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
    })
  })
})

test('a decompression bomb has no preview, and takes no memory', async () => {
  const { owner, leadId } = await world()
  const before = process.memoryUsage().rss
  const file = await added(owner, leadId, aFile('bomb.png', bombPng(30_000)))
  expect(file).toMatchObject({ preview: 'too_large', thumbnail: null })
  expect((await get(owner, leadId, file._id)).body.preview).toBeNull()
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('half a picture is kept as a file without a preview', async () => {
  const { owner, leadId } = await world()
  const png = new Uint8Array(await (await aPng()).arrayBuffer())
  const file = await added(owner, leadId, aFile('half.png', png.subarray(0, 60)))
  expect(file).toMatchObject({ preview: 'broken', type: 'image/png' })
})

describe('names', () => {
  test.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\windows\\system32.pdf', 'system32.pdf'],
    ['a/../../b.pdf', 'b.pdf'],
    ['exe\u202efdp.pdf', 'exefdp.pdf'],
    ['two\r\nlines: "quoted".pdf', 'two lines_ "quoted".pdf'],
    ['<img src=x onerror=alert(1)>.pdf', '_img src=x onerror=alert(1)_.pdf'],
    [`${'ש'.repeat(300)}.pdf`, `${'ש'.repeat(196)}.pdf`],
    ['חוזה ע"י דנה.pdf', 'חוזה ע"י דנה.pdf'],
    ['שרטוט (סופי) 50%.pdf', 'שרטוט (סופי) 50%.pdf'],
  ])('%s becomes %s', async (sent, name) => {
    const { owner, leadId } = await world()
    const file = await added(owner, leadId, aFile(sent))
    expect(file.name).toBe(name)
    const { headers } = await open((await get(owner, leadId, file._id)).body.url)
    const [, whole] = /filename\*=UTF-8''(\S+)$/.exec(String(headers['content-disposition'])) ?? []
    expect(decodeURIComponent(whole ?? '')).toBe(name)
    // No part of the name is part of a path.
    expect((await stored()).every((one) => /^[0-9a-f]{32}[pt]?\.(bin|webp)$/.test(one))).toBe(true)
  })

  test('an empty name is a file all the same', async () => {
    const { owner, leadId } = await world()
    expect((await added(owner, leadId, aFile('...', 'x'))).name).toBe('file')
  })
})

describe('size', () => {
  test('25 MB are stored as they are; 26 MB are refused and leave nothing', async () => {
    const { owner, leadId } = await world()
    const bytes = Buffer.alloc(FILE_MAX_BYTES, 'leadline ')
    const file = await added(owner, leadId, aFile('large.txt', bytes))
    const { rawPayload } = await open((await get(owner, leadId, file._id)).body.url)
    const sha = (of: Buffer) => createHash('sha256').update(of).digest('hex')
    expect([rawPayload.length, sha(rawPayload)]).toEqual([FILE_MAX_BYTES, sha(bytes)])
    const larger = Buffer.alloc(26 * 1024 * 1024, 'leadline ')
    const refused = await leavesNothing(leadId, owner, () => add(owner, leadId, aFile('large.txt', larger)))
    expect(messageOf(refused)).toEqual([413, 'The file is too large. The limit is 25 MB'])
    const oneMore = Buffer.alloc(FILE_MAX_BYTES + 1, 'leadline ')
    expect((await leavesNothing(leadId, owner, () => add(owner, leadId, aFile('large.txt', oneMore)))).status).toBe(413)
  })

  test('an empty file, none, and two are refused', async () => {
    const { owner, leadId } = await world()
    expect(messageOf(await add(owner, leadId, aFile('a.txt', '')))).toEqual([422, 'The file is empty'])
    const send = async (form: FormData) => {
      const { authorization, 'x-business-id': id } = owner
      const headers = { host: 'localhost', authorization, 'x-business-id': id ?? '' }
      const reply = await it.app.inject({
        method: 'POST',
        url: `/api/lead/${leadId}/files`,
        headers,
        payload: form as object,
      })
      return reply.json().code
    }
    const two = new FormData()
    for (const name of ['a.txt', 'b.txt']) two.append('file', aFile(name, 'x'))
    expect(await leavesNothing(leadId, owner, () => send(two))).toBe('one_file')
    expect(await send(new FormData())).toBe('no_file')
  })

  test('an upload that breaks off leaves neither row nor file', async () => {
    const { owner, leadId } = await world()
    const { port } = new URL(await it.listen())
    await leavesNothing(leadId, owner, async () => {
      const sending = request({
        port,
        method: 'POST',
        path: `/api/lead/${leadId}/files`,
        headers: {
          host: 'localhost',
          authorization: owner.authorization,
          'x-business-id': owner['x-business-id'] ?? '',
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 1_000_000,
        },
      })
      sending.on('error', () => undefined)
      sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
      sending.write('abc'.repeat(10_000))
      await waitFor(async () => (await spooled()).length === 1)
      sending.destroy()
    })
  })
})

test('files of another business are not found by any address', async () => {
  const [ours, theirs] = [await world(), await world()]
  const file = await added(theirs.owner, theirs.leadId)
  for (const leadId of [ours.leadId, theirs.leadId]) expect((await get(ours.owner, leadId, file._id)).status).toBe(404)
  expect(codeOf(await add(ours.owner, theirs.leadId))).toEqual([404, 'lead_not_found'])
  const { url } = (await get(theirs.owner, theirs.leadId, file._id)).body
  const query = new URL(url, 'http://localhost').searchParams
  const ticket = JSON.parse(Buffer.from(query.get('q') ?? '', 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...ticket, userId: ours.owner.userId })).toString('base64url')
  expect((await open(url.replace(query.get('q') ?? '', forged))).statusCode).toBe(404)
})
