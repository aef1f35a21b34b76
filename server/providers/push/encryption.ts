import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushTarget } from './push.ts'

const CURVE = 'prime256v1'
const [KEY_BYTES, NONCE_BYTES, SALT_BYTES, SECRET_BYTES] = [16, 12, 16, 32]
const RECORD_BYTES = 4_096
/** Ends the last record (RFC 8188, section 2). */
const LAST = Buffer.from([2])

/** Random values; set only to compare with the vector of the RFC. */
type Chosen = { salt?: Buffer; privateKey?: Buffer }

/** Encrypts a message for a browser (RFC 8291), as one record of the content encoding aes128gcm (RFC 8188). */
export function encryptPush(text: string, { p256dh, auth }: Omit<PushTarget, 'endpoint'>, chosen: Chosen = {}): Buffer {
  const { salt = randomBytes(SALT_BYTES) } = chosen
  const own = createECDH(CURVE)
  if (chosen.privateKey) own.setPrivateKey(chosen.privateKey)
  else own.generateKeys()
  const publicKey = own.getPublicKey()
  const derive = (key: Buffer, salt: Buffer, [label, ...context]: [string, ...Buffer[]], bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, Buffer.concat([Buffer.from(`${label}\0`), ...context]), bytes))
  const secret = derive(own.computeSecret(p256dh), auth, ['WebPush: info', p256dh, publicKey], SECRET_BYTES)
  const key = derive(secret, salt, ['Content-Encoding: aes128gcm'], KEY_BYTES)
  const nonce = derive(secret, salt, ['Content-Encoding: nonce'], NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), LAST])), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const head = Buffer.concat([salt, size, Buffer.from([publicKey.length]), publicKey])
  return Buffer.concat([head, record, cipher.getAuthTag()])
}

/** Whether 65 bytes are a point of the curve, so that a message can be encrypted for it. */
export function isPoint(bytes: Buffer): boolean {
  const own = createECDH(CURVE)
  own.generateKeys()
  try {
    return own.computeSecret(bytes).length > 0
  } catch {
    return false
  }
}
