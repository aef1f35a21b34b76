import { z } from 'zod'
import { id, time } from '../common.ts'

/** Number of recent requests kept for each API key and form. */
export const PAYLOADS_KEPT = 20
/** Characters kept of a request body. */
export const PAYLOAD_RAW_MAX = 8_192

/** A received request and its result: a lead, a repeat enquiry, or the reason of refusal. */
export const Payload = z.object({
  _id: id,
  at: time,
  /** `created`, `repeated`, an error code, or a bot check: `honeypot`, `too_fast`, `wrong_origin`. */
  outcome: z.string(),
  status: z.number().int(),
  /** The sender's network: `192.0.2.0/24`. */
  address: z.string(),
  contentType: z.string().nullable(),
  /** The request body with secrets removed; the submission of a web form is stored as JSON. */
  raw: z.string(),
  /** The resulting lead; null if there is none or it no longer exists. */
  lead: z.object({ _id: id, campaignId: id, name: z.string() }).nullable(),
})
export type Payload = z.output<typeof Payload>

export const PayloadsReply = z.object({ success: z.literal(true), payloads: z.array(Payload) })
