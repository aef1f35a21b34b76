import type { RingOutcome } from '#contract/leads/speed-to-lead/terms.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { nextByRule } from '../assignment/choosing.service.ts'
import { type Begun, beginCall, cancel, ring } from '../calls/outgoing/dial.service.ts'
import { isQuiet } from '../calls/outgoing/quiet.service.ts'
import { assignByRule, lockLeadToAssign } from '../leads/change/rule-assignment.service.ts'
import { listPeople, type Person, putTurn } from './people.queries.ts'
import { endOf, isEveryoneRung, isPatient, meaningOf, obstacleOf, splitPeople } from './ringing.rules.ts'
import * as queries from './rings.queries.ts'

/** How often a phone that rings, and people who are in calls, are looked at if nothing is reported. */
const AGAIN_MS = 5_000
/** After the phone of a person was to stop ringing. */
const LATER_MS = 10_000

export type RingDeps = Pick<Deps, 'tenants' | 'voice' | 'env' | 'now' | 'screenCaller' | 'onError' | 'requirePaid'>
type Look = { tx: Db; businessId: string; leadId: string; now: Date; skipped: readonly string[] }
/** What a step leaves to be done at the provider once it is stored. */
type Done = { begun?: Begun; seconds?: number; canceled?: { id: string; userId: string } }

/**
 * Does what is next for a lead: rings the next person, waits, or ends. A step is one transaction; the call that rings a
 * person is stored with it before a phone rings, so no one is rung twice for it if a process dies.
 */
export async function ringOn(deps: RingDeps, { businessId, leadId }: queries.LeadRing) {
  const db = deps.tenants.scope({ businessId })
  const skipped: string[] = []
  for (;;) {
    const asked: { userId?: string } = {}
    const look = (tx: Db): Look => ({ tx, businessId, leadId, now: deps.now(), skipped })
    try {
      const done = await db.transaction().execute((tx) => step(deps, look(tx), asked))
      return await act(deps, db, businessId, done)
    } catch (error) {
      const meaning = error instanceof AppError && asked.userId ? meaningOf(error) : undefined
      if (!meaning) throw error
      if (meaning === 'person') skipped.push(asked.userId as string)
      else return db.transaction().execute((tx) => refused(look(tx), meaning))
    }
  }
}

async function act(deps: RingDeps, db: Db, businessId: string, { begun, seconds = 0, canceled }: Done) {
  if (canceled) await letGo(deps, db, { businessId, userId: canceled.userId }, canceled.id)
  if (!begun) return
  try {
    await ring(deps, db, begun, { seconds })
  } catch (error) {
    // The call has ended, and its end is followed by the next person.
    if (!(error instanceof AppError)) throw error
  }
}

/**
 * Stops the phone that rings; a person who has answered hears why the lead is not called. If the provider does not do it,
 * the call, which is marked, hangs up when it is answered.
 */
const letGo = (deps: RingDeps, db: Db, caller: { businessId: string; userId: string }, callId: string) =>
  cancel(deps, { db, caller, whileRinging: true }, callId).catch(deps.onError)

async function step(deps: RingDeps, look: Look, asked: { userId?: string }): Promise<Done> {
  const { tx, businessId, leadId, now } = look
  const ringing = await queries.lockRinging(tx, businessId, { leadId, now })
  if (!ringing) return {}
  const last = ringing.calls.at(-1)
  if (last?.isAccepted) return accept(look, ringing, last.userId)
  const end = endOf(ringing)
  const rings = last !== undefined && !last.isOver
  if (end) {
    await finish(look, ringing, end)
    return rings ? { canceled: { id: last.id, userId: last.userId } } : {}
  }
  if (rings) return again(look)
  const obstacle = obstacleOf(ringing, { now, isQuiet: await isQuiet(deps, tx, businessId, { ...ringing, now }) })
  if (obstacle) return finish(look, ringing, obstacle)
  return next(deps, look, ringing, asked)
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
async function again({ tx, businessId, leadId, now }: Look): Promise<Done> {
  await queries.putDue(tx, businessId, leadId, after(now, AGAIN_MS))
  return {}
}

/** Rings the next person; without one, ringing ends, or waits for people who are in calls. */
async function next(deps: RingDeps, look: Look, ringing: queries.Ringing, asked: { userId?: string }): Promise<Done> {
  const { tx, businessId, leadId, now, skipped } = look
  const { campaignId, campaignName, phone, settings, isMarked } = ringing
  if (!settings || !phone || isEveryoneRung(ringing, settings)) return finish(look, ringing, 'unanswered')
  const people = await listPeople(tx, businessId, { campaignId, at: now })
  const { free, busy } = splitPeople(ringing, people, skipped)
  const person = await choose(look, ringing, { people, free })
  if (!person) {
    const awaited = busy.length > 0 && (await choose(look, ringing, { people, free: busy }))
    if (awaited && isPatient(ringing, now)) return again(look)
    return finish(look, ringing, ringing.calls.length ? 'unanswered' : awaited ? 'all_busy' : 'no_people')
  }
  const { userId, via } = person
  asked.userId = userId
  const begun = await beginCall(deps, tx, {
    maker: { author: { kind: 'system', businessId }, businessId, userId, isMasked: false },
    callee: { phone, campaignId, leadId, isMarked },
    via: via ?? 'softphone',
    newLead: { campaign: campaignName },
  })
  const seconds = settings.ringSeconds
  await queries.addCall(tx, businessId, { leadId, callId: begun.id, dueAt: after(now, seconds * 1_000 + LATER_MS) })
  await putTurn(tx, businessId, { campaignId, userId, at: now })
  return { begun, seconds }
}

type Choice = { people: Person[]; free: Person[] }
/** Of `free` first the assignee; then by the rule of the campaign, else who was rung longest ago of its people. */
async function choose({ tx, businessId, leadId, now }: Look, { campaignId, assignedTo }: queries.Ringing, of: Choice) {
  const { people, free } = of
  const assignee = free.find(({ userId }) => userId === assignedTo)
  if (assignee) return assignee
  const without = people.filter((one) => !free.includes(one)).map(({ userId }) => userId)
  const byRule = await nextByRule(tx, businessId, { campaignId, leadId, at: now, without })
  if (byRule === undefined) return free.find(({ isOfCampaign }) => isOfCampaign)
  return free.find(({ userId }) => userId === byRule)
}

/** The person who took the lead gets it, unless a person gave it to another. */
async function accept(look: Look, ringing: queries.Ringing, userId: string): Promise<Done> {
  const { tx, businessId, leadId } = look
  const lead = await lockLeadToAssign(tx, businessId, leadId)
  const isFree = lead && !lead.deletedAt && (!lead.assignedTo || ringing.isByRule)
  if (isFree && lead.assignedTo !== userId) await assignByRule(tx, businessId, lead, { userId, reason: 'accepted' })
  return finish(look, ringing, 'accepted')
}

async function finish(
  { tx, businessId, leadId }: Look,
  { campaignId, calls, isMarked }: queries.Ringing,
  end: RingOutcome | 'gone',
) {
  await queries.putDue(tx, businessId, leadId, null)
  if (end === 'gone') return {}
  const rung = calls.map(({ userId }) => userId)
  const about = {
    campaignId,
    leadId,
    ringOutcome: end,
    rung,
    ...(end === 'barred' && isMarked && { isOwnMark: true as const }),
  }
  await emit(tx, { kind: 'system', businessId }, 'lead.ring_ended', about)
  return {}
}

/** The lead is in a call and is looked at again, or may not be called. */
async function refused(look: Look, meaning: 'wait' | RingOutcome) {
  const { tx, businessId, leadId, now } = look
  const ringing = await queries.lockRinging(tx, businessId, { leadId, now })
  if (!ringing) return
  await (meaning === 'wait' ? again(look) : finish(look, ringing, meaning))
}
