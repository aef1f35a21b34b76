import type { FlowStep, Ring, Spoken } from '#contract/calls/flows/flow-shapes.ts'
import { RING_SECONDS } from '#contract/calls/routing.ts'

/** Kinds of steps in the order in which they are offered. */
export const stepKinds = [
  'open',
  'say',
  'menu',
  'ring',
  'wait',
  'voicemail',
  'forward',
  'message',
  'hangup',
  'flow',
] as const satisfies readonly FlowStep['kind'][]
export type StepKind = (typeof stepKinds)[number]
/** Kinds that say where the call goes, which is asked before the step is made. */
export type Destination = { phone?: string; flowId?: string }

const ID_LENGTH = 8
/** An id that is new in any flow. */
export const newStepId = () => crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH)

const standard: Spoken = { by: 'text', text: '' }
const campaignRing: Ring = {
  whom: { by: 'campaign' },
  order: 'together',
  seconds: RING_SECONDS,
  knownFirst: true,
  onShiftOnly: true,
}

/** A step as it is added, in the top level. */
export function newStep(kind: StepKind, { phone = '', flowId = '' }: Destination = {}): FlowStep {
  const place = { id: newStepId(), parent: null }
  const steps: Record<StepKind, FlowStep> = {
    open: { ...place, kind: 'open', condition: { by: 'campaign' } },
    say: { ...place, kind: 'say', spoken: standard },
    menu: {
      ...place,
      kind: 'menu',
      spoken: standard,
      seconds: 5,
      repeats: 1,
      keys: [
        { key: '1', label: '' },
        { key: '2', label: '' },
      ],
      otherwiseAs: '1',
    },
    ring: { ...place, kind: 'ring', ring: campaignRing },
    wait: {
      ...place,
      kind: 'wait',
      ring: { ...campaignRing, order: 'longest_idle' },
      seconds: 300,
      music: null,
      tellsPlace: true,
      offersCallback: true,
    },
    voicemail: { ...place, kind: 'voicemail', spoken: standard },
    forward: { ...place, kind: 'forward', phone, seconds: RING_SECONDS },
    message: { ...place, kind: 'message', spoken: standard },
    hangup: { ...place, kind: 'hangup' },
    flow: { ...place, kind: 'flow', flowId },
  }
  return steps[kind]
}
