import type { CallFlow, CallFlowSummary } from '#contract/calls/flows/call-flows.ts'
import { type FlowProblem, problemsOf } from '#contract/calls/flows/flow-problems.ts'
import type { FlowContent, FlowStep, Spoken } from '#contract/calls/flows/flow-shapes.ts'
import type { Language } from '#contract/constants.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Member } from '../../platform/http/caller.ts'
import { canChangeNumber } from '../numbers/numbers.rules.ts'
import type { FlowRow } from './call-flows.queries.ts'

/** Owners and Admins edit all flows; others those whose numbers they may all change, and without numbers their own. */
export const canEditFlow = (caller: Member, { numbers, createdBy }: Pick<FlowRow, 'numbers' | 'createdBy'>) =>
  actsEverywhere(caller.role) ||
  (numbers.length ? numbers.every((number) => canChangeNumber(caller, number)) : createdBy === caller.userId)

/** The flows and sounds of the business that a content may name. */
export type Named = { flows: { id: string; version: number | null; leadsTo: string[] }[]; sounds: string[] }

export const summaryOf = (row: FlowRow): CallFlowSummary => ({
  _id: row.id,
  name: row.name,
  numbers: row.numbers,
  version: row.version,
  publishedAt: row.publishedAt,
  publishedBy: row.publishedBy,
  hasDraft: row.draft !== null,
})

export const flowOf = (row: FlowRow, named: Named): CallFlow => ({
  ...summaryOf(row),
  published: row.published,
  draft: row.draft,
  revision: row.revision,
  draftBy: row.draftBy,
  draftAt: row.draftAt,
  problems: allProblemsOf(row, named),
})

/** A new flow: greets, rings the campaign's people on shift, and takes a message. */
export const newContent = (language: Language): FlowContent => ({
  settings: { language, recording: true, whisper: { isOn: false, text: '' }, screening: 'mobiles' },
  steps: [
    { id: 'say', parent: null, kind: 'say', spoken: { by: 'text', text: '' } },
    {
      id: 'ring',
      parent: null,
      kind: 'ring',
      ring: { whom: { by: 'campaign' }, order: 'together', seconds: 25, knownFirst: true, onShiftOnly: true },
    },
    { id: 'voicemail', parent: null, kind: 'voicemail', spoken: { by: 'text', text: '' } },
  ],
})

const contentOf = ({ draft, published }: Pick<FlowRow, 'draft' | 'published'>) => draft ?? published
const listOf = (step: FlowStep) => ('ring' in step && step.ring.whom.by === 'list' ? step.ring.whom.targets : [])
export const peopleIn = (content: FlowContent | null) => [
  ...new Set((content?.steps ?? []).flatMap(listOf).flatMap(({ userId }) => userId ?? [])),
]
export const flowsIn = (content: FlowContent | null) =>
  (content?.steps ?? []).flatMap((step) => (step.kind === 'flow' ? step.flowId : []))
const spokenIn = (step: FlowStep): (Spoken | null)[] => {
  if (step.kind === 'wait') return [step.music]
  return 'spoken' in step ? [step.spoken] : []
}
const soundOf = (step: FlowStep) => spokenIn(step).flatMap((spoken) => (spoken?.by === 'sound' ? spoken.soundId : []))
export const soundsIn = (content: FlowContent | null) => (content?.steps ?? []).flatMap(soundOf)

/** The phones of a content, with their paths in a request. */
export const phonesIn = (content: FlowContent | null): { phone: string; path: string }[] =>
  (content?.steps ?? []).flatMap((step, i) => {
    if (step.kind === 'forward') return { phone: step.phone, path: `draft.steps.${i}.phone` }
    return listOf(step).flatMap((target, at) =>
      target.kind === 'phone' ? { phone: target.phone, path: `draft.steps.${i}.ring.whom.targets.${at}.phone` } : [],
    )
  })

type Targets = ReturnType<typeof listOf>
/** The content with its ring lists changed. */
const withLists = (content: FlowContent, change: (targets: Targets) => Targets): FlowContent => ({
  ...content,
  steps: content.steps.map((step) => {
    if (!('ring' in step) || step.ring.whom.by !== 'list') return step
    return { ...step, ring: { ...step.ring, whom: { by: 'list', targets: change(step.ring.whom.targets) } } }
  }),
})

/** The content with its phones changed, for example to E.164. */
export function withPhones(content: FlowContent, change: (phone: string) => string): FlowContent {
  const steps = content.steps.map((step) => (step.kind === 'forward' ? { ...step, phone: change(step.phone) } : step))
  return withLists({ ...content, steps }, (targets) =>
    targets.map((target) => (target.kind === 'phone' ? { ...target, phone: change(target.phone) } : target)),
  )
}

/** The content without this person's phones. */
export const withoutPerson = (content: FlowContent, userId: string): FlowContent =>
  withLists(content, (targets) => targets.filter((target) => target.userId !== userId))

export function allProblemsOf(
  row: Pick<FlowRow, 'id' | 'draft' | 'published'>,
  { flows, sounds }: Named,
): FlowProblem[] {
  const content = contentOf(row)
  if (!content) return []
  const published = flows.filter(({ version }) => version !== null)
  const at = (step: FlowStep, kind: FlowProblem['kind']): FlowProblem => ({ kind, stepId: step.id, branch: null })
  const others = content.steps.flatMap((step) => {
    const found: FlowProblem[] = []
    if (soundOf(step).some((id) => !sounds.includes(id))) found.push(at(step, 'no_such_sound'))
    if (step.kind !== 'flow') return found
    if (step.flowId === row.id || leadsTo(published, step.flowId, row.id)) found.push(at(step, 'leads_back'))
    else if (!published.some(({ id }) => id === step.flowId)) found.push(at(step, 'no_such_flow'))
    return found
  })
  return [...problemsOf(content), ...others]
}

/** Whether a flow leads to another one, directly or through more flows. */
function leadsTo(flows: Named['flows'], from: string, to: string): boolean {
  const seen = new Set([from])
  for (const id of seen)
    for (const next of flows.find((flow) => flow.id === id)?.leadsTo ?? []) {
      if (next === to) return true
      seen.add(next)
    }
  return false
}
