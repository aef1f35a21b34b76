import type { LeadMessage } from '#contract/leads/conversations/message-shapes.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import type { MessageRow } from './conversations.queries.ts'
import { maskText } from './masked-text.rules.ts'

export const maskAddress = (channel: string, address: string) =>
  channel === 'email' ? maskEmail(address) : maskPhone(address)

export const toMessage = (row: MessageRow, isMasked: boolean): LeadMessage => ({
  _id: row.id,
  direction: row.direction,
  channel: row.channel,
  purpose: row.purpose,
  origin: row.origin,
  author: row.authorId ? { _id: row.authorId, name: row.authorName ?? '', image: row.authorImage } : null,
  address: isMasked && row.address ? maskAddress(row.channel, row.address) : row.address,
  subject: isMasked && row.subject ? maskText(row.subject) : row.subject,
  text: isMasked ? maskText(row.text) : row.text,
  at: row.at,
  state: row.state,
  stateAt: row.stateAt,
  reason: row.reason,
  errorCode: row.errorCode,
  segments: row.segments,
  attachments: row.attachments ?? [],
  hasPage: row.hasPage,
  ...(row.waitsUntil && row.waitsFor && { waitsUntil: row.waitsUntil, waitsFor: row.waitsFor }),
})
