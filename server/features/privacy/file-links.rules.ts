import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../../platform/derived-key.ts'

/** Whose file an address opens, and to whom: a lead's to an Owner of their business, a person's to themselves. */
export type FileTicket = {
  userId: string
  sessionId: string
  /** Milliseconds since the epoch. */
  expires: number
} & ({ businessId: string; leadId: string } | { businessId?: undefined; leadId?: undefined })

const PURPOSE = 'files of persons'
export const FILE_PATH = '/privacy/file'

const sign = (secretKey: string, text: string) =>
  createHmac('sha256', derivedKey(secretKey, PURPOSE)).update(text).digest('base64url')

export function fileUrl(secretKey: string, ticket: FileTicket): string {
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `/api${FILE_PATH}?${new URLSearchParams({ q: text, s: sign(secretKey, text) })}`
}

/** What an address says, expired or not; undefined where the signature is not ours. */
export function readFileUrl(secretKey: string, url: string): FileTicket | undefined {
  const query = new URL(url, 'http://localhost').searchParams
  const text = query.get('q') ?? ''
  const [given, right] = [Buffer.from(query.get('s') ?? ''), Buffer.from(sign(secretKey, text))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as FileTicket
}
