import { PAYLOAD_RAW_MAX, PAYLOADS_KEPT, type Payload } from '#contract/payloads.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './payloads.queries.ts'
import { shortAddress } from './payloads.rules.ts'

const FLUSH_MS = 1_000

/** An API key or a form. */
type Sender = { businessId: string; senderId: string }
type Seen = { outcome: string; leadId: string | null; contentType: string | null; raw: string }
type Noted = Sender & {
  at: Date
  status: number
  ip: string
  /** Asked only of those that are kept: a thousand a second are noted and twenty are read. */
  tell: () => Seen
}
export type Payloads = ReturnType<typeof openPayloads>

/**
 * The newest requests of each sender: noted here, and written once a second in one statement, at most PAYLOADS_KEPT of a
 * sender, so that neither a request nor a flood of spam costs a write of its own.
 */
export function openPayloads(workerDb: Db, onError: (error: unknown) => void) {
  const rings = new Map<string, Noted[]>()
  const note = (noted: Noted) => {
    const ring = rings.get(noted.senderId)
    if (!ring) return void rings.set(noted.senderId, [noted])
    ring.push(noted)
    if (ring.length > PAYLOADS_KEPT) ring.shift()
  }
  const write = async () => {
    const rows = [...rings.values()].flatMap((ring) => ring.map(toRow))
    rings.clear()
    if (rows.length) await queries.insertPayloads(workerDb, rows).catch(onError)
  }
  let writing: Promise<void> = Promise.resolve()
  /** One after the other: while the database is slow, newer requests push older ones out instead of queueing up. */
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS).unref()
  return {
    note,
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Those of one millisecond keep their order by microseconds that say their place. */
function toRow({ businessId, senderId, at, status, ip, tell }: Noted, place: number): queries.PayloadRow {
  const { outcome, leadId, contentType, raw } = tell()
  return {
    business_id: businessId,
    id: newId(),
    sender_id: senderId,
    at: at.toISOString().replace('Z', `${String(place).padStart(3, '0')}Z`),
    outcome,
    status,
    address: shortAddress(ip),
    content_type: contentType?.slice(0, 200) ?? null,
    // A body may hold what PostgreSQL cannot store; half a character where it is cut, too.
    raw: raw.slice(0, PAYLOAD_RAW_MAX).replaceAll('\0', '\ufffd').toWellFormed(),
    lead_id: leadId,
  }
}

/** The newest first. */
export async function findPayloads(db: Db, businessId: string, senderId: string): Promise<Payload[]> {
  const rows = await queries.listPayloads(db, businessId, senderId)
  return rows.map(({ leadId, campaignId, leadName, ...payload }) => ({
    ...payload,
    lead: leadId && campaignId ? { _id: leadId, campaignId, name: leadName ?? '' } : null,
  }))
}
