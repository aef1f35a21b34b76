import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../derived-key.ts'
import { AppError } from './errors.ts'

/** The signed query of a download address: what it opens, for whom and until when. */
export function ticketQuery(secretKey: string, purpose: string, ticket: object): URLSearchParams {
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return new URLSearchParams({ q: text, s: sign(secretKey, purpose, text) })
}

const sign = (secretKey: string, purpose: string, text: string) =>
  createHmac('sha256', derivedKey(secretKey, purpose)).update(text).digest('base64url')

/** Verifies a ticket; 404 if the signature is wrong. The caller checks the expiry. */
export function readTicket<Ticket extends object>(secretKey: string, purpose: string, url: string): Ticket {
  const query = new URL(url, 'http://localhost').searchParams
  const text = query.get('q') ?? ''
  const [given, right] = [Buffer.from(query.get('s') ?? ''), Buffer.from(sign(secretKey, purpose, text))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError('not_found')
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket
}
