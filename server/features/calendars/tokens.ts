import { seal, unseal } from '../../platform/sealed.ts'

/** Part of the key of every stored token: it never changes. */
const PURPOSE = 'google calendar'

/** Encrypts a token for storage in its connection's row. */
export const sealToken = (secretKey: string, connectionId: string, token: string): string =>
  seal(secretKey, { purpose: PURPOSE, place: connectionId }, token).toString('base64')

/** Throws for another connection's token or another key. */
export const unsealToken = (secretKey: string, connectionId: string, sealed: string): string =>
  unseal(secretKey, { purpose: PURPOSE, place: connectionId }, Buffer.from(sealed, 'base64'))
