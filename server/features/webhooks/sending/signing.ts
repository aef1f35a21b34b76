import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { seal, unseal } from '../../../platform/sealed.ts'

const PURPOSE = 'secrets of webhooks'
const SECRET_BYTES = 24

/** A secret as Standard Webhooks writes it. */
export const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Encrypts a secret for its webhook's row. */
export const sealSecret = (secretKey: string, webhookId: string, secret: string) =>
  seal(secretKey, { purpose: PURPOSE, place: webhookId }, secret).toString('base64')
export const unsealSecret = (secretKey: string, webhookId: string, sealed: string) =>
  unseal(secretKey, { purpose: PURPOSE, place: webhookId }, Buffer.from(sealed, 'base64'))

type Signed = { id: string; at: Date; body: string }
/** Headers of Standard Webhooks, with a signature for each secret that is in force. */
export const signedHeaders = (secrets: readonly string[], { id, at, body }: Signed) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})
