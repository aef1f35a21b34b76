import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  AUTOMATION_DEPTH_MAX,
  AUTOMATION_FAILURES_NOTED,
  AUTOMATION_RUN_DAYS,
  AUTOMATION_RUNS_PER_DAY,
  type RunReason,
} from '#contract/leads/automations/automations.ts'
import { isErased } from '#contract/leads/leads.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import { newId } from '../../../platform/ids.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { lockLeadToAssign } from '../../leads/change/rule-assignment.service.ts'
import { whichFit } from '../../leads/list/fitting.service.ts'
import { isTriggered } from '../automations.rules.ts'
import { type Advanced, advance } from './advance.service.ts'
import * as queries from './runs.queries.ts'
import type { ActDeps } from './steps.ts'

const DAY_MS = 86_400_000
/** After a failure of the whole, such as a lock that was not granted. Without an end: no cause is lost. */
const PAUSE_MS = 60_000

export type EngineDeps = ActDeps & Pick<Deps, 'tenants' | 'ownFields' | 'now' | 'onError'>
type Engine = {
  deps: ActDeps
  tx: Db
  businessId: string
  own: FieldDefinitions
  now: Date
  onError: (error: unknown) => void
}
type Kind = 'cause' | 'run'

/**
 * Does what is next of the automations of a business: looks at an event, or goes on with a run that is due. Each is one
 * transaction that also notes that it is done, so that a process may die at any moment. False: nothing is due, or another
 * process has the turn.
 */
export async function workOnNext(deps: EngineDeps, businessId: string, first: Kind): Promise<boolean> {
  const { tenants, ownFields, now: clock, onError } = deps
  const db = tenants.scope({ businessId })
  const own = await ownFields.find(businessId)
  const taken: { postpone?: (at: Date) => Promise<unknown> } = {}
  try {
    return await db.transaction().execute(async (tx) => {
      if (!(await queries.tryTurn(tx, businessId))) return false
      const engine = { deps, tx, businessId, own, now: clock(), onError }
      const order: Kind[] = first === 'cause' ? ['cause', 'run'] : ['run', 'cause']
      for (const kind of order) if (await workOn(engine, kind, db, taken)) return true
      return false
    })
  } catch (error) {
    onError(error)
    await taken.postpone?.(new Date(clock().getTime() + PAUSE_MS))
    return false
  }
}

async function workOn(engine: Engine, kind: Kind, db: Db, taken: { postpone?: (at: Date) => Promise<unknown> }) {
  const { tx, businessId, now } = engine
  if (kind === 'cause') {
    const cause = await queries.findCause(tx, businessId, now)
    if (!cause) return false
    taken.postpone = (at) => queries.postponeCause(db, businessId, cause.seq, at)
    if (!cause.isUnheard) await hear(engine, cause)
    await queries.deleteCause(tx, businessId, cause.seq)
    return true
  }
  const run = await queries.findDueRun(tx, businessId, now)
  if (!run) return false
  taken.postpone = (at) => queries.postponeRun(db, businessId, run.id, at)
  await goOn(engine, run)
  return true
}

/** Starts the rules that an event triggers, in their order. A later one sees what an earlier one did. */
async function hear(engine: Engine, cause: queries.Cause) {
  const { tx, businessId, own, now } = engine
  const listening = await queries.listRules(tx, businessId, cause.kinds)
  const rules = listening.filter((rule) => isTriggered(rule, cause.kinds, cause.facts))
  if (!rules.length) return
  const lead = await lockLeadToAssign(tx, businessId, cause.leadId)
  if (!lead || lead.deletedAt || isErased(lead)) return
  let left = rules
  while (left.length) {
    const wheres = left.map(({ content }) => content.conditions)
    const fits = await whichFit(tx, businessId, cause.leadId, { wheres, own, now })
    const at = fits.indexOf(true)
    const rule = left[at]
    if (!rule) return
    await start(engine, cause, rule)
    left = left.slice(at + 1)
  }
}

async function start(engine: Engine, cause: queries.Cause, rule: queries.Rule) {
  const { tx, businessId, now } = engine
  const { leadId, causeId, depth } = cause
  const { automationId, version, content } = rule
  const starts = await queries.findStarts(tx, businessId, { automationId, leadId, now })
  if (content.oncePerLead && starts.own > 0) return
  const reason = refusalOf(rule, depth, starts)
  const id = newId()
  const stepId = content.steps[0]?.id ?? null
  if (
    !(await queries.insertRun(tx, businessId, {
      ...{ id, automationId, version, leadId, causeId, depth, reason, stepId },
      now,
    }))
  )
    return
  if (!reason)
    await store(
      engine,
      { ...rule, id },
      await advance({ ...engine, rule, isTrial: false, run: { leadId, depth, stepId, steps: [] } }),
    )
}

function refusalOf(
  { isOwnerThere }: queries.Rule,
  depth: number,
  starts: { recent: number; day: number },
): RunReason | null {
  if (!isOwnerThere) return 'owner_gone'
  if (depth >= AUTOMATION_DEPTH_MAX) return 'too_deep'
  if (starts.recent > 0) return 'too_soon'
  return starts.day >= AUTOMATION_RUNS_PER_DAY ? 'too_many' : null
}

/** Goes on with a run that waited, or that is tried again, unless it is to end by now. */
async function goOn(engine: Engine, run: queries.DueRun) {
  const { steps, stepId } = run
  const reason = await endOf(engine, run)
  const advanced: Advanced = reason
    ? { state: 'done', reason, stepId: null, dueAt: null, steps }
    : await advance({
        ...engine,
        rule: run,
        isTrial: false,
        run: { leadId: run.leadId, depth: run.depth, stepId, steps },
      })
  await store(engine, run, advanced)
}

async function endOf({ tx, businessId, own, now }: Engine, run: queries.DueRun): Promise<RunReason | null> {
  const lead = await lockLeadToAssign(tx, businessId, run.leadId)
  if (!lead || lead.deletedAt || isErased(lead)) return 'lead_gone'
  if (!run.isOwnerThere) return 'owner_gone'
  if (now.getTime() - Date.parse(run.startedAt) > AUTOMATION_RUN_DAYS * DAY_MS) return 'expired'
  const { exit } = run.content
  const [isOver] = exit ? await whichFit(tx, businessId, run.leadId, { wheres: [exit], own, now }) : [false]
  return isOver ? 'exit' : null
}

type Stored = Pick<queries.Rule, 'automationId' | 'name'> & { id: string }
/** Notifies Owners when the rule fails again and again at the same step. */
async function store({ tx, businessId, now }: Engine, { id, automationId, name }: Stored, advanced: Advanced) {
  const { state, stepId, dueAt } = advanced
  await queries.putRun(tx, businessId, id, { ...advanced, endedAt: dueAt === null ? now.toISOString() : null })
  if (state !== 'failed') return
  const count = await queries.countFailures(tx, businessId, { automationId, stepId, now })
  if (count !== AUTOMATION_FAILURES_NOTED) return
  const about = { campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS, automationId, count, personal: { name } }
  await emit(tx, { kind: 'system', businessId }, 'automation.failing', about)
}
