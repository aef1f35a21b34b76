import { PAYLOAD_RAW_MAX, PAYLOADS_KEPT, type Payload } from '#contract/leads/payloads.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { writeBehind } from '../../platform/write-behind.ts'
import * as queries from './payloads.queries.ts'
import { shortAddress } from './payloads.rules.ts'

const FLUSH_MS = 1_000

/** A sender is an API key or a form. */
type Sender = { businessId: string; senderId: string }
type Content = { outcome: string; leadId: string | null; contentType: string | null; raw: string }
type Noted = Sender & {
  at: Date
  status: number
  ip: string
  /** Whether a bot posted to the form. All such posts are counted, although only the newest requests are kept. */
  isSpam?: boolean
  /** Lazy: of a thousand requests a second, only the twenty that are kept are read. */
  read: () => Content
}
type OfSender = Sender & { newest: Noted[]; spam: number }
export type Payloads = ReturnType<typeof openPayloads>

/**
 * Keeps the newest requests of each sender in memory and writes them once a second in one statement, at most
 * PAYLOADS_KEPT per sender. A flood of spam therefore causes no write per request.
 */
export function openPayloads(workerDb: Db, onError: (error: unknown) => void) {
  const requests = writeBehind<OfSender>({
    everyMs: FLUSH_MS,
    async write(senders) {
      const counts = senders.filter(({ spam }) => spam > 0).map(toCount)
      if (counts.length) await queries.countSpam(workerDb, counts)
      await queries.insertPayloads(
        workerDb,
        senders.flatMap(({ newest }) => newest.map(toRow)),
      )
    },
    merge: (earlier, later) => ({
      ...later,
      newest: [...earlier.newest, ...later.newest].slice(-PAYLOADS_KEPT),
      spam: earlier.spam + later.spam,
    }),
    onError,
  })
  return {
    note: (request: Noted) =>
      requests.note(request.senderId, { ...request, newest: [request], spam: request.isSpam ? 1 : 0 }),
    flush: requests.flush,
    stop: requests.stop,
  }
}

const toCount = ({ businessId, senderId, spam }: OfSender): queries.SpamCount => ({
  business_id: businessId,
  form_id: senderId,
  spam,
})

/** `index` is added as microseconds, which keeps the order of requests within a millisecond. */
function toRow({ businessId, senderId, at, status, ip, read }: Noted, index: number): queries.PayloadRow {
  const { outcome, leadId, contentType, raw } = read()
  return {
    business_id: businessId,
    id: newId(),
    sender_id: senderId,
    at: at.toISOString().replace('Z', `${String(index).padStart(3, '0')}Z`),
    outcome,
    status,
    address: shortAddress(ip),
    content_type: contentType?.slice(0, 200) ?? null,
    // PostgreSQL stores neither NUL nor half a surrogate pair, which truncation may leave.
    raw: raw.slice(0, PAYLOAD_RAW_MAX).replaceAll('\0', '\ufffd').toWellFormed(),
    lead_id: leadId,
  }
}

/** Recorded requests of a sender, newest first. */
export async function findPayloads(db: Db, businessId: string, senderId: string): Promise<Payload[]> {
  const rows = await queries.listPayloads(db, businessId, senderId)
  return rows.map(({ leadId, campaignId, leadName, ...payload }) => ({
    ...payload,
    lead: leadId && campaignId ? { _id: leadId, campaignId, name: leadName ?? '' } : null,
  }))
}
