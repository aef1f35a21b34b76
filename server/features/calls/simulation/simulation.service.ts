import { REHEARSAL_DAYS, type Rehearsal, type Simulation } from '#contract/calls/flows/call-flows.ts'
import type { FlowContent, FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { beginningOf, dayOf, minutesOf, momentOf, plusDays } from '#contract/values/clock.ts'
import { openPeriods } from '#contract/working-hours/open-periods.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { parsePhone } from '../../../platform/phones.ts'
import type { Caller } from '../../../providers/voice/callers.ts'
import { isRestrictedToOwn, seesMasked } from '../../access/access.rules.ts'
import { flowsIn } from '../../call-flows/call-flows.rules.ts'
import { type FlowContext, listPublished, requireContent } from '../../call-flows/call-flows.service.ts'
import { requireNumber } from '../../numbers/numbers.service.ts'
import type { FlowFacts, PlannedLeg, RouteFacts } from '../../numbers/routing.rules.ts'
import { hoursOfBusiness } from '../../working-hours/working-hours.rules.ts'
import { voiceTexts } from '../hooks/call-context.ts'
import { findRoute } from '../routing.queries.ts'
import * as queries from './rehearsal.queries.ts'
import { receptionAt, spansOf } from './rehearsal.rules.ts'
import { type SimulatedCall, simulateCall, statusOf } from './simulate.rules.ts'

type SimulationDeps = Pick<Deps, 'now' | 'screenCaller'>
type Wanted = { numberId: string; at: string; from: string | null; keys: readonly string[] }

type RoutedNumber = { connectionId: string; phone: string; campaignId: string | null }
type RouteReader = (content: FlowContent, given: { now: Date; caller: Caller }) => Promise<RouteFacts>
/** Reads what routing knows of a call to a number, as if the number followed the content. */
const readerOf =
  (deps: Pick<Deps, 'screenCaller'>, db: Db, businessId: string, { connectionId, phone }: RoutedNumber): RouteReader =>
  async (content, { now, caller }) => {
    const incoming = { connectionId, called: phone, caller, now, screenCaller: deps.screenCaller, content }
    const route = await findRoute(db, businessId, incoming)
    if (!route) throw new AppError('number_not_found')
    return route
  }

export async function simulate(
  deps: SimulationDeps,
  context: FlowContext,
  id: string,
  wanted: Wanted,
): Promise<Simulation> {
  const phone = wanted.from === null ? null : (parsePhone(wanted.from) ?? null)
  if (wanted.from !== null && !phone) throw invalidInput('from', 'invalid_phone')
  const content = await requireContent(context, id)
  const number = await requireNumber(context, wanted.numberId)
  const read = readerOf(deps, context.db, context.caller.businessId, number)
  const { campaignId } = number
  // Who sees masked contacts, or only their own leads, must not learn by a guess who is known.
  const isHidden = seesMasked(context.caller) || (campaignId !== null && isRestrictedToOwn(context.caller, campaignId))
  const caller = { phone: isHidden ? null : phone, text: null }
  const now = new Date(wanted.at)
  const { businessId } = context.caller
  const facts = await read(content, { now, caller })
  const openFlow = async (flowId: string) => {
    const [found] = await listPublished(context.db, businessId, [flowId])
    return found && { content: found.content, facts: await read(found.content, { now, caller }) }
  }
  const call = await simulateCall(content, { flowId: id, facts, now, texts: voiceTexts, keys: wanted.keys, openFlow })
  return presented(context, call, facts)
}

async function presented({ db, caller }: FlowContext, call: SimulatedCall, facts: RouteFacts): Promise<Simulation> {
  const { away } = facts
  const legs = call.steps.flatMap(({ rings }) => rings?.flat() ?? [])
  // Others than Owner and Admin do not learn who of another campaign spoke with the caller.
  const isRung = legs.some(({ userId }) => userId === facts.knownBy)
  const knownBy = actsEverywhere(caller.role) || isRung ? facts.knownBy : null
  const people = [...legs.flatMap(({ userId }) => userId ?? []), ...(knownBy ? [knownBy] : [])]
  const users = await queries.listNames(db, caller.businessId, people)
  const userOf = (userId: string | null) => users.find(({ _id }) => _id === userId) ?? null
  const phoneOf = (leg: PlannedLeg) => ({
    user: userOf(leg.userId),
    phone: leg.kind === 'phone' ? leg.phone : null,
    isAway: leg.kind === 'softphone' && away.includes(leg.userId),
  })
  return {
    steps: call.steps.map(({ rings, ...step }) => ({
      ...step,
      rings: rings?.map((group) => group.map(phoneOf)) ?? null,
    })),
    refused: call.refused,
    ending: call.ending,
    status: statusOf(call),
    knownBy: userOf(knownBy),
  }
}

const NO_CALLER: Caller = { phone: null, text: null }

/** How calls of a number are received from now on, whatever keys callers press, if the flow stays as it is. */
export async function rehearse(
  deps: SimulationDeps,
  context: FlowContext,
  id: string,
  numberId: string,
): Promise<Rehearsal> {
  const content = await requireContent(context, id)
  const number = { ...(await requireNumber(context, numberId)), flowId: id, content }
  return rehearseNumber(deps, context.db, context.caller.businessId, { number, days: REHEARSAL_DAYS })
}

type Rehearsed = { number: RoutedNumber & { flowId: string; content: FlowContent }; days: number }
/** The same of a content, for a number of days from today on. */
export async function rehearseNumber(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  businessId: string,
  { number, days }: Rehearsed,
): Promise<Rehearsal> {
  const { flowId: id, content, campaignId } = number
  const read = readerOf({ screenCaller: undefined }, db, businessId, number)
  const from = now()
  const to = new Date(beginningOf(plusDays(dayOf(from), days)))
  const flows = new Map([[id, content], ...(await othersOf(db, businessId, content))])
  const given = { now: from, caller: NO_CALLER }
  const factsOf = new Map<string, RouteFacts>()
  for (const [flowId, one] of flows) factsOf.set(flowId, await read(one, given))
  const people = [...new Set([...factsOf.values()].flatMap(({ members }) => members))]
  const stored = [...factsOf.values()].find((facts) => facts.calendar)?.calendar
  const calendar = stored ? hoursOfBusiness(stored) : undefined
  const moments = await momentsOf(db, businessId, {
    campaignId,
    people,
    from,
    to,
    contents: [...flows.values()],
    days,
    calendar,
  })
  const states = await queries.listFactsAt(db, businessId, { campaignId, people, moments })
  const at = (flowId: string, state: queries.FactsAt) => {
    const [facts, one] = [factsOf.get(flowId), flows.get(flowId)]
    return facts && one && { content: one, facts: { ...facts, flow: factsAt(facts.flow, state) } }
  }
  const receptions = moments.flatMap((now, i) => {
    const state = states[i]
    const own = state && at(id, state)
    if (!own) return []
    const openFlow = (flowId: string) => at(flowId, state)
    return { at: now.toISOString(), state: receptionAt({ ...own, now, texts: voiceTexts, openFlow }) }
  })
  return { spans: spansOf(receptions, to.toISOString()) }
}

const factsAt = (flow: FlowFacts | null | undefined, { onShift, ...isOpen }: queries.FactsAt) =>
  flow && { ...flow, isOpen, onShift }

/** The published flows to which a content leads, directly or through others. */
async function othersOf(db: Db, businessId: string, content: FlowContent): Promise<[string, FlowContent][]> {
  const found = new Map<string, FlowContent>()
  for (let wanted = flowsIn(content); wanted.length; ) {
    const next = await listPublished(db, businessId, wanted)
    for (const one of next) found.set(one.id, one.content)
    wanted = next.flatMap((one) => flowsIn(one.content)).filter((flowId) => !found.has(flowId))
  }
  return [...found]
}

type Window = {
  campaignId: string | null
  people: string[]
  from: Date
  to: Date
  contents: FlowContent[]
  days: number
  calendar: WorkingHours | undefined
}
/** The moments at which the reception may change: days, hours, shifts, and hours of a step's own. */
async function momentsOf(
  db: Db,
  businessId: string,
  { contents, days: ahead, calendar, ...window }: Window,
): Promise<Date[]> {
  const { from, to } = window
  const days = Array.from({ length: ahead }, (_, i) => plusDays(dayOf(from), i))
  const times = new Set(contents.flatMap(({ steps }) => steps.flatMap(ownTimesOf)))
  const own = days.flatMap((day) => [0, ...times].map((minute) => momentOf(day, minute)))
  const changes = await queries.listChanges(db, businessId, window)
  const kept = contents.flatMap(({ steps }) => steps.flatMap((step) => keptPeriodsOf(step, calendar, window)))
  const all = [from, ...own, ...changes, ...kept].map((moment) => moment.getTime())
  const within = all.filter((moment) => moment >= from.getTime() && moment < to.getTime())
  return [...new Set(within)].sort((a, b) => a - b).map((moment) => new Date(moment))
}

/** Minutes of the day at which the own hours of a step begin or end. */
const ownTimesOf = (step: FlowStep): number[] =>
  step.kind === 'open' && step.condition.by === 'own'
    ? step.condition.hours.days.flat().flatMap(({ from, to }) => [minutesOf(from), minutesOf(to)])
    : []

/** When a step's own hours that keep holidays begin and end. */
const keptPeriodsOf = (
  step: FlowStep,
  calendar: WorkingHours | undefined,
  { from, to }: Pick<Window, 'from' | 'to'>,
) =>
  calendar && step.kind === 'open' && step.condition.by === 'own' && step.condition.hours.keepsHolidays
    ? openPeriods({ ...calendar, days: step.condition.hours.days }, from, to).flatMap((span) => [
        new Date(span.from),
        new Date(span.to),
      ])
    : []
