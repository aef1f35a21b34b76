import { z } from 'zod'
import { byId, Done, id, time, title } from '../../common.ts'
import { languages } from '../../constants.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { AutomationContent } from './automation-shapes.ts'
import { type AutomationTemplate, automationTemplates } from './automation-templates.ts'

/** Rules of a business: when something happens to a lead, if it fits, then do this. */

export const AUTOMATIONS_MAX = 100
export const AUTOMATION_VERSIONS_KEPT = 50
/** Runs that follow from the changes of other runs, one after the other. */
export const AUTOMATION_DEPTH_MAX = 5
/** A run that waits this long ends. */
export const AUTOMATION_RUN_DAYS = 180
/** Runs that one lead starts in a day, over all automations. */
export const AUTOMATION_RUNS_PER_DAY = 100
export const AUTOMATION_RUNS_LISTED = 100
/** Owners are notified when a rule failed this often at one step within a week. */
export const AUTOMATION_FAILURES_NOTED = 3

/** `running`: it is about to go on; `skipped`: it did not begin. */
export const runStates = ['running', 'waiting', 'done', 'skipped', 'failed', 'stopped'] as const
export type RunState = (typeof runStates)[number]
/**
 * Why a run did not begin or ended early. `too_soon`: the automation began for this lead within the last minute; `too_deep`:
 * it follows from too many runs in a row; `too_many`: the lead started too many runs in a day; `owner_gone`: who published it
 * is no Owner any more; `unfit`: when it opened, the conditions did not hold any more; `exit`: the exit condition holds.
 */
export const runReasons = [
  'too_soon',
  'too_deep',
  'too_many',
  'owner_gone',
  'lead_gone',
  'unfit',
  'exit',
  'expired',
  'version_gone',
  'stopped',
  'failed',
] as const
export type RunReason = (typeof runReasons)[number]
/** `same`: nothing was to be changed; `yes`, `no`: the side of a branch; `waits`: until `until`. */
export const stepOutcomes = ['done', 'same', 'skipped', 'failed', 'yes', 'no', 'waits', 'ended'] as const
/** Why a step was skipped. `message_refused`: the gate does not let the message out, as without consent. */
export const stepReasons = [
  'status_gone',
  'status_hidden',
  'not_assignable',
  'has_assignee',
  'no_assignee',
  'no_rule',
  'field_gone',
  'value_unfit',
  'too_many_tags',
  'not_allowed',
  'template_gone',
  'value_missing',
  'no_address',
  'no_channel',
  'message_refused',
  'no_receiver',
] as const
export type StepReason = (typeof stepReasons)[number]

export const StepLog = z.object({
  stepId: z.string(),
  kind: z.string(),
  at: time,
  outcome: z.enum(stepOutcomes),
  reason: z.enum(stepReasons).nullable(),
  until: time.nullable(),
})
export type StepLog = z.output<typeof StepLog>

export const AutomationRun = z.object({
  _id: id,
  version: z.number().int(),
  /** Null: the lead was deleted permanently or erased. */
  lead: z.object({ _id: id, name: z.string(), campaignId: id }).nullable(),
  state: z.enum(runStates),
  reason: z.enum(runReasons).nullable(),
  startedAt: time,
  endedAt: time.nullable(),
  /** When a waiting run goes on. */
  dueAt: time.nullable(),
  steps: z.array(StepLog),
})
export type AutomationRun = z.output<typeof AutomationRun>

export const AutomationSummary = z.object({
  _id: id,
  name: z.string(),
  isOn: z.boolean(),
  /** The running number of the published version; null: never published. */
  version: z.number().int().nullable(),
  publishedAt: time.nullable(),
  /** It acts with their rights. */
  publishedBy: User.nullable(),
  hasDraft: z.boolean(),
  /** Who published it is no Owner any more, so it does nothing until another Owner publishes it. */
  isOwnerGone: z.boolean(),
  lastRunAt: time.nullable(),
  counts: z.object({
    waiting: z.number().int(),
    done: z.number().int(),
    skipped: z.number().int(),
    failed: z.number().int(),
  }),
})
export type AutomationSummary = z.output<typeof AutomationSummary>

export const Automation = AutomationSummary.extend({
  published: AutomationContent.nullable(),
  draft: AutomationContent.nullable(),
  /** Raised by each change of the draft; sent back with a change. */
  revision: z.number().int(),
})
export type Automation = z.output<typeof Automation>

export const AutomationVersion = z.object({
  version: z.number().int(),
  publishedAt: time,
  publishedBy: User.nullable(),
  content: AutomationContent,
})

const OneAutomation = z.object({ success: z.literal(true), automation: Automation })
const OneRun = z.object({ success: z.literal(true), run: AutomationRun })
const owners = { access: 'Owner' } as const
/** The revision that was read. With another one stored, the answer is `changed_meanwhile`. */
const expected = z.number().int().min(0)
const ofRun = byId.extend({ runId: id })

const templateKeys = Object.keys(automationTemplates) as [AutomationTemplate, ...AutomationTemplate[]]

export const automationRoutes = {
  list: route({
    method: 'GET',
    path: '/automations',
    ...owners,
    summary: `The automations in the order in which they run, at most ${AUTOMATIONS_MAX}`,
    reply: z.object({ success: z.literal(true), automations: z.array(AutomationSummary) }),
  }),
  create: route({
    method: 'POST',
    path: '/automations',
    ...owners,
    idempotent: true,
    summary: 'Make an automation as a draft, after the others',
    body: z.object({ name: title, draft: AutomationContent }),
    reply: OneAutomation,
    status: () => 201,
  }),
  createFrom: route({
    method: 'POST',
    path: '/automations/from-template',
    ...owners,
    idempotent: true,
    summary: 'Make an automation as a draft of a ready template, with the message templates that it sends',
    body: z.object({ name: title, template: z.enum(templateKeys), language: z.enum(languages) }),
    reply: OneAutomation,
    status: () => 201,
  }),
  order: route({
    method: 'POST',
    path: '/automations/order',
    ...owners,
    summary: 'Put one automation before another (null: at the end)',
    body: z.object({ automationId: id, before: id.nullable() }),
    reply: z.object({ success: z.literal(true), order: z.array(id) }),
  }),
  get: route({
    method: 'GET',
    path: '/automations/:id',
    ...owners,
    summary: 'An automation with its draft and its published version',
    params: byId,
    reply: OneAutomation,
  }),
  change: route({
    method: 'PATCH',
    path: '/automations/:id',
    ...owners,
    summary: 'Rename an automation, or save its draft, whole; null discards the draft. The published version goes on',
    params: byId,
    body: z.object({ name: title, draft: AutomationContent.nullable() }).partial().extend({ expected }),
    reply: OneAutomation,
  }),
  publish: route({
    method: 'POST',
    path: '/automations/:id/publish',
    ...owners,
    summary:
      'Publish the draft as it was seen and switch it on. Runs that go on end by the version with which they began',
    params: byId,
    body: z.object({ expected }),
    reply: OneAutomation,
  }),
  pause: route({
    method: 'POST',
    path: '/automations/:id/pause',
    ...owners,
    summary: 'Switch an automation off, which holds its waiting runs, or on again',
    params: byId,
    body: z.object({ isOn: z.boolean() }),
    reply: OneAutomation,
  }),
  versions: route({
    method: 'GET',
    path: '/automations/:id/versions',
    ...owners,
    summary: `The last ${AUTOMATION_VERSIONS_KEPT} published versions, newest first`,
    params: byId,
    reply: z.object({ success: z.literal(true), versions: z.array(AutomationVersion) }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/automations/:id',
    ...owners,
    summary: 'Delete an automation; its waiting runs are stopped',
    params: byId,
    reply: Done,
  }),
  test: route({
    method: 'POST',
    path: '/automations/:id/test',
    ...owners,
    heavy: true,
    summary: 'What this content would do with a lead, step by step. Nothing is stored and waits are passed over',
    params: byId,
    body: z.object({ leadId: id, content: AutomationContent }),
    reply: z.object({
      success: z.literal(true),
      /** Whether the lead fits the conditions; the steps are tried in any case. */
      fits: z.boolean(),
      /** Whether it fits each part of the conditions. */
      conditions: z.array(z.boolean()),
      /** `said`: the text of a message. */
      steps: z.array(StepLog.extend({ said: z.string().nullable() })),
    }),
  }),
  runs: route({
    method: 'GET',
    path: '/automations/:id/runs',
    ...owners,
    summary: `The newest runs, at most ${AUTOMATION_RUNS_LISTED}, with what each step did`,
    params: byId,
    query: z.object({ state: z.enum(runStates).optional(), leadId: id.optional() }),
    reply: z.object({ success: z.literal(true), runs: z.array(AutomationRun) }),
  }),
  stopRun: route({
    method: 'POST',
    path: '/automations/:id/runs/:runId/stop',
    ...owners,
    summary: 'Stop a waiting run',
    params: ofRun,
    reply: OneRun,
  }),
  retryRun: route({
    method: 'POST',
    path: '/automations/:id/runs/:runId/retry',
    ...owners,
    summary: 'Try a failed run again, from the step that failed',
    params: ofRun,
    reply: OneRun,
  }),
}
