import { seal, unseal } from '../../platform/sealed.ts'

/** Part of the key of every stored secret: it never changes. */
const PURPOSE = 'secrets of providers of numbers'

/** Encrypts a secret for storage in its connection's row. */
export const sealSecret = (secretKey: string, connectionId: string, secret: string): string =>
  seal(secretKey, { purpose: PURPOSE, place: connectionId }, secret).toString('base64')

/** Throws for another connection's secret or another key. */
export const unsealSecret = (secretKey: string, connectionId: string, sealed: string): string =>
  unseal(secretKey, { purpose: PURPOSE, place: connectionId }, Buffer.from(sealed, 'base64'))
