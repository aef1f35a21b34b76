import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import type { FlowContent, FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { USER_ID } from './fakes.ts'

export const FLOW_ID = '018f0000-0000-7000-8000-0000000000f1'

const spoken = (text: string) => ({ by: 'text' as const, text })
export const aFlowContent = (steps: FlowStep[]): FlowContent => ({
  settings: { language: 'en', recording: true, whisper: { isOn: false, text: '' }, screening: false },
  steps,
})
type Parent = FlowStep['parent']
export const aSay = (id: string, text: string, parent: Parent = null): FlowStep => ({
  ...{ id, parent, kind: 'say' },
  spoken: spoken(text),
})
export const aVoicemail = (id: string, parent: Parent = null): FlowStep => ({
  ...{ id, parent, kind: 'voicemail' },
  spoken: spoken(''),
})
export const aRing = (id: string, parent: Parent = null): FlowStep => ({
  ...{ id, parent, kind: 'ring' },
  ring: {
    whom: { by: 'list', targets: [{ kind: 'softphone', userId: USER_ID, weight: 1 }] },
    order: 'together',
    seconds: 25,
    knownFirst: false,
    onShiftOnly: false,
  },
})
export const aMenu = (id: string, parent: Parent = null): FlowStep => ({
  ...{ id, parent, kind: 'menu', seconds: 5, repeats: 1, otherwiseAs: '1' },
  spoken: spoken('Press a key'),
  keys: [
    { key: '1', label: 'Sales' },
    { key: '2', label: 'Service' },
  ],
})

/** A flow that was published once and has no draft. */
export const aFlow = (changes: Partial<CallFlow> = {}): CallFlow => ({
  _id: FLOW_ID,
  name: 'Kitchens',
  numbers: [],
  version: 1,
  publishedAt: '2026-11-02T08:00:00.000Z',
  publishedBy: { _id: USER_ID, name: 'Noam', image: null },
  hasDraft: false,
  published: aFlowContent([aSay('hello', 'Welcome'), aRing('ring'), aVoicemail('end')]),
  draft: null,
  revision: 1,
  draftBy: null,
  draftAt: null,
  problems: [],
  ...changes,
})
