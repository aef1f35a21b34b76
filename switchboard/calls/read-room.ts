import type { StatusCallback } from '../store/records.ts'
import { type Element, elementsOf, textOf } from '../twiml/parse.ts'
import type { Source } from './instructions.ts'
import { follow, type Run, readCallback, readFlag } from './run.ts'

const NOT_ALONE = 12_200
const BEEPS = ['true', 'false', 'onEnter', 'onExit'] as const

/** How a call takes part in a conference. */
export type RoomTerms = {
  name: string
  startsOnEnter: boolean
  endsOnExit: boolean
  beep: (typeof BEEPS)[number]
  /** What is heard until the conference starts; undefined: the exchange's own tone. */
  wait: Exclude<Source, { twiml: string }> | 'silence' | undefined
  isRecorded: boolean
  trim: boolean
  recordingCallback: StatusCallback | undefined
}

/** Reads the conference of a Dial verb; undefined if it rings phones. */
export function readRoom(run: Run, verb: Element): RoomTerms | undefined {
  const nouns = elementsOf(verb)
  const noun = nouns.find(({ name }) => name === 'Conference')
  if (!noun) return undefined
  if (nouns.length > 1 || textOf(verb))
    run.core.violations.add(`twiml ${NOT_ALONE}`, 'Dial: a Conference must be the only noun')
  const { attributes } = noun
  const wait = attributes.waitUrl
  return {
    name: textOf(noun),
    startsOnEnter: readFlag(attributes.startConferenceOnEnter, true),
    endsOnExit: readFlag(attributes.endConferenceOnExit, false),
    beep: BEEPS.find((name) => name === attributes.beep) ?? 'true',
    wait: wait === undefined ? undefined : wait ? follow(run, wait, attributes.waitMethod) : 'silence',
    isRecorded: attributes.record === 'record-from-start',
    trim: (attributes.trim ?? 'trim-silence') === 'trim-silence',
    recordingCallback: readCallback(run, noun, { prefix: 'recordingStatusCallback', events: 'completed' }),
  }
}
