import { z } from 'zod'
import { id, time } from './common.ts'

/** How many of the newest requests of each API key and form are kept. */
export const PAYLOADS_KEPT = 20
/** So much of a body is kept for looking at. */
export const PAYLOAD_RAW_MAX = 8_192

/** What became of it: a lead, a repeat enquiry, or why it was refused. */
export const Payload = z.object({
  _id: id,
  at: time,
  /** `created`, `repeated`, an error code, or what gave a robot away: `honeypot`, `too_fast`, `wrong_origin`. */
  outcome: z.string(),
  status: z.number().int(),
  /** The sender's network: `192.0.2.0/24`. */
  address: z.string(),
  contentType: z.string().nullable(),
  /** The body without what is secret in it; a web form's as JSON. */
  raw: z.string(),
  /** Where it ended, while that lead is there. */
  lead: z.object({ _id: id, campaignId: id, name: z.string() }).nullable(),
})
export type Payload = z.output<typeof Payload>

export const PayloadsReply = z.object({ success: z.literal(true), payloads: z.array(Payload) })
