import { z } from 'zod'
import { callStatuses } from '../../calls/call-statuses.ts'
import { agorot, id, text } from '../../common.ts'
import { languages } from '../../constants.ts'
import { FieldValue, SentFieldName } from '../../lead-fields/own-fields.ts'
import { FOLLOW_UP_DELAY_MAX, FOLLOW_UP_NOTE_MAX, followUpActions } from '../follow-ups/follow-up-shapes.ts'
import { Where } from '../lead-where.ts'
import { tags } from '../tags.ts'

/** What an automation consists of: when it starts, for which leads, and what it does. */

export const AUTOMATION_STEPS_MAX = 30
/** Branches within branches. */
export const AUTOMATION_LEVELS_MAX = 3
/** The longest wait: 90 days. */
export const AUTOMATION_WAIT_MAX = 90 * 1_440
/** The longest time without activity, in working hours, and the longest time between a date of a lead and its run. */
export const INACTIVE_HOURS_MAX = 500
export const DATE_DAYS_MAX = 365
export const AUTOMATION_NOTICE_MAX = 200
/** Fields of a lead whose change may start an automation, beside its own fields. */
export const watchedFields = ['assignedTo', 'campaignId', 'value', 'tags'] as const

export const guestAnswers = ['confirmed', 'cancelled', 'time_asked'] as const

/** The event that starts a run. An empty list means any. */
export const Trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lead_created') }),
  z.strictObject({ kind: z.literal('lead_repeated') }),
  z.strictObject({ kind: z.literal('status_changed'), to: z.array(id).max(50) }),
  z.strictObject({ kind: z.literal('field_changed'), field: z.union([z.enum(watchedFields), SentFieldName]) }),
  z.strictObject({ kind: z.literal('call_ended'), as: z.array(z.enum(callStatuses)).max(callStatuses.length) }),
  /** The lead wrote; a withdrawal of consent is not meant. */
  z.strictObject({ kind: z.literal('message_received') }),
  /** The guest answered an invitation to a meeting on their page. An empty list means any answer. */
  z.strictObject({ kind: z.literal('meeting_answered'), as: z.array(z.enum(guestAnswers)).max(guestAnswers.length) }),
  /** An open lead had no activity while its campaign was open for `hours`. */
  z.strictObject({ kind: z.literal('inactive'), hours: z.number().int().min(1).max(INACTIVE_HOURS_MAX) }),
  /** `days` after the date in an own field (negative: before it), at this hour in Israel. */
  z.strictObject({
    kind: z.literal('date_reached'),
    field: SentFieldName,
    days: z.number().int().min(-DATE_DAYS_MAX).max(DATE_DAYS_MAX),
    hour: z.number().int().min(0).max(23),
  }),
])
export type Trigger = z.output<typeof Trigger>

const minutes = z.number().int().min(1).max(AUTOMATION_WAIT_MAX)
/** Names the step within its automation, so that a waiting run finds it again. */
const stepId = z.string().regex(/^[a-z0-9]{1,12}$/)
const step = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ id: stepId, kind: z.literal(kind), ...shape })

/** Steps that act on the lead, by kind. A feature that adds a kind adds it here and to `actions` on the server. */
const acts = [
  /** `userId` null: the lead loses its person. */
  step('assign', { userId: id.nullable() }),
  /** The campaign's rule chooses a person for a lead that has none. */
  step('assign_by_rule', {}),
  step('set_status', { statusId: id }),
  step('set_value', { value: agorot.nullable() }),
  /** Null empties the field. */
  step('set_field', { field: SentFieldName, value: FieldValue.nullable() }),
  step('tag', { add: tags, remove: tags }),
  /** For this person; null: for the one to whom the lead is assigned. */
  step('follow_up', {
    userId: id.nullable(),
    action: z.enum(followUpActions),
    minutes: z.number().int().min(1).max(FOLLOW_UP_DELAY_MAX),
    note: text(FOLLOW_UP_NOTE_MAX),
  }),
  /** A text message or an email of a template, by the channel and with the purpose of the template. */
  step('send', { templateId: id, language: z.enum(languages) }),
  /** `userId`: the person, for `person` only. `text` is in the notification. */
  step('notify', {
    to: z.enum(['assigned', 'owners', 'person']),
    userId: id.nullable(),
    text: text(AUTOMATION_NOTICE_MAX),
  }),
] as const
/** Steps that decide when and how the run goes on. */
const flow = [
  step('wait', { minutes }),
  /** Until the campaign is open; it goes on at once if it is. The conditions are read again. */
  step('wait_open', {}),
  step('stop', {}),
] as const

export type ActStep = z.output<(typeof acts)[number]>
type PlainStep = ActStep | z.output<(typeof flow)[number]>
/** After either side, the run goes on with the step below. */
export type BranchStep = { id: string; kind: 'branch'; where: z.output<typeof Where>; yes: Step[]; no: Step[] }
export type Step = PlainStep | BranchStep

const Plain = z.discriminatedUnion('kind', [...acts, ...flow])
/** Written out to its depth, so that the API reference needs no recursion. */
const steps = (level: number): z.ZodType<Step[]> =>
  z
    .array(
      (level < AUTOMATION_LEVELS_MAX
        ? z.union([Plain, step('branch', { where: Where, yes: steps(level + 1), no: steps(level + 1) })])
        : Plain) as z.ZodType<Step>,
    )
    .max(AUTOMATION_STEPS_MAX)

export const stepsIn = (all: readonly Step[]): Step[] =>
  all.flatMap((one) => (one.kind === 'branch' ? [one, ...stepsIn(one.yes), ...stepsIn(one.no)] : [one]))

const isComplete = (one: Step) =>
  one.kind === 'follow_up'
    ? one.action !== 'None' || one.note !== ''
    : one.kind !== 'notify' || (one.to === 'person') === (one.userId !== null)

export const AutomationContent = z
  .strictObject({
    trigger: Trigger,
    /** Which leads; null: all. */
    conditions: Where.nullable(),
    /** A waiting run ends as soon as this holds; null: never. */
    exit: Where.nullable(),
    /** At most one run for each lead, ever. */
    oncePerLead: z.boolean(),
    steps: steps(1),
  })
  .superRefine(({ steps: all }, context) => {
    const listed = stepsIn(all)
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['steps'], message })
    if (listed.length > AUTOMATION_STEPS_MAX) refuse('too_many_steps')
    if (new Set(listed.map((one) => one.id)).size < listed.length) refuse('invalid_value')
    if (!listed.every(isComplete)) refuse('required_field')
  })
export type AutomationContent = z.output<typeof AutomationContent>
