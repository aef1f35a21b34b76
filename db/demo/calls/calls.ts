import type { Insertable } from 'kysely'
import { type CallStatus, SCREENED_STATUS } from '#contract/calls/call-statuses.ts'
import { callDelta } from '../../../server/features/calls/call-deltas.rules.ts'
import type { DB } from '../../../server/platform/db/schema.ts'
import { idAt, type MadeLead } from '../../../server/testing/factories.ts'
import type { Random } from '../random.ts'
import { demoPhone, SPAMMERS } from '../visitors.ts'
import { callingTime, isOpen } from './call-times.ts'
import type { DemoNumber } from './numbers.ts'
import { playCall } from './ringing.ts'
import { SOUND_SECONDS } from './sounds.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CALLS = 1_500
/** Ages of the newest calls in minutes, so that the demo always has recent ones within working hours. */
const NEWEST = [6, 31, 58, 84, 121, 166, 205, 262]

const outcomes: Record<CallStatus, number> = {
  Answered: 63,
  'Not Answered': 13,
  'Caller Canceled': 8,
  Busy: 5,
  'Out of Time': 6,
  [SCREENED_STATUS]: 2.4,
  'Not Active': 1.4,
  Unknown: 1.2,
}
const WITHHELD = 0.035

export type DemoCall = {
  row: Insertable<DB['calls']> & { id: string; started_at: string; talk_s: number }
  attempts: Insertable<DB['call_attempts']>[]
  event: Insertable<DB['events']>
  /** Index of the sound that is the recording; only the newest answered calls have one, and their length matches it. */
  sound: number | undefined
}
type CallsInput = { random: Random; now: Date; numbers: DemoNumber[]; leads: MadeLead[]; connectionId: string }
type Planned = { at: Date; number: DemoNumber; status: CallStatus; lead: MadeLead | undefined; caller: string | null }

/** The calls of the business, oldest first. */
export function makeCalls({ random, now, numbers, leads, connectionId }: CallsInput): DemoCall[] {
  const planned = planCalls({ random, now, numbers, leads })
  const known = new Set<string>()
  const answered = planned.filter(({ status }) => status === 'Answered').slice(0, SOUND_SECONDS.length)
  const sounds = new Map(answered.map((call, i) => [call, i]))
  return planned.reverse().map((call) => {
    const made = makeCall(call, { random, connectionId, sound: sounds.get(call) })
    const { caller } = call
    made.row.is_first_time = caller !== null && !known.has(caller)
    if (caller) known.add(caller)
    return made
  })
}

/** Newest first. */
function planCalls({ random, now, numbers, leads }: Omit<CallsInput, 'connectionId'>): Planned[] {
  const places = numbers.map((number) => ({
    number,
    leads: leads.filter(({ row }) => row.campaign_id === number.campaignId && row.phone),
  }))
  const all = places.flatMap(({ number, leads: of }) => of.map((lead) => ({ number, lead })))
  // Leads with source call have at least one call.
  const first = all
    .filter(({ lead }) => lead.row.source === 'call' && isOpen(new Date(lead.row.created_at)))
    .map(({ number, lead }): Planned => {
      const status = random.chance(0.7) ? 'Answered' : 'Not Answered'
      return { at: new Date(lead.row.created_at), number, lead, status, caller: lead.row.phone ?? null }
    })
  const calls = first
  for (let i = 0; calls.length < CALLS; i++) {
    const drawn = random.pick(all)
    const minutes = NEWEST[i]
    const recent = minutes === undefined ? undefined : new Date(now.getTime() - minutes * MINUTE)
    const one = planCall({ ...drawn, random, now, recent: recent && isOpen(recent) ? recent : undefined })
    if (one.at < now) calls.push(one)
  }
  return calls.sort((a, b) => b.at.getTime() - a.at.getTime())
}

type Drawn = { number: DemoNumber; lead: MadeLead; random: Random; now: Date; recent: Date | undefined }
/** A call of this lead within weeks of its arrival, or of a caller without a lead. */
function planCall({ number, lead, random, now, recent }: Drawn): Planned {
  const status = recent ? random.pick(['Answered', 'Answered', 'Not Answered'] as const) : random.weighted(outcomes)
  const created = Date.parse(lead.row.created_at)
  const after = created + Math.floor(random.next() ** 2 * Math.min(45 * DAY, Math.max(now.getTime() - created, 0)))
  const around = new Date(Math.max(after, created + MINUTE))
  const drawn = callingTime(random, around, status === 'Out of Time')
  const at = recent ?? (drawn.getTime() > created ? drawn : new Date(drawn.getTime() + 7 * DAY))
  const leadless = callerWithoutLead(random, status)
  if (leadless !== undefined) return { at, number, status, lead: undefined, caller: leadless }
  return { at, number, status, lead, caller: lead.row.phone ?? null }
}

/** Null: the number is withheld. Undefined: a lead calls. */
function callerWithoutLead(random: Random, status: CallStatus): string | null | undefined {
  if (status === SCREENED_STATUS) return demoPhone(random.pick(SPAMMERS))
  if (status === 'Not Active') return demoPhone(random.int(60, 80))
  return random.chance(WITHHELD) ? null : undefined
}

type Making = { random: Random; connectionId: string; sound: number | undefined }
function makeCall({ at, number, status, lead, caller }: Planned, { random, connectionId, sound }: Making): DemoCall {
  const { business_id, id: numberId, phone } = number.row
  const id = idAt(at)
  const { attempts, ...played } = playCall({
    random,
    number,
    status,
    at,
    talkSeconds: sound === undefined ? undefined : SOUND_SECONDS[sound],
  })
  const counted = {
    campaignId: number.campaignId,
    numberId,
    direction: 'inbound' as const,
    status,
    answeredBy: played.answered_by,
    startedAt: at.toISOString(),
    ringSeconds: played.ring_s,
    talkSeconds: played.talk_s,
  }
  const rung = attempts.map(({ user_id: userId, outcome, bridged }) => ({ userId, outcome, bridged }))
  const delta = callDelta(counted, rung, 1)
  const leadId = lead?.row.id
  const about = { callId: id, campaignId: number.campaignId, ...(leadId && { leadId }) }
  return {
    row: {
      business_id,
      id,
      connection_id: connectionId,
      provider_sid: `CA${id.replaceAll('-', '')}`,
      number_id: numberId,
      campaign_id: number.campaignId,
      lead_id: leadId ?? null,
      caller,
      called: phone,
      state: 'ended',
      status,
      started_at: at.toISOString(),
      ...played,
    },
    attempts: attempts.map((attempt) => ({ ...attempt, business_id, call_id: id })),
    event: {
      business_id,
      id: idAt(new Date(played.ended_at)),
      campaign_id: number.campaignId,
      lead_id: leadId ?? null,
      name: 'call.ended',
      actor: JSON.stringify({ system: true }),
      payload: JSON.stringify({ ...about, status, calls: [delta] }),
      at: played.ended_at,
    },
    sound,
  }
}
