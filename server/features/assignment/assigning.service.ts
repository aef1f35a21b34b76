import type { Escalation } from '#contract/leads/assignment/assignment-shapes.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { assignByRule, type LeadToAssign, lockLeadToAssign } from '../leads/change/rule-assignment.service.ts'
import { listCandidates, listKnown, lockChoices, writeTurn } from './choosing.queries.ts'
import { type Choice, choose } from './choosing.rules.ts'
import * as queries from './watched.queries.ts'

/** A lead for which no person is free is looked at this often: capacity becomes free without an event. */
const RETRY_MS = 5 * 60_000
/** How often a lead is looked at whose business is closing, which may be called off. */
const CLOSING_MS = 60 * 60_000
/** When the time at which a lead is late is not known yet. */
const UNKNOWN_MS = 24 * 60 * 60_000
/** How often a call that goes on is looked at, should its end not be reported. */
const ON_PHONE_MS = 60_000

type Look = { tx: Db; businessId: string; now: Date; lead: LeadToAssign; watched: queries.Watched }
/** What a step leaves: when to look again (null: this step is through), and what is stored. */
type Step = { again: Date | null } & Partial<Omit<queries.Looked, 'dueAt'>>

/**
 * Does what the campaign's rule now wants for a lead: assigns it, waits for a person, or says that it was not answered in
 * time. All of a look is one transaction, and what was done is stored with it: a lead is assigned and escalated once, also
 * if a process dies or two look at the same time.
 */
export async function lookAt(
  { tenants, now: clock }: Pick<Deps, 'tenants' | 'now'>,
  { businessId, leadId }: queries.Watch,
) {
  await tenants
    .scope({ businessId })
    .transaction()
    .execute(async (tx) => {
      await lockChoices(tx, businessId)
      const locked = await lockLeadToAssign(tx, businessId, leadId)
      const watched = await queries.findWatched(tx, businessId, leadId)
      if (!locked || !watched) return
      const now = clock()
      const state = { ...watched }
      if (locked.deletedAt || watched.isErased || !watched.rule) return queries.putDue(tx, businessId, leadId, null)
      if (watched.isClosing) return queries.putDue(tx, businessId, leadId, after(now, CLOSING_MS))
      const look = { tx, businessId, now, lead: locked, watched: state }
      const placed = await place(look)
      const lead = placed.again || placed.placedAt === state.placedAt ? locked : await reread(tx, businessId, locked)
      const late = await escalate({ ...look, lead })
      const { again: _, ...of } = placed
      const { again: __, ...then } = late
      const dueAt = [placed.again, late.again].reduce(earlier)
      const { placedAt, escalatedAt, passed, isOver } = { ...state, ...of, ...then }
      await queries.putLooked(tx, businessId, leadId, { dueAt, placedAt, escalatedAt, passed, isOver })
    })
}

const earlier = (a: Date | null, b: Date | null) => (a === null ? b : b === null || a <= b ? a : b)
const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
const isClosed = ({ statusType }: LeadToAssign) => statusType === 'Won' || statusType === 'Lost'
const reread = async (tx: Db, businessId: string, lead: LeadToAssign) =>
  (await lockLeadToAssign(tx, businessId, lead.id)) ?? lead

/** Gives a new lead to a person. */
async function place({ tx, businessId, now, lead, watched }: Look): Promise<Step> {
  const { rule, placedAt, answeredBy } = watched
  if (placedAt || !rule) return { again: null }
  const through: Step = { again: null, placedAt: now.toISOString() }
  if (lead.assignedTo || rule.mode === 'none' || isClosed(lead)) return through
  const candidates = await listCandidates(tx, businessId, { campaignId: lead.campaignId, at: now })
  if (answeredBy && candidates.some(({ userId }) => userId === answeredBy)) {
    await assign({ tx, businessId, now, lead, watched }, { userId: answeredBy, reason: 'answered' })
    return through
  }
  if (watched.isOnPhone) return { again: after(now, ON_PHONE_MS) }
  const known = rule.knownFirst ? await listKnown(tx, businessId, lead.id) : []
  const choice = choose(rule, { candidates, known, without: [] })
  if (choice) {
    await assign({ tx, businessId, now, lead, watched }, choice)
    return through
  }
  if (!rule.waits) return through
  const userIds = [...rule.members.map(({ userId }) => userId), ...known]
  const next = await queries.findNextShift(tx, businessId, { campaignId: lead.campaignId, userIds, at: now })
  return { again: earlier(after(now, RETRY_MS), next === null ? null : new Date(next)) }
}

async function assign({ tx, businessId, now, lead }: Look, choice: Choice) {
  await assignByRule(tx, businessId, lead, choice)
  await writeTurn(tx, businessId, { ...choice, campaignId: lead.campaignId, at: now })
}

/** Says that an unanswered lead is late, and hands it over to the next person if the rule wants it. */
async function escalate(look: Look): Promise<Step> {
  const { lead, watched, now } = look
  const { rule, target, lateAt, isOver } = watched
  const isWanted = rule?.escalation && !isOver && target !== null && !lead.firstResponseAt && !isClosed(lead)
  if (!isWanted) return { again: null }
  if (lateAt === null) return { again: after(now, UNKNOWN_MS) }
  if (new Date(lateAt) > now) return { again: new Date(lateAt) }
  return sayLate(look, rule.escalation as Escalation, target)
}

async function sayLate(look: Look, escalation: Escalation, target: number): Promise<Step> {
  const { tx, businessId, now, lead, watched } = look
  const { campaignId, assignedTo } = lead
  const next = await nextPerson(look, escalation)
  const passed = next && assignedTo ? [...watched.passed, assignedTo] : watched.passed
  const { handOvers, owners, ...chosen } = escalation
  const isGivenUp = !next && handOvers > 0
  const notified = await queries.listNotifiedOfLate(tx, businessId, {
    ...chosen,
    campaignId,
    owners: owners || isGivenUp,
  })
  const handedTo = next?.userId ?? null
  await emit(tx, { kind: 'system', businessId }, 'lead.response_late', {
    ...{ campaignId, leadId: lead.id, target, assignedTo, handedTo },
    notifies: notified.filter((id) => id !== handedTo),
  })
  if (next) await assign(look, { ...next, reason: 'handOver' })
  const again = next ? await findLate(look, target) : null
  return { again, escalatedAt: now.toISOString(), passed, isOver: next === undefined }
}

/** Who gets a late lead after the person who has it: no one who had it before. */
async function nextPerson({ tx, businessId, now, lead, watched }: Look, { handOvers }: Escalation) {
  const { rule, passed } = watched
  if (!rule || !lead.assignedTo || passed.length >= handOvers) return undefined
  const candidates = await listCandidates(tx, businessId, { campaignId: lead.campaignId, at: now })
  return choose(rule, { candidates, known: [], without: [...passed, lead.assignedTo] })
}

const findLate = async ({ tx, businessId, now, lead }: Look, target: number) => {
  const at = await queries.findDue(tx, businessId, { campaignId: lead.campaignId, since: now, target })
  return at === null ? after(now, UNKNOWN_MS) : new Date(at)
}

/** Lets the rule of its campaign choose a person for a lead once more; false if the campaign has none that chooses. */
export const askRule = queries.watchAgain
