import { z } from 'zod'
import { id, line, text } from '../../common.ts'
import { languages } from '../../constants.ts'
import { phoneInput } from '../../team/users.ts'
import { OpeningHours } from '../../working-hours/ranges.ts'
import {
  RING_MAX,
  RING_SECONDS_MAX,
  RING_SECONDS_MIN,
  RingTarget,
  Screening,
  ShownNumber,
  SPOKEN_MAX,
} from '../routing.ts'
import { isTree } from './flow-tree.ts'

/** What a call flow consists of. */

export const FLOW_STEPS_MAX = 60
/** How many steps to other flows a call follows at most. */
export const FLOW_JUMPS_MAX = 5
export const MENU_SECONDS_MIN = 3
export const MENU_SECONDS_MAX = 15
/** How often a menu is repeated to a caller who presses nothing or another key. */
export const MENU_REPEATS_MAX = 3
export const MENU_LABEL_MAX = 50
export const WAIT_SECONDS_MIN = 30
export const WAIT_SECONDS_MAX = 1_800
export const WEIGHT_MAX = 10

/** What a caller hears: a text that is spoken, or a sound of the business. An empty text is the standard one. */
export const Spoken = z.discriminatedUnion('by', [
  z.object({ by: z.literal('text'), text: text(SPOKEN_MAX) }),
  z.object({ by: z.literal('sound'), soundId: id }),
])
export type Spoken = z.output<typeof Spoken>

/** The keys of a menu. */
export const menuKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'] as const
export type MenuKey = (typeof menuKeys)[number]

/**
 * Whether a step takes its branch `open` or `closed`: by the hours of the number's campaign (else of the business), of
 * the business, by own hours, with holidays where they keep them, or by whether a person of the campaign is on shift.
 */
export const OpenCondition = z.discriminatedUnion('by', [
  z.object({ by: z.literal('campaign') }),
  z.object({ by: z.literal('business') }),
  z.object({ by: z.literal('own'), hours: OpeningHours }),
  z.object({ by: z.literal('shifts') }),
])
export type OpenCondition = z.output<typeof OpenCondition>

/** Whom a step rings: the phones of a list, or the browser phones of the campaign's people. */
export const RingWhom = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('list'),
    targets: z
      .array(RingTarget.and(z.object({ weight: z.number().int().min(1).max(WEIGHT_MAX).default(1) })))
      .max(RING_MAX),
  }),
  z.object({ by: z.literal('campaign') }),
])
export type RingWhom = z.output<typeof RingWhom>

/**
 * In which order phones ring. `together`: all at once. The others one after the other: `in_order` as listed,
 * `round_robin` beginning after the one that began the last call, `longest_idle` by the end of their last conversation,
 * `weighted` by chance, in proportion to their weights.
 */
export const ringOrders = ['together', 'in_order', 'round_robin', 'longest_idle', 'weighted'] as const
export type RingOrder = (typeof ringOrders)[number]

const Ring = z.object({
  whom: RingWhom,
  order: z.enum(ringOrders),
  /** How long each phone rings, or all of them together. */
  seconds: z.number().int().min(RING_SECONDS_MIN, 'out_of_range').max(RING_SECONDS_MAX, 'out_of_range'),
  /** Whether the member who last spoke with the caller is rung first. */
  knownFirst: z.boolean(),
  /** Whether only people on shift are rung. Phones that belong to no person always are. */
  onShiftOnly: z.boolean(),
})
export type Ring = z.output<typeof Ring>

/** The branch of a step: `open` and `closed` of an open step; a key or `otherwise` of a menu. */
const flowBranches = ['open', 'closed', 'otherwise', ...menuKeys] as const
export type FlowBranch = (typeof flowBranches)[number]

/** Where a step stands: in the top level (null) or in a branch of a step before it. */
const Place = z.object({
  /** Unique in the flow. */
  id: z.string().regex(/^[a-z0-9]{1,12}$/, 'invalid_value'),
  parent: z.object({ id: z.string(), branch: z.enum(flowBranches) }).nullable(),
})
const step = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  Place.extend({ kind: z.literal(kind), ...shape })

/**
 * One step. Steps of a branch follow each other; after the last of them the call goes on with the step after the one that
 * branched. `voicemail`, `forward`, `message`, `hangup` and `flow` end a branch.
 */
export const FlowStep = z.discriminatedUnion('kind', [
  step('open', { condition: OpenCondition }),
  step('say', {
    spoken: Spoken,
    /** Left out for callers who have spoken with us over the number before. */
    firstTimeOnly: z.boolean().optional(),
  }),
  step('menu', {
    spoken: Spoken,
    /** How long a key is waited for. */
    seconds: z.number().int().min(MENU_SECONDS_MIN, 'out_of_range').max(MENU_SECONDS_MAX, 'out_of_range'),
    repeats: z.number().int().min(0).max(MENU_REPEATS_MAX),
    keys: z
      .array(z.object({ key: z.enum(menuKeys), label: line(MENU_LABEL_MAX) }))
      .min(1, 'required')
      .max(menuKeys.length)
      .refine((keys) => new Set(keys.map(({ key }) => key)).size === keys.length, 'repeated'),
    /** The key whose branch is taken without a known key; null: the branch `otherwise`. */
    otherwiseAs: z.enum(menuKeys).nullable(),
  }),
  step('ring', { ring: Ring }),
  step('wait', {
    ring: Ring,
    /** How long a caller waits at most. */
    seconds: z.number().int().min(WAIT_SECONDS_MIN, 'out_of_range').max(WAIT_SECONDS_MAX, 'out_of_range'),
    /** Heard while waiting; null: the built-in music. */
    music: Spoken.nullable(),
    tellsPlace: z.boolean(),
    /** Whether the caller may press 1 to be called back. */
    offersCallback: z.boolean(),
  }),
  step('voicemail', { spoken: Spoken }),
  /** Another phone number. If it does not answer, the caller hears the standard message and the call ends. */
  step('forward', {
    phone: phoneInput,
    seconds: z.number().int().min(RING_SECONDS_MIN, 'out_of_range').max(RING_SECONDS_MAX, 'out_of_range'),
  }),
  step('message', { spoken: Spoken }),
  step('hangup', {}),
  /** The published version of another flow, with its settings. */
  step('flow', { flowId: id }),
])
export type FlowStep = z.output<typeof FlowStep>
export type FlowStepOf<Kind extends FlowStep['kind']> = Extract<FlowStep, { kind: Kind }>

/** What holds for all calls of a flow. */
export const FlowSettings = z.object({
  /** Language of the spoken texts. */
  language: z.enum(languages),
  recording: z.boolean(),
  /** Spoken to the person who answers a telephone, before the caller is connected. */
  whisper: z.object({ isOn: z.boolean(), text: text(SPOKEN_MAX) }),
  screening: Screening,
  shownNumber: ShownNumber,
})
export type FlowSettings = z.output<typeof FlowSettings>

/** The content of a flow. Steps stand in reading order: each after its parent and after the steps before it. */
export const FlowContent = z
  .object({ settings: FlowSettings, steps: z.array(FlowStep).max(FLOW_STEPS_MAX, 'too_many') })
  .refine(({ steps }) => isTree(steps), { path: ['steps'], message: 'invalid_value' })
export type FlowContent = z.output<typeof FlowContent>
