import { createECDH } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isPublicAddress, NotPublic, publicLookup } from '../../platform/oauth/public-addresses.ts'
import { decryptPush } from '../../testing/accounts/test-push.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { RefusedForGood } from '../mail/mail.ts'
import { encryptPush, isPoint } from './encryption.ts'
import { openPush, postPublic } from './open-push.ts'
import { PushGone, PushPostponed } from './push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

// RFC 8291, section 5 and appendix A.
const rfc = {
  text: 'When I grow up, I want to be a watermelon',
  senderKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  browserKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is encrypted as the example of RFC 8291', () => {
  const chosen = { salt: rfc.salt, privateKey: rfc.senderKey }
  expect(encryptPush(rfc.text, rfc, chosen).toString('base64url')).toBe(rfc.message)
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(rfc.browserKey)
  expect(decryptPush(bytes(rfc.message), { keys, auth: rfc.auth })).toBe(rfc.text)
  expect(decryptPush(encryptPush('שלום', rfc), { keys, auth: rfc.auth })).toBe('שלום')
})

test('a key that is no point of the curve is seen', () => {
  expect(isPoint(rfc.p256dh)).toBe(true)
  expect(isPoint(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]))).toBe(false)
})

test('addresses outside the internet are not public', () => {
  for (const address of [
    ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1', '224.0.0.1'],
    ...['::1', '::', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fc00::1', 'fe80::1', '2001:db8::1', '2002:7f00:1::'],
    'localhost',
  ])
    expect(isPublicAddress(address), address).toBe(false)
  for (const address of ['8.8.8.8', '142.250.75.78', '2a00:1450:4028:80b::200e'])
    expect(isPublicAddress(address), address).toBe(true)
})

test('nothing is sent to the server’s own network, whatever the address says', async () => {
  const arrived: string[] = []
  const server = createServer((request, reply) => {
    arrived.push(request.url ?? '')
    reply.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atFileEnd(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const resolve = ((_: string, __: object, done: (error: null, found: object[]) => void) =>
    done(null, [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])) as never
  const post = postPublic(publicLookup(resolve))
  const sent = { headers: {}, body: Buffer.from('x') }
  for (const address of [
    ...[
      `https://127.0.0.1:${port}/`,
      `https://2130706433:${port}/`,
      `https://0x7f.1:${port}/`,
      `https://[::1]:${port}/`,
    ],
    ...[`https://[::ffff:127.0.0.1]:${port}/`, `http://8.8.8.8:${port}/`, 'https://169.254.169.254/latest/meta-data'],
    ...[`https://mixed.example.com:${port}/`, 'ftp://8.8.8.8/'],
  ])
    await expect(post(new URL(address), sent), address).rejects.toThrow(NotPublic)
  expect(arrived).toEqual([])
})

test('what a push service replies decides about another try', async () => {
  const now = new Date('2026-11-29T08:00:00Z')
  const replied = (status: number, headers = {}) => {
    const { send } = openPush({
      ...{ secretKey: 'x'.repeat(40), operatorEmail: 'operator@example.test', now: () => now },
      post: async () => ({ status, headers }),
    })
    const to = { endpoint: 'https://push.example.com/1', ...rfc }
    return send({ to, text: 'x', urgency: 'high', topic: 'x' }).then(
      () => 'sent',
      (error: unknown) => error,
    )
  }
  expect(await replied(201)).toBe('sent')
  expect(await replied(404)).toBeInstanceOf(PushGone)
  expect(await replied(410)).toBeInstanceOf(PushGone)
  expect(await replied(413)).toBeInstanceOf(RefusedForGood)
  expect(await replied(413)).not.toBeInstanceOf(PushGone)
  expect(await replied(302)).toBeInstanceOf(RefusedForGood)
  const postponed = (seconds: number) => ({ constructor: PushPostponed, seconds })
  expect(await replied(503)).toMatchObject(postponed(0))
  expect(await replied(429, { 'retry-after': '120' })).toMatchObject(postponed(120))
  expect(await replied(429, { 'retry-after': 'Sun, 29 Nov 2026 08:03:00 GMT' })).toMatchObject(postponed(180))
  expect(await replied(429, { 'retry-after': '99999999' })).toMatchObject(postponed(21_600))
})
