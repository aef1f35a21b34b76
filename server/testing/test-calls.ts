import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { CallStatus } from '#contract/calls/call-statuses.ts'
import { callDelta } from '../features/calls/call-deltas.rules.ts'
import type { DB } from '../platform/db/schema.ts'
import { emit } from '../platform/events/emit.ts'
import { newId } from '../platform/ids.ts'
import type { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Awaited<ReturnType<App['newBusiness']>>
type CallValues = Partial<Insertable<DB['calls']>>
type RecordingValues = Partial<Insertable<DB['recordings']>>

let numbers = 0

const sid = (prefix: string) => `${prefix}${randomBytes(16).toString('hex')}`

/** A business with a number, and calls stored as hooks would have. */
export async function testCalls({ deps }: App, business: Business) {
  const { db, businessId, campaignId } = business
  const connectionId = newId()
  await db
    .insertInto('connections')
    .values({ business_id: businessId, id: connectionId, provider: 'local', account: sid('AC') })
    .execute()

  async function addNumber(values: Partial<Insertable<DB['virtual_numbers']>> = {}) {
    const [id, phone] = [newId(), `+97236${String(++numbers).padStart(6, '0')}`]
    const own = { business_id: businessId, id, connection_id: connectionId, campaign_id: campaignId, phone }
    await db
      .insertInto('virtual_numbers')
      .values({ ...own, provider_sid: sid('PN'), routing: '{}', ...values })
      .execute()
    return { id, phone }
  }
  const number = await addNumber({ label: 'Radio' })

  /** By default answered a minute ago and 42 seconds long. `rang`: people whose browser phones rang. */
  async function call(values: CallValues = {}, rang: readonly string[] = []) {
    const id = newId()
    const own = { business_id: businessId, id, connection_id: connectionId, provider_sid: sid('CA') }
    const place = { number_id: number.id, campaign_id: campaignId, caller: '+972541234567', called: number.phone }
    const end = { state: 'ended', status: 'Answered', reason: 'bridged', ring_s: 6, talk_s: 42, total_s: 48 }
    const started_at = new Date(deps.now().getTime() - 60_000).toISOString()
    const row = { ...own, ...place, ...end, started_at, ...values }
    await db.insertInto('calls').values(row).execute()
    const leg = { business_id: businessId, call_id: id, kind: 'softphone', step: 1, started_at }
    const legs = rang.map((user_id, place) => ({ ...leg, user_id, place }))
    if (legs.length) await db.insertInto('call_attempts').values(legs).execute()
    if (row.status && row.campaign_id && !row.is_test) await tellOf(deps, businessId, row as EndedCall)
    return id
  }

  return { connectionId, number, addNumber, call, ...recordingsOf(deps, business) }
}

type EndedCall = Pick<Insertable<DB['calls']>, 'answered_by' | 'ring_s' | 'talk_s' | 'number_id'> & {
  id: string
  campaign_id: string
  status: CallStatus
  started_at: string
}
/** Emits the event of an ended call, from which counters are computed. */
function tellOf({ tenants }: App['deps'], businessId: string, row: EndedCall) {
  const { id: callId, campaign_id: campaignId, status } = row
  const counted = {
    campaignId,
    numberId: row.number_id ?? null,
    direction: 'inbound',
    status,
    answeredBy: row.answered_by ?? null,
    startedAt: row.started_at,
    ringSeconds: row.ring_s ?? null,
    talkSeconds: row.talk_s ?? 0,
  } as const
  const calls = [callDelta(counted, [], 1)]
  const db = tenants.scope({ businessId })
  return emit(db, { kind: 'system', businessId }, 'call.ended', { callId, campaignId, status, calls })
}

function recordingsOf({ files }: App['deps'], { db, businessId }: Business) {
  async function recording(callId: string, values: RecordingValues = {}) {
    const id = newId()
    const own = { business_id: businessId, id, call_id: callId, provider_sid: sid('RE') }
    await db
      .insertInto('recordings')
      .values({ ...own, kind: 'dial', channels: 2, seconds: 1, ...values })
      .execute()
    return id
  }

  /** Inserts a recording whose audio is already in our storage, with these bytes. */
  async function stored(callId: string, bytes: Uint8Array, values: RecordingValues = {}) {
    const file = `recordings/${randomBytes(8).toString('hex')}.wav`
    await files.put(file, bytes)
    const sound = { state: 'stored', file, mime: 'audio/wav', bytes: bytes.length }
    const id = await recording(callId, { ...sound, released_at: new Date().toISOString(), ...values })
    return { id, file }
  }
  return { recording, stored }
}

/** A WAV of the given seconds: 8 kHz, 16 bits, stereo. */
export function wav(seconds: number, channels = 2) {
  const bytesPerSecond = 8_000 * 2 * channels
  const data = Buffer.alloc(Math.round(seconds * bytesPerSecond), 7)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(bytesPerSecond, 28)
  head.writeUInt16LE(2 * channels, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
