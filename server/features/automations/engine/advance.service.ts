import type { Step } from '#contract/leads/automations/automation-shapes.ts'
import type { RunReason, RunState, StepLog } from '#contract/leads/automations/automations.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isTransient } from '../../../platform/db/outage.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { lockLeadToAssign } from '../../leads/change/rule-assignment.service.ts'
import { whichFit } from '../../leads/list/fitting.service.ts'
import { placeOf } from '../automations.rules.ts'
import { findOpening, markStep, type Rule, undoStep } from './runs.queries.ts'
import { type ActDeps, act } from './steps.ts'

export type Run = { leadId: string; depth: number; stepId: string | null; steps: StepLog[] }
export type Advancing = {
  deps: ActDeps
  tx: Db
  businessId: string
  rule: Rule
  run: Run
  own: FieldDefinitions
  now: Date
  /** A trial passes over waits. */
  isTrial: boolean
  onError: (error: unknown) => void
  /** What a trial shows of the steps. */
  say?: (stepId: string, text: string) => void
}
export type Advanced = {
  state: Extract<RunState, 'done' | 'waiting' | 'failed'>
  reason: RunReason | null
  stepId: string | null
  dueAt: string | null
  steps: StepLog[]
}

type Said = Pick<StepLog, 'outcome'> & Partial<Pick<StepLog, 'reason' | 'until'>>
/** What a step leaves: the step that is next, or when to go on with it, or how the run ends. */
type Went = Said & { next: string | null; dueAt?: Date; ends?: { state: 'done' | 'failed'; reason: RunReason | null } }

/** Does the steps of a run, one after the other, until it waits or ends, in one transaction with what it stores. */
export async function advance(advancing: Advancing): Promise<Advanced> {
  const { rule, run, now } = advancing
  const steps = [...run.steps]
  let stepId = run.stepId
  while (stepId !== null) {
    const place = placeOf(rule.content.steps, stepId)
    if (!place) return { state: 'failed', reason: 'version_gone', stepId, dueAt: null, steps }
    const { next, dueAt, ends, ...said } = await go({ ...advancing, run: { ...run, steps } }, place.step, place.next)
    steps.push({ stepId, kind: place.step.kind, at: now.toISOString(), reason: null, until: null, ...said })
    if (ends) return { ...ends, stepId: ends.state === 'failed' ? stepId : null, dueAt: null, steps }
    if (dueAt) return { state: 'waiting', reason: null, stepId: next, dueAt: dueAt.toISOString(), steps }
    stepId = next
  }
  return { state: 'done', reason: null, stepId: null, dueAt: null, steps }
}

async function go(advancing: Advancing, step: Step, next: string | null): Promise<Went> {
  const { tx, businessId, run, own, now, isTrial } = advancing
  if (step.kind === 'stop') return { outcome: 'ended', next: null, ends: { state: 'done', reason: null } }
  if (step.kind === 'branch') {
    const [fits] = await whichFit(tx, businessId, run.leadId, { wheres: [step.where], own, now })
    const [first] = fits ? step.yes : step.no
    return { outcome: fits ? 'yes' : 'no', next: first?.id ?? next }
  }
  if (step.kind === 'wait') {
    const until = new Date(now.getTime() + step.minutes * 60_000)
    return { outcome: 'waits', until: until.toISOString(), next, ...(!isTrial && { dueAt: until }) }
  }
  return step.kind === 'wait_open' ? waitOpen(advancing, step, next) : doStep(advancing, step, next)
}

/** Waits at this step until it is open. After a wait the conditions are read again. */
async function waitOpen(
  { tx, businessId, rule, run, own, now, isTrial }: Advancing,
  step: Step,
  next: string | null,
): Promise<Went> {
  const lead = await lockLeadToAssign(tx, businessId, run.leadId)
  const until = lead ? await findOpening(tx, businessId, lead.campaignId, now) : now
  if (until > now)
    return isTrial
      ? { outcome: 'waits', until: until.toISOString(), next }
      : { outcome: 'waits', until: until.toISOString(), next: step.id, dueAt: until }
  const hasWaited = run.steps.at(-1)?.stepId === step.id
  const [fits] = hasWaited
    ? await whichFit(tx, businessId, run.leadId, { wheres: [rule.content.conditions], own, now })
    : [true]
  return fits ? { outcome: 'done', next } : { outcome: 'ended', next: null, ends: { state: 'done', reason: 'unfit' } }
}

/** An error of one step undoes that step alone; the run stops there and can be tried again from there. */
async function doStep(advancing: Advancing, step: Parameters<typeof act>[1], next: string | null): Promise<Went> {
  const { deps, tx, businessId, rule, run, own, now, onError } = advancing
  const { automationId, ownerId, name } = rule
  const say = (text: string) => advancing.say?.(step.id, text)
  await markStep(tx)
  try {
    const lead = await lockLeadToAssign(tx, businessId, run.leadId)
    if (!lead || !ownerId) return { outcome: 'ended', next: null, ends: { state: 'done', reason: 'lead_gone' } }
    const author = { kind: 'automation', businessId, automationId, depth: run.depth + 1 } as const
    const acted = await act({ deps, tx, author, ownerId, own, lead, now, name, say }, step)
    return typeof acted === 'string' ? { outcome: acted, next } : { outcome: 'skipped', reason: acted.reason, next }
  } catch (error) {
    if (isTransient(error)) throw error
    onError(error)
    await undoStep(tx)
    return { outcome: 'failed', next: null, ends: { state: 'failed', reason: 'failed' } }
  }
}
