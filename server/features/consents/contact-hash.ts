import { createHmac } from 'node:crypto'
import { derivedKey } from '../../platform/derived-key.ts'

/**
 * A hash of a phone or an e-mail with the installation's key, different for each business: it recognizes the contact again,
 * but the contact cannot be found from it without the key.
 */
export const contactHash = (secretKey: string, businessId: string, contact: string): string =>
  createHmac('sha256', derivedKey(secretKey, 'contacts that withdrew'))
    .update(`${businessId} ${contact}`)
    .digest('base64url')
