import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { FILE_LINK_SECONDS, FILES_BYTES_MAX, FILES_PER_LEAD } from '#contract/files/files.ts'
import { newId } from '../../platform/ids.ts'
import { aFile, codeOf, testFiles } from '../../testing/files/test-files.ts'
import { aPhoto, asBlob } from '../../testing/files/test-images.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'

let later = 0
const it = await testApp({
  now: () => new Date(Date.now() + later),
  env: { FILES_DIR: `.data-test/files-${process.pid}-of-leads` },
})
const { add, added, get, leads, list, open, remove, restore, storedOf, world } = testFiles(it)
const named = (name: string, blob: Blob) => new File([blob], name)

describe('a file', () => {
  test('is listed with its type, size and who added it, and downloaded as it was', async () => {
    const { owner, leadId } = await world()
    const reply = await add(owner, leadId, aFile('תוכנית מטבח.pdf'))
    expect(reply.status).toBe(201)
    const expected = {
      leadId,
      name: 'תוכנית מטבח.pdf',
      bytes: 13,
      type: 'application/pdf',
      kind: 'pdf',
      preview: 'pdf',
      thumbnail: null,
      by: { _id: owner.userId, name: owner.name, image: null },
      mayDelete: true,
    }
    expect(reply.body.file).toMatchObject(expected)
    const { body } = await list(owner, leadId)
    expect(body.files).toEqual([reply.body.file])
    expect(body.used).toEqual({ bytes: 13, limit: FILES_BYTES_MAX })
    const found = (await get(owner, leadId, reply.body.file._id)).body
    const downloaded = await open(found.url)
    expect([downloaded.statusCode, downloaded.body]).toEqual([200, '%PDF-1.7\nplan'])
    expect(downloaded.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="______ ____.pdf"; filename*=UTF-8''${encodeURIComponent('תוכנית מטבח.pdf')}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    })
    const shown = await open(found.preview ?? '', { range: 'bytes=0-3' })
    expect([shown.statusCode, shown.body, shown.headers['content-range']]).toEqual([206, '%PDF', 'bytes 0-3/13'])
    expect(shown.headers['content-disposition']).toMatch(/^inline; /)
  })

  test('that is a picture has a preview and a thumbnail of pixels alone', async () => {
    const { owner, leadId } = await world()
    const file = await added(owner, leadId, named('kitchen.JPG', asBlob(await aPhoto())))
    expect(file).toMatchObject({ kind: 'image', type: 'image/jpeg', preview: 'image' })
    const { preview, url } = (await get(owner, leadId, file._id)).body
    for (const address of [preview ?? '', file.thumbnail ?? '']) {
      const shown = await open(address)
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(shown.rawPayload.includes('Camera of a phone')).toBe(false)
    }
    expect((await open(url)).rawPayload.includes('Camera of a phone'), 'the file itself is unchanged').toBe(true)
    expect(await storedOf(file._id)).toHaveLength(3)
  })

  test('sent again with its key is added once; another file under that key is refused', async () => {
    const { owner, leadId } = await world()
    const key = { 'idempotency-key': newId() }
    const replies = await Promise.all([1, 2].map(() => add(owner, leadId, aFile(), key)))
    const statuses = replies.map(({ status }) => status).sort()
    expect([
      [201, 201],
      [201, 409],
    ]).toContainEqual(statuses)
    const again = await add(owner, leadId, aFile(), key)
    expect(again.status).toBe(201)
    const { files } = (await list(owner, leadId)).body
    expect(files.map(({ _id }) => _id)).toEqual([again.body.file._id])
    expect(codeOf(await add(owner, leadId, aFile('other.pdf'), key))).toEqual([422, 'idempotency_key_reused'])
  })

  test('is deleted, and that is taken back; both once', async () => {
    const { owner, leadId } = await world()
    const file = await added(owner, leadId)
    expect((await remove(owner, leadId, file._id)).status).toBe(200)
    expect((await list(owner, leadId)).body).toMatchObject({ files: [], used: { bytes: 0 } })
    expect(codeOf(await remove(owner, leadId, file._id))).toEqual([404, 'file_not_found'])
    expect(codeOf(await get(owner, leadId, file._id))).toEqual([404, 'file_not_found'])
    const back = await restore(owner, leadId, file._id)
    expect(back.body.file).toMatchObject({ _id: file._id, name: 'plan.pdf' })
    expect((await list(owner, leadId)).body.used.bytes).toBe(13)
    expect(codeOf(await restore(owner, leadId, file._id))).toEqual([404, 'file_not_found'])
  })

  test('is in the history of the lead under its name, which can be opened while it is there', async () => {
    const { owner, leadId } = await world()
    const file = await added(owner, leadId)
    await remove(owner, leadId, file._id)
    const items = async () => (await leads.history(owner, leadId)).body.history.filter((item) => item.file)
    const of = (isThere: boolean) => ({ _id: file._id, name: 'plan.pdf', isThere })
    expect((await items()).map(({ event, file }) => [event, file])).toEqual([
      ['file.deleted', of(false)],
      ['file.added', of(false)],
    ])
    await restore(owner, leadId, file._id)
    expect((await items()).map(({ event, file }) => [event, file])).toEqual([
      ['file.restored', of(true)],
      ['file.deleted', of(true)],
      ['file.added', of(true)],
    ])
    const names = async (kind: string) =>
      (await leads.history(owner, leadId, { kind })).body.history.map(({ event }) => event)
    expect(await names('files')).toEqual(['file.restored', 'file.deleted', 'file.added'])
    expect(await names('changes')).toEqual([])
  })
})

describe('a signed address', () => {
  test('is for one person in one session, and ends', async () => {
    const { owner, leadId, member, db } = await world()
    const lead = await member('Lead', [(await leads.get(owner, leadId)).body.lead.campaignId])
    const file = await added(owner, leadId)
    const { url } = (await get(lead, leadId, file._id)).body
    expect((await open(url)).statusCode).toBe(200)
    expect((await open(url.replace('s=', 's=x'))).statusCode).toBe(404)
    expect((await open(`/api/lead/${leadId}/files/${file._id}/content`)).statusCode).toBe(404)
    await db.deleteFrom('campaign_members').where('user_id', '=', lead.userId).execute()
    it.deps.caches.endAll()
    expect((await open(url)).statusCode, 'the right is checked each time').toBe(404)
    const own = (await get(owner, leadId, file._id)).body.url
    later += 2 * FILE_LINK_SECONDS * 1_000
    expect([(await open(own)).statusCode, (await open(own)).json().code]).toEqual([404, 'link_expired'])
  })

  test('stays the same for a while, so that pictures are not fetched again', async () => {
    const { owner, leadId } = await world()
    await added(owner, leadId, named('a.jpg', asBlob(await aPhoto())))
    const thumbnail = async () => (await list(owner, leadId)).body.files[0]?.thumbnail
    const first = await thumbnail()
    expect(await thumbnail()).toBe(first)
  })

  test('of a preview serves no other file inline', async () => {
    const { owner, leadId } = await world()
    const file = await added(owner, leadId, aFile('notes.txt', 'Oak'))
    const { preview, url } = (await get(owner, leadId, file._id)).body
    expect([preview, (await open(url)).headers['content-disposition']]).toEqual([
      null,
      `attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`,
    ])
  })
})

describe('rights (decision 31)', () => {
  test('others’ files are deleted by Owner, Admin and Lead; one’s own also by Affiliate and Writer', async () => {
    const { owner, leadId, member, campaignId } = await world()
    const outcome = async (role: 'Affiliate' | 'Lead' | 'Writer' | 'Reader') => {
      const someone = await member(role, [campaignId])
      const theirs = await added(owner, leadId)
      const seen = (await list(someone, leadId)).body.files.find(({ _id }) => _id === theirs._id)
      const removed = await remove(someone, leadId, theirs._id)
      expect(seen?.mayDelete, role).toBe(removed.status === 200)
      const own = await add(someone, leadId)
      expect((await list(someone, leadId)).body.mayAdd, role).toBe(own.status === 201)
      return [
        removed.status,
        own.status,
        own.status === 201 && (await remove(someone, leadId, own.body.file._id)).status,
      ]
    }
    expect(await outcome('Lead')).toEqual([200, 201, 200])
    expect(await outcome('Affiliate')).toEqual([403, 201, 200])
    expect(await outcome('Writer')).toEqual([403, 201, 200])
    expect(await outcome('Reader')).toEqual([403, 403, false])
  })

  test('partners who see masked contacts see only their own files, in the list, by address and in the history', async () => {
    const { owner, leadId, member, campaignId } = await world()
    const partner = await member('Affiliate', [campaignId])
    const theirs = await added(owner, leadId, aFile('0541234567 Dana.pdf'))
    const url = (await get(partner, leadId, theirs._id)).body.url
    await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
    const own = await added(partner, leadId, aFile('offer.pdf'))
    expect((await list(partner, leadId)).body.files.map(({ name }) => name)).toEqual(['offer.pdf'])
    expect((await get(partner, leadId, theirs._id)).status).toBe(404)
    expect((await open(url)).statusCode).toBe(404)
    expect((await get(partner, leadId, own._id)).status).toBe(200)
    const { history } = (await leads.history(partner, leadId)).body
    expect(history.flatMap(({ file }) => file?.name ?? [])).toEqual(['offer.pdf'])
    expect(JSON.stringify(history)).not.toContain('0541234567')
  })

  test('members kept to their own leads see the files of these alone', async () => {
    const { owner, leadId, member, campaignId } = await world()
    const writer = await member('Writer', [campaignId])
    const file = await added(owner, leadId)
    const url = (await get(writer, leadId, file._id)).body.url
    await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
    for (const reply of [await list(writer, leadId), await add(writer, leadId), await get(writer, leadId, file._id)])
      expect(codeOf(reply)).toEqual([404, 'lead_not_found'])
    expect((await open(url)).statusCode).toBe(404)
    await leads.change(owner, leadId, { assignedTo: writer.userId })
    expect((await list(writer, leadId)).body.files).toHaveLength(1)
  })

  test('in the trash files are read, but not added or deleted', async () => {
    const { owner, leadId } = await world()
    const file = await added(owner, leadId)
    await leads.remove(owner, [leadId])
    expect((await list(owner, leadId)).body.files).toMatchObject([{ _id: file._id, mayDelete: false }])
    expect((await list(owner, leadId)).body.mayAdd).toBe(false)
    expect(codeOf(await add(owner, leadId))).toEqual([404, 'lead_not_found'])
    expect(codeOf(await remove(owner, leadId, file._id))).toEqual([404, 'lead_not_found'])
  })
})

describe('limits', () => {
  test('a business’s files take up to 10 GB, also when many are added at once', async () => {
    const { owner, leadId, businessId, db } = await world()
    const file = await added(owner, leadId)
    const fill = (bytes: number) =>
      db.updateTable('file_totals').set({ bytes }).where('business_id', '=', businessId).execute()
    await fill(FILES_BYTES_MAX - 20)
    const replies = await Promise.all([1, 2, 3].map(() => add(owner, leadId)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const refused = await add(owner, leadId)
    expect([codeOf(refused), refusal(refused).message]).toEqual([
      [409, 'business_files_full'],
      'The files of this business take up all 10 GB. Delete files that are no longer needed',
    ])
    await remove(owner, leadId, file._id)
    await fill(FILES_BYTES_MAX)
    expect(codeOf(await restore(owner, leadId, file._id))).toEqual([409, 'business_files_full'])
  })

  test('a lead has up to 200 files', async () => {
    const { owner, leadId, businessId, db } = await world()
    const row = { lead_id: leadId, user_id: owner.userId, name: 'a', bytes: 1, type: 'text/plain', preview: 'none' }
    const rows = Array.from({ length: FILES_PER_LEAD }, () => ({ business_id: businessId, id: newId(), ...row }))
    await db.insertInto('lead_files').values(rows).execute()
    expect(codeOf(await add(owner, leadId))).toEqual([409, 'lead_files_full'])
    await remove(owner, leadId, rows[0]?.id ?? '')
    expect((await add(owner, leadId)).status).toBe(201)
  })
})
