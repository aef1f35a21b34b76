import type { Insertable } from 'kysely'
import type { FlowContent, FlowStep, Ring } from '../../../contract/calls/flows/flow-shapes.ts'
import type { DB } from '../../../server/platform/db/schema.ts'
import { newId } from '../../../server/platform/ids.ts'

type Parent = FlowStep['parent']
const spoken = (text = '') => ({ by: 'text' as const, text })
const open: Parent = { id: 'hours', branch: 'open' }
const quote: Parent = { id: 'menu', branch: '1' }
const project: Parent = { id: 'menu', branch: '2' }

const ring = (changes: Partial<Ring>): Ring => ({
  whom: { by: 'campaign' },
  order: 'together',
  seconds: 25,
  knownFirst: true,
  onShiftOnly: true,
  ...changes,
})

const stepsOf = (workers: string[], waiting: FlowStep[]): FlowStep[] => [
  { id: 'hours', parent: null, kind: 'open', condition: { by: 'campaign' } },
  { id: 'greeting', parent: open, kind: 'say', spoken: spoken() },
  {
    id: 'menu',
    parent: open,
    kind: 'menu',
    spoken: spoken('להצעת מחיר הקישו 1. לפרויקט שכבר התחיל הקישו 2.'),
    seconds: 5,
    repeats: 1,
    keys: [
      { key: '1', label: 'הצעת מחיר' },
      { key: '2', label: 'פרויקט קיים' },
    ],
    otherwiseAs: '1',
  },
  {
    id: 'sales',
    parent: quote,
    kind: 'ring',
    ring: ring({
      whom: { by: 'list', targets: workers.map((userId) => ({ kind: 'softphone', userId, weight: 1 })) },
      order: 'in_order',
      seconds: 20,
      onShiftOnly: false,
    }),
  },
  ...waiting,
  { id: 'site', parent: project, kind: 'ring', ring: ring({}) },
  { id: 'message', parent: open, kind: 'voicemail', spoken: spoken() },
  { id: 'closed', parent: { id: 'hours', branch: 'closed' }, kind: 'voicemail', spoken: spoken() },
]

const contentOf = (steps: FlowStep[]): FlowContent => ({
  settings: { language: 'he', recording: true, whisper: { isOn: false, text: '' }, screening: false },
  steps,
})

/** A published flow, and a draft of it in which callers wait. */
export function makeCallFlow(businessId: string, { workers, by, at }: { workers: string[]; by: string; at: string }) {
  const id = newId()
  const waiting: FlowStep = {
    id: 'wait',
    parent: quote,
    kind: 'wait',
    ring: ring({ order: 'longest_idle' }),
    seconds: 180,
    music: null,
    tellsPlace: true,
    offersCallback: true,
  }
  const draft = JSON.stringify(contentOf(stepsOf(workers, [waiting])))
  const flow: Insertable<DB['call_flows']> & { id: string } = {
    ...{ business_id: businessId, id, name: 'דירות: הצעת מחיר או פרויקט קיים', version: 1, revision: 2 },
    ...{ draft, draft_by: by, draft_at: at, created_by: by, created_at: at },
  }
  const version: Insertable<DB['call_flow_versions']> = {
    ...{ business_id: businessId, flow_id: id, version: 1, published_by: by, published_at: at },
    content: JSON.stringify(contentOf(stepsOf(workers, []))),
  }
  return { flow, version }
}
