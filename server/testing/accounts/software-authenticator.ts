import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, NewCredential } from '#contract/auth/passkeys.ts'

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
/** CBOR (RFC 8949), as much as an attestation needs: a text of up to 23 bytes, and 24 to 255 bytes. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value])

type Options = { challenge: string; rpId?: unknown; rp?: unknown; user?: unknown }
type Way = {
  origin: string
  /** User verification: finger, face or PIN. */
  isVerified?: boolean
}

/** A device with one passkey (WebAuthn level 3): created with `create`, used with `get`. */
export function softwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle = ''

  /** COSE (RFC 9052): an elliptic key, ES256, P-256. */
  const coseKey = () =>
    Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ])
  const dataFor = (rpId: string, flags: number) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const flagsOf = ({ isVerified = true }: Way) => PRESENT | (isVerified ? VERIFIED : 0)
  const part = { id: encode(credentialId), rawId: encode(credentialId), type: 'public-key' } as const

  return {
    create(options: Options, way: Way): NewCredential {
      userHandle = (options.user as { id: string }).id
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()])
      const data = dataFor((options.rp as { id: string }).id, flagsOf(way) | WITH_KEY)
      const attestation = [
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(Buffer.concat([data, attested]))],
      ]
      const clientDataJSON = encode(clientData('webauthn.create', options.challenge, way.origin))
      const response = {
        clientDataJSON,
        attestationObject: encode(Buffer.concat(attestation)),
        transports: ['internal'],
      }
      return { ...part, response }
    },
    /** `as`: another person's handle. */
    get(options: Options, { as = userHandle, ...way }: Way & { as?: string }): Assertion {
      const client = clientData('webauthn.get', options.challenge, way.origin)
      const data = dataFor(String(options.rpId), flagsOf(way))
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = { clientDataJSON: encode(client), authenticatorData: encode(data), signature: encode(signature) }
      return { ...part, response: { ...response, userHandle: as } }
    },
    credentialId: encode(credentialId),
  }
}
