import { z } from 'zod'
import { byId, Done, id, line, sentTime, time, title } from '../../common.ts'
import { route } from '../../route.ts'
import { phoneInput, User } from '../../team/users.ts'
import { callStatuses } from '../call-statuses.ts'
import { flowProblems } from './flow-problems.ts'
import { FlowContent, menuKeys } from './flow-shapes.ts'

export const CALL_FLOWS_MAX = 200
/** Published versions of a flow that are kept. */
export const CALL_FLOW_VERSIONS_KEPT = 100
export const CALL_SOUNDS_MAX = 100
export const CALL_SOUND_SECONDS_MAX = 120
/** Bytes of a sound: 16 bits, 8,000 times a second. */
export const CALL_SOUND_BYTES_MAX = CALL_SOUND_SECONDS_MAX * 16_000 + 44

/** A number that uses the flow. */
const FlowNumber = z.object({
  _id: id,
  phone: z.string(),
  label: z.string(),
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
})

export const CallFlowSummary = z.object({
  _id: id,
  name: z.string(),
  numbers: z.array(FlowNumber),
  /** The running number of the published version; null: never published, calls are not routed by it. */
  version: z.number().int().nullable(),
  publishedAt: time.nullable(),
  publishedBy: User.nullable(),
  hasDraft: z.boolean(),
})
export type CallFlowSummary = z.output<typeof CallFlowSummary>

export const CallFlow = CallFlowSummary.extend({
  published: FlowContent.nullable(),
  draft: FlowContent.nullable(),
  /** Raised by each change of the draft; sent back with a change. */
  revision: z.number().int(),
  draftBy: User.nullable(),
  draftAt: time.nullable(),
  /** Why the draft, or without one the published version, cannot be published. */
  problems: z.array(
    z.object({ kind: z.enum(flowProblems), stepId: z.string().nullable(), branch: z.string().nullable() }),
  ),
})
export type CallFlow = z.output<typeof CallFlow>

export const CallFlowVersion = z.object({
  version: z.number().int(),
  publishedAt: time,
  publishedBy: User.nullable(),
  content: FlowContent,
})
export type CallFlowVersion = z.output<typeof CallFlowVersion>

/** A recorded greeting or music: WAV, 8 kHz, one channel. */
export const CallSound = z.object({
  _id: id,
  name: z.string(),
  seconds: z.number(),
  createdAt: time,
  createdBy: User.nullable(),
})
export type CallSound = z.output<typeof CallSound>

export const REHEARSAL_DAYS = 14

/** What a simulated call meets. */
const SimulatedStep = z.object({
  /** The flow of the step: the simulated one, or one to which a step led. */
  flowId: id,
  stepId: z.string(),
  /** The branch that was taken. */
  branch: z.string().nullable(),
  /** Phones that ring, in groups that ring one after the other, as if none answered. Null: the step rings none by its kind. */
  rings: z
    .array(z.array(z.object({ user: User.nullable(), phone: z.string().nullable(), isAway: z.boolean() })))
    .nullable(),
})
export const Simulation = z.object({
  steps: z.array(SimulatedStep),
  /** How the call is refused before its flow begins; null: it is not. */
  refused: z.enum(['blacklisted', 'not_active']).nullable(),
  /** What the caller gets in the end, if no phone answers. */
  ending: z.enum(['voicemail', 'message', 'hangup', 'rejected']),
  /** The status of the call, if no phone answers. */
  status: z.enum(callStatuses),
  knownBy: User.nullable(),
})
export type Simulation = z.output<typeof Simulation>

/**
 * How calls are received in a span of time. `answered`: phones ring. `hole`: a step that is to ring finds no phone.
 * `closed`: no phone is to ring.
 */
export const rehearsalStates = ['answered', 'hole', 'closed'] as const
const RehearsalSpan = z.object({ from: time, to: time, state: z.enum(rehearsalStates) })
export const Rehearsal = z.object({ spans: z.array(RehearsalSpan) })
export type Rehearsal = z.output<typeof Rehearsal>

const OneFlow = z.object({ success: z.literal(true), flow: CallFlow })
const OneSound = z.object({ success: z.literal(true), sound: CallSound })
const edit = { access: 'None', can: 'call_flows.edit' } as const
const ofNumber = byId.extend({ numberId: id })
/** The revision that was read. With another one stored, the answer is `changed_meanwhile`. */
const expected = z.number().int().min(0)

export const callFlowRoutes = {
  list: route({
    method: 'GET',
    path: '/call-flows',
    ...edit,
    summary: `The call flows that the caller may edit, at most ${CALL_FLOWS_MAX}, by name`,
    reply: z.object({ success: z.literal(true), flows: z.array(CallFlowSummary) }),
  }),
  create: route({
    method: 'POST',
    path: '/call-flows',
    ...edit,
    summary: 'Make a call flow as a draft: of the routing of a number, which then uses it, of another flow, or empty',
    body: z.object({ name: title, numberId: id.optional(), copyOf: id.optional() }),
    reply: OneFlow,
    status: () => 201,
  }),
  get: route({
    method: 'GET',
    path: '/call-flows/:id',
    ...edit,
    summary: 'A call flow with its draft and its published version',
    params: byId,
    reply: OneFlow,
  }),
  change: route({
    method: 'PATCH',
    path: '/call-flows/:id',
    ...edit,
    summary:
      'Rename a call flow, or save its draft, whole; null discards the draft. Calls follow the published version',
    params: byId,
    body: z.object({ name: title, draft: FlowContent.nullable() }).partial().extend({ expected }),
    reply: OneFlow,
  }),
  publish: route({
    method: 'POST',
    path: '/call-flows/:id/publish',
    ...edit,
    summary: 'Publish the draft as it was seen. Calls that go on end by the version with which they began',
    params: byId,
    body: z.object({ expected }),
    reply: OneFlow,
  }),
  versions: route({
    method: 'GET',
    path: '/call-flows/:id/versions',
    ...edit,
    summary: `The last ${CALL_FLOW_VERSIONS_KEPT} published versions, newest first`,
    params: byId,
    reply: z.object({ success: z.literal(true), versions: z.array(CallFlowVersion) }),
  }),
  remove: route({
    method: 'POST',
    path: '/call-flows/:id/delete',
    ...edit,
    summary: 'Delete a call flow; refused while a number or another flow uses it',
    params: byId,
    reply: Done,
  }),
  simulate: route({
    method: 'POST',
    path: '/call-flows/:id/simulate',
    ...edit,
    summary: 'What the draft, or without one the published version, does with a call at a moment, if no phone answers',
    params: byId,
    body: z.object({
      /** A number that uses the flow, whose campaign counts. */
      numberId: id,
      at: sentTime,
      /** Null: the caller withholds the number. */
      from: phoneInput.nullable(),
      /** Pressed in the menus, one in each. */
      keys: z.array(z.enum(menuKeys)).max(10).default([]),
    }),
    reply: z.object({ success: z.literal(true), simulation: Simulation }),
  }),
  rehearsal: route({
    method: 'GET',
    path: '/call-flows/:id/rehearsal',
    ...edit,
    heavy: true,
    summary: `How the draft, or without one the published version, receives calls of a number in the next ${REHEARSAL_DAYS} days`,
    params: byId,
    query: z.object({ numberId: id }),
    reply: z.object({ success: z.literal(true), rehearsal: Rehearsal }),
  }),
  attach: route({
    method: 'PUT',
    path: '/call-flows/:id/numbers/:numberId',
    ...edit,
    summary: 'Let a number use a call flow, instead of its own routing or another flow',
    params: ofNumber,
    reply: OneFlow,
  }),
  detach: route({
    method: 'DELETE',
    path: '/call-flows/:id/numbers/:numberId',
    ...edit,
    summary: 'Let a number follow its own routing again',
    params: ofNumber,
    /** Null: without its number the flow is out of the caller's reach. */
    reply: z.object({ success: z.literal(true), flow: CallFlow.nullable() }),
  }),
  sounds: route({
    method: 'GET',
    path: '/call-sounds',
    ...edit,
    summary: "The business's recorded greetings and music, by name",
    reply: z.object({ success: z.literal(true), sounds: z.array(CallSound) }),
  }),
  soundLink: route({
    method: 'GET',
    path: '/call-sounds/:id/link',
    ...edit,
    summary: 'A signed address of the audio of a sound',
    params: byId,
    reply: z.object({ success: z.literal(true), url: z.string(), expiresAt: time }),
  }),
  addSound: route({
    method: 'POST',
    path: '/call-sounds',
    ...edit,
    summary: `Add a sound: a WAV file of 8 kHz, 16 bits and one channel, at most ${CALL_SOUND_SECONDS_MAX} s`,
    upload: { field: 'file', maxBytes: CALL_SOUND_BYTES_MAX },
    reply: OneSound,
    status: () => 201,
  }),
  renameSound: route({
    method: 'PATCH',
    path: '/call-sounds/:id',
    ...edit,
    summary: 'Rename a sound',
    params: byId,
    body: z.object({ name: line(50, 1) }),
    reply: OneSound,
  }),
  removeSound: route({
    method: 'POST',
    path: '/call-sounds/:id/delete',
    ...edit,
    summary: 'Delete a sound; refused while a flow plays it',
    params: byId,
    reply: Done,
  }),
}
