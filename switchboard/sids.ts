import { randomBytes } from 'node:crypto'

export type SidPrefix = 'AC' | 'CA' | 'PN' | 'RE' | 'SM' | 'MM' | 'AP' | 'AD' | 'BU' | 'CF'

/** Creates an id in the vendor's format: two letters and 32 hex digits. */
export const makeSid = (prefix: SidPrefix): string => prefix + randomBytes(16).toString('hex')

export const isSid = (prefix: SidPrefix, text: string): boolean =>
  text.startsWith(prefix) && /^[0-9a-f]{32}$/.test(text.slice(2))
