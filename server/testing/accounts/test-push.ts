import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pushRoutes } from '#contract/notifications/push.ts'
import { newId } from '../../platform/ids.ts'
import { openPush } from '../../providers/push/open-push.ts'
import { atFileEnd } from '../at-file-end.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
const ORIGIN = 'https://push.example.com'

/** A device of another session of this person. */
export async function pushDeviceOf(it: App, userId: string) {
  const id = newId()
  const { sessionId } = await it.signIn(userId)
  const keys = { p256dh: Buffer.alloc(65, 4), auth: Buffer.alloc(16) }
  await it.deps.tenants
    .scope({ userId })
    .insertInto('push_devices')
    .values({ id, user_id: userId, session_id: sessionId, endpoint: `${ORIGIN}/${id}`, ...keys })
    .execute()
  return id
}

type Shown = { title: string; body: string; tag: string; path: string; language: string }
type Browser = { keys: ECDH; auth: Buffer; shown: Shown[]; headers: IncomingHttpHeaders[] }
type Refusal = { status: number; headers?: Record<string, string> }

/** A browser's part of RFC 8291, written from the RFC, without code of the sender. */
export function decryptPush(message: Buffer, { keys, auth }: Pick<Browser, 'keys' | 'auth'>): string {
  const [salt, idLength] = [message.subarray(0, 16), message.readUInt8(20)]
  const [sender, record] = [message.subarray(21, 21 + idLength), message.subarray(21 + idLength)]
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const ikm = hkdfSync('sha256', keys.computeSecret(sender), auth, context, 32)
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(ikm), salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', Buffer.from(ikm), salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** The claims of a valid token for this service; throws for any other. */
function claimsOf(authorization = '', now = Date.now() / 1_000) {
  const [, head = '', payload = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }
  const publicKey = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify('sha256', Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (!isSigned || claims.aud !== ORIGIN || claims.exp <= now || claims.exp > now + 86_400)
    throw new Error('not a valid VAPID token')
  return { ...claims, key }
}

/** A push service on this machine, and browsers that subscribed there and decrypt what arrives. */
export async function testPushService(now: () => Date = () => new Date()) {
  const browsers = new Map<string, Browser>()
  const refusals: Refusal[] = []
  const errors: unknown[] = []
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    try {
      const refusal = refusals.shift()
      if (refusal) return reply.writeHead(refusal.status, refusal.headers).end()
      const { sub } = claimsOf(request.headers.authorization, now().getTime() / 1_000)
      if (!sub.startsWith('mailto:')) throw new Error(sub)
      const browser = browsers.get(request.url ?? '')
      if (!browser) return reply.writeHead(410).end()
      browser.headers.push(request.headers)
      browser.shown.push(JSON.parse(decryptPush(Buffer.concat(parts), browser)))
      return reply.writeHead(201).end()
    } catch (error) {
      errors.push(error)
      return reply.writeHead(400).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atFileEnd(async () => void server.close())
  const { port } = server.address() as AddressInfo

  /** A new browser, which allows notifications. */
  function browser() {
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const path = `/${randomBytes(8).toString('hex')}`
    const made: Browser = { keys, auth: randomBytes(16), shown: [], headers: [] }
    browsers.set(path, made)
    const subscription = {
      endpoint: `${ORIGIN}${path}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: made.auth.toString('base64url') },
    }
    return { ...made, subscription, leave: () => browsers.delete(path) }
  }
  const push = openPush({
    secretKey: 'x'.repeat(40),
    operatorEmail: 'operator@example.test',
    now,
    post: async ({ pathname }, { headers, body }) => {
      const reply = await fetch(`http://127.0.0.1:${port}${pathname}`, { method: 'POST', headers, body })
      return { status: reply.status, headers: Object.fromEntries(reply.headers) }
    },
  })
  return { push, browser, refusals, errors }
}

/** Subscribes a new browser of this person. */
export async function subscribed(
  { send }: App,
  service: Awaited<ReturnType<typeof testPushService>>,
  as: Partial<Credentials>,
) {
  const browser = service.browser()
  const reply = await send(pushRoutes.add, as, { body: browser.subscription })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return browser
}
