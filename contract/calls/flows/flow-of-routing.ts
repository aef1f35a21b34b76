import type { Routing } from '../routing.ts'
import type { FlowContent, FlowStep } from './flow-shapes.ts'

type Parent = FlowStep['parent']
const closingOf = (id: string, parent: Parent, { kind, text }: Routing['noAnswer']): FlowStep =>
  kind === 'hangup' ? { id, parent, kind } : { id, parent, kind, spoken: { by: 'text', text } }

/** A number's routing as a call flow: the first flow of the number. */
export function flowOfRouting(routing: Routing): FlowContent {
  const { hours, announcement, ring, noAnswer, outside, language, recording, whisper, screening, shownNumber } = routing
  const open: Parent = hours && { id: 'open', branch: 'open' }
  const { targets, mode, seconds, knownFirst } = ring
  const whom = { by: 'list' as const, targets: targets.map((target) => ({ ...target, weight: 1 })) }
  const main: FlowStep[] = [
    ...(announcement.isOn
      ? [
          {
            ...{ id: 'say', parent: open, kind: 'say' as const },
            spoken: { by: 'text' as const, text: announcement.text },
            ...(announcement.firstTimeOnly && { firstTimeOnly: true }),
          },
        ]
      : []),
    ...(targets.length
      ? [
          {
            id: 'ring',
            parent: open,
            kind: 'ring' as const,
            ring: { whom, order: mode, seconds, knownFirst, onShiftOnly: false },
          },
        ]
      : []),
    closingOf('noanswer', open, noAnswer),
  ]
  const steps: FlowStep[] = hours
    ? [
        { id: 'open', parent: null, kind: 'open', condition: { by: 'own', hours } },
        ...main,
        closingOf('outside', { id: 'open', branch: 'closed' }, outside),
      ]
    : main
  return { settings: { language, recording, whisper, screening, ...(shownNumber && { shownNumber }) }, steps }
}
