import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { aPhoto, aPicture, aPng, asBlob, aTurnedPhoto, bombPng, cornersOf } from '../../testing/files/test-images.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, env, send, person, listen, errors } = await testApp({
  env: { FILES_DIR: `.data-test/files-${process.pid}-hostile` },
})
const stored = () => readdir(join(env.filesDir, 'images')).catch(() => [])
let someone: Awaited<ReturnType<typeof person>>
beforeAll(async () => {
  someone = await person()
})

const upload = async (file: Blob, language: 'he' | 'en' = 'en') => {
  const { status, body } = await send(avatarRoutes.user, someone, { file }, { 'accept-language': language })
  return [status, (body as unknown as Failure).message]
}
/** A form as any program may send it. */
async function sendForm(form: FormData | string, headers: Record<string, string> = {}) {
  const { authorization } = someone
  const reply = await app.inject({
    method: 'POST',
    url: '/api/user/avatar',
    headers: { host: 'localhost', 'accept-language': 'en', authorization, ...headers },
    payload: form as object,
  })
  return [reply.statusCode, (reply.json() as Failure).message]
}
const formOf = (...files: [field: string, file: Blob, name?: string][]) => {
  const form = new FormData()
  for (const [field, file, name = 'image.png'] of files) form.append(field, file, name)
  return form
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect width="9" height="9"/></svg>`
const NOT_AN_IMAGE = 'This file type is not supported. Choose a JPG, PNG or WebP file'

test.each([
  ['a program', Buffer.from('MZ\x90\0\x03')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG with a script', Buffer.from(SVG)],
  ['an SVG behind a comment', Buffer.from(`<!-- \x89PNG -->${SVG}`)],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a GIF', Buffer.from('GIF89a')],
])('%s under the name of a picture is refused as what it is', async (_, bytes) => {
  const before = await stored()
  expect(await upload(asBlob(bytes, 'image/png'))).toEqual([415, NOT_AN_IMAGE])
  expect(await upload(asBlob(bytes, 'image/png'), 'he')).toEqual([
    415,
    'הקובץ אינו תמונה שאפשר להשתמש בה כאן. יש לבחור קובץ JPG,‏ PNG או WebP',
  ])
  expect(await stored()).toEqual(before)
})

test('the first bytes of a picture alone are refused', async () => {
  const fake = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(SVG)])
  expect(await upload(asBlob(fake))).toEqual([422, 'Error updating avatar'])
  expect(await upload(asBlob(fake), 'he')).toEqual([422, 'עדכון התמונה לא הצליח'])
})

test('half a picture is refused', async () => {
  const noise = sharp({
    create: { width: 900, height: 900, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } } as never,
  })
  for (const whole of [await noise.clone().jpeg().toBuffer(), await noise.clone().png().toBuffer()]) {
    const half = whole.subarray(0, whole.length / 2)
    expect(await upload(asBlob(half))).toEqual([422, 'Error updating avatar'])
  }
})

test('a decompression bomb of 900 million pixels in a hundred bytes is refused', async () => {
  const bomb = bombPng(30_000)
  expect(bomb.length).toBeLessThan(120)
  const before = process.memoryUsage().rss
  const began = Date.now()
  expect(await upload(asBlob(bomb))).toEqual([413, 'The image has too many pixels. The limit is 50 megapixels'])
  expect(await upload(asBlob(bomb), 'he')).toEqual([
    413,
    'בתמונה יש יותר מדי פיקסלים. אפשר להעלות תמונה של עד 50 מגה־פיקסל',
  ])
  expect(Date.now() - began).toBeLessThan(2_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('only the pixels of a photo are kept, upright: no location, no camera data', async () => {
  const photo = await aPhoto()
  const given = await sharp(photo).metadata()
  expect([given.exif !== undefined, given.orientation]).toEqual([true, 6])
  expect(photo.includes('Camera of a phone')).toBe(true)
  const { body } = await send(avatarRoutes.user, someone, { file: asBlob(photo, 'image/jpeg') })
  const { rawPayload } = await app.inject(body.image)
  const kept = await sharp(rawPayload).metadata()
  expect([kept.exif, kept.xmp, kept.iptc, kept.icc, kept.orientation]).toEqual(Array(5).fill(undefined))
  for (const word of ['EXIF', 'Exif', 'GPS', 'Camera']) expect(rawPayload.includes(word)).toBe(false)
})

test.each([
  [1, ['red', 'green', 'blue', 'white']],
  [3, ['white', 'blue', 'green', 'red']],
  [6, ['blue', 'red', 'white', 'green']],
  [8, ['green', 'white', 'red', 'blue']],
])('a photo with EXIF orientation %i is turned upright', async (orientation, corners) => {
  const photo = await aTurnedPhoto(orientation)
  const { body } = await send(avatarRoutes.user, someone, { file: asBlob(photo, 'image/jpeg') })
  expect(await cornersOf((await app.inject(body.image)).rawPayload)).toEqual(corners)
})

test('only the first frame of an animation is kept', async () => {
  const frames = await Promise.all([aPicture(), aPicture().negate()].map((frame) => frame.png().toBuffer()))
  const animation = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer()
  expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2)
  const { body } = await send(avatarRoutes.user, someone, { file: asBlob(animation, 'image/webp') })
  const kept = sharp((await app.inject(body.image)).rawPayload, { animated: true })
  expect((await kept.metadata()).pages ?? 1).toBe(1)
  const { channels } = await kept.stats()
  expect(channels[0]?.mean).toBeGreaterThan(150) // red, not its negative
})

test('a missing file, two files and a broken form get a clear error', async () => {
  const png = await aPng()
  const NO_FILE = [422, 'No file selected']
  expect(await sendForm(new FormData())).toEqual(NO_FILE)
  expect(await sendForm(formOf(['avatar', new Blob([])]))).toEqual(NO_FILE)
  expect(await sendForm(formOf(['picture', png]))).toEqual(NO_FILE)
  const text = new FormData()
  text.append('avatar', 'words')
  expect(await sendForm(text)).toEqual(NO_FILE)
  expect(await sendForm('{}', { 'content-type': 'application/json' })).toEqual(NO_FILE)
  expect(await sendForm('')).toEqual(NO_FILE)
  expect(await sendForm(formOf(['avatar', png], ['avatar', png]))).toEqual([422, 'Choose one file only'])
  const broken = { 'content-type': 'multipart/form-data; boundary=x' }
  const cut = '--x\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nabc'
  for (const form of [cut, 'nothing of the kind']) {
    expect(await sendForm(form, broken)).toEqual([400, 'The upload was interrupted. Please try again'])
  }
  expect((await sendForm(cut, { 'content-type': 'multipart/form-data' }))[0]).toBe(400)
  expect((await sendForm('abc', { 'content-type': 'image/png' }))[0]).toBe(415)
})

test('in Hebrew too', async () => {
  const he = { 'accept-language': 'he' }
  const png = await aPng()
  expect(await sendForm(new FormData(), he)).toEqual([422, 'לא נבחר קובץ'])
  expect(await sendForm(formOf(['avatar', png], ['avatar', png]), he)).toEqual([422, 'יש לבחור קובץ אחד בלבד'])
})

test('hostile names of files and fields have no effect', async () => {
  const png = await aPng()
  expect((await sendForm(formOf(['avatar', png, '../../../../etc/passwd'])))[0]).toBe(200)
  expect((await sendForm(formOf(['__proto__', png])))[0]).toBe(400)
  expect(await stored()).toEqual((await stored()).filter((name) => /^[0-9a-f]{40}\.webp$/.test(name)))
})

test('no other route accepts a form with files', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: formOf(['avatar', await aPng()]) as object,
  })
  expect(reply.statusCode).toBe(415)
})

const BIG = 100 * 1024 * 1024
/** Sends a form of 100 MB; returns the reply and how many bytes were read before it. */
function sendBig(port: string, headers: Record<string, string>) {
  const head =
    '--x\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  const piece = Buffer.alloc(65_536, 1)
  return new Promise<{ status: number | undefined; message: string; sent: number }>((resolve, reject) => {
    let [sent, isAnswered] = [0, false]
    const out = request({
      port,
      method: 'POST',
      path: '/api/user/avatar',
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: someone.authorization, ...headers },
    })
    out.on('response', (reply) => {
      isAnswered = true
      const parts: Buffer[] = []
      reply.on('data', (part) => parts.push(part))
      reply.on('end', () => {
        out.destroy()
        resolve({ status: reply.statusCode, message: JSON.parse(Buffer.concat(parts).toString()).message, sent })
      })
    })
    out.on('error', (error) => !isAnswered && reject(error))
    out.write(head)
    const more = () => {
      while (sent < BIG && !isAnswered) {
        sent += piece.length
        if (!out.write(piece)) return void out.once('drain', more)
      }
      if (!isAnswered) out.end('\r\n--x--\r\n')
    }
    more()
  })
}

test.each([
  ['that says so', { 'content-length': String(BIG + 500) }],
  ['that does not say how much it is', {}],
])('100 MB %s are cut off, not held', async (_, headers) => {
  const { port } = new URL(await listen().catch(() => `http://${addressOf()}`))
  const before = process.memoryUsage().arrayBuffers
  const answer = await sendBig(port, { 'accept-language': 'en', ...headers })
  expect(answer).toMatchObject({ status: 413, message: 'The file is too large. The limit is 5 MB' })
  expect(answer.sent).toBeLessThan(30 * 1024 * 1024)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024)
  expect((await send(authRoutes.getCurrentUser, someone, {})).status).toBe(200)
})
const addressOf = () => {
  const address = app.server.address() as { port: number }
  return `127.0.0.1:${address.port}`
}

test('none of this logged a server error', () => {
  expect(errors).toEqual([])
})
