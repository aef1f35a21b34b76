import { type AutomationContent, type Step, stepsIn } from '#contract/leads/automations/automation-shapes.ts'
import type { Automation, AutomationRun, AutomationSummary } from '#contract/leads/automations/automations.ts'
import type { AutomationRow, RunRow } from './automations.queries.ts'

export const summaryOf = (row: AutomationRow): AutomationSummary => ({
  _id: row.id,
  name: row.name,
  isOn: row.isOn,
  version: row.version,
  publishedAt: row.publishedAt,
  publishedBy: row.publishedBy,
  hasDraft: row.draft !== null,
  isOwnerGone: row.version !== null && !row.isOwnerThere,
  lastRunAt: row.lastRunAt,
  counts: row.counts,
})
export const automationOf = (row: AutomationRow): Automation => ({
  ...summaryOf(row),
  published: row.published,
  draft: row.draft,
  revision: row.revision,
})
export const runOf = ({ id, leadName, leadId, campaignId, ...row }: RunRow): AutomationRun => ({
  _id: id,
  ...row,
  lead: leadName === null ? null : { _id: leadId, name: leadName, campaignId },
})

/** The filter conditions that a content names. */
export const wheresIn = ({ conditions, exit, steps }: AutomationContent) => [
  ...[conditions, exit].filter((where) => where !== null),
  ...stepsIn(steps).flatMap((step) => (step.kind === 'branch' ? [step.where] : [])),
]

export type Place = { step: Step; next: string | null }
/** A step, and the id of the one that follows it when it is done, which for the last step of a side is the one below the branch. */
export function placeOf(steps: readonly Step[], id: string, below: string | null = null): Place | undefined {
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]?.id ?? below
    if (step.id === id) return { step, next }
    const inside = step.kind === 'branch' && (placeOf(step.yes, id, next) ?? placeOf(step.no, id, next))
    if (inside) return inside
  }
  return undefined
}

/** What triggers compare with. */
export type Facts = {
  statusId?: string
  fields?: readonly string[]
  status?: string
  /** Of a cause by time: the rule that it is for. */
  automationId?: string
}
/** Whether an event, of the kinds for which the rule listens, is its trigger. */
type Listening = { automationId: string; content: AutomationContent }
export function isTriggered({ automationId, content: { trigger } }: Listening, kinds: readonly string[], facts: Facts) {
  if (!kinds.includes(trigger.kind)) return false
  if (facts.automationId) return facts.automationId === automationId
  if (trigger.kind === 'status_changed') return !trigger.to.length || trigger.to.some((id) => id === facts.statusId)
  if (trigger.kind === 'field_changed') return facts.fields?.includes(trigger.field) ?? false
  if (trigger.kind === 'call_ended' || trigger.kind === 'meeting_answered')
    return !trigger.as.length || trigger.as.some((status) => status === facts.status)
  return true
}
