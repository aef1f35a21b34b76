import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'
import type { Certificate } from './signature.ts'

const KEY_BITS = 2_048
const YEARS = 10

/** A certificate that no authority signed, for the demo and for trying. */
export function selfSigned(name: string, now: Date): Certificate {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = forge.pki.privateKeyFromPem(privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`
  certificate.validity.notBefore = now
  certificate.validity.notAfter = new Date(now.getTime() + YEARS * 365 * 86_400_000)
  // UTF8String: names in Hebrew, too.
  const subject = [
    { name: 'commonName', value: name, valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class },
  ]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.sign(key, forge.md.sha256.create())
  const passphrase = randomBytes(16).toString('hex')
  const p12 = forge.pkcs12.toPkcs12Asn1(key, [certificate], passphrase, { algorithm: '3des' })
  return { p12: Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary'), passphrase }
}
