import type { Address } from '../legs.ts'
import { isE164, toE164 } from '../numbers/e164.ts'
import type { StatusCallback } from '../store/records.ts'
import { type Element, elementsOf, textOf } from '../twiml/parse.ts'
import type { Source } from './instructions.ts'
import { type RoomTerms, readRoom } from './read-room.ts'
import { follow, type Run, readCallback, readCount, readFlag } from './run.ts'

const NOUNS_MAX = 10
const TIMEOUT_S = 30
const TIMEOUT_MAX_S = 600
const LIMIT_S = 14_400
const TOO_MANY_NOUNS = 13_200
const BAD_NUMBER = 13_223
const BAD_CALLER_ID = 13_214
const RECORD_VALUES = [
  'record-from-answer',
  'record-from-ringing',
  'record-from-answer-dual',
  'record-from-ringing-dual',
  'true',
]

export type Target = {
  address: Address
  /** The called address as recorded in the call's row. */
  to: string
  whisper: Exclude<Source, { twiml: string }> | undefined
  callback: StatusCallback | undefined
  sendDigits: string | undefined
}

export type DialPlan = {
  targets: Target[]
  callerId: string
  timeoutMs: number
  limitMs: number
  answerOnBridge: boolean
  inOrder: boolean
  hangUpOnStar: boolean
  record: { channels: 1 | 2 } | undefined
  recordingCallback: StatusCallback | undefined
  action: Exclude<Source, { twiml: string }> | undefined
  /** The room to enter instead of ringing phones. */
  room: RoomTerms | undefined
}

/** Reads a Dial verb. The plan has no targets if the Dial may ring no phone; the reason is logged as a violation. */
export function readDial(run: Run, verb: Element): DialPlan {
  const { attributes } = verb
  const record = attributes.record ?? ''
  const room = readRoom(run, verb)
  const callerId = room ? undefined : readCallerId(run, verb)
  return {
    targets: callerId === undefined ? [] : readTargets(run, verb),
    callerId: callerId ?? '',
    timeoutMs: 1_000 * readCount(attributes.timeout, { standard: TIMEOUT_S, min: 1, max: TIMEOUT_MAX_S }),
    limitMs: 1_000 * (readCount(attributes.timeLimit, { standard: LIMIT_S, max: LIMIT_S }) || LIMIT_S),
    answerOnBridge: readFlag(attributes.answerOnBridge, false),
    inOrder: readFlag(attributes.sequential, false),
    hangUpOnStar: readFlag(attributes.hangupOnStar, false),
    record: RECORD_VALUES.includes(record) ? { channels: record.endsWith('-dual') ? 2 : 1 } : undefined,
    recordingCallback: readCallback(run, verb, { prefix: 'recordingStatusCallback', events: 'completed' }),
    action: attributes.action ? follow(run, attributes.action, attributes.method) : undefined,
    room,
  }
}

function readTargets(run: Run, verb: Element): Target[] {
  const text = textOf(verb)
  const plain: Element[] = text ? [{ name: 'Number', attributes: {}, children: [text] }] : []
  const nouns = [...plain, ...elementsOf(verb)]
  if (nouns.length > NOUNS_MAX) fault(run, TOO_MANY_NOUNS, `Dial holds ${nouns.length} nouns, ${NOUNS_MAX} are allowed`)
  return nouns.slice(0, NOUNS_MAX).flatMap((noun) => readTarget(run, noun) ?? [])
}

function readTarget(run: Run, noun: Element): Target | undefined {
  const found = readAddress(noun)
  if (!found) {
    fault(run, BAD_NUMBER, `Dial: ${textOf(noun)} is no number in international form`)
    return undefined
  }
  const { attributes } = noun
  return {
    ...found,
    whisper: attributes.url ? follow(run, attributes.url, attributes.method) : undefined,
    callback: readCallback(run, noun, { prefix: 'statusCallback', events: 'completed' }),
    sendDigits: attributes.sendDigits,
  }
}

function readAddress(noun: Element): Pick<Target, 'address' | 'to'> | undefined {
  const parts = elementsOf(noun)
  if (noun.name === 'Client') {
    const named = parts.find(({ name }) => name === 'Identity')
    const identity = (named ? textOf(named) : textOf(noun)).trim()
    const params = Object.fromEntries(
      parts
        .filter(({ name }) => name === 'Parameter')
        .map(({ attributes: { name = '', value = '' } }) => [name, value]),
    )
    return identity ? { address: { kind: 'client', identity, params }, to: `client:${identity}` } : undefined
  }
  const text = textOf(noun)
  if (noun.name === 'Sip') {
    const { username, password } = noun.attributes
    const auth = username && password ? { auth: { username, password } } : {}
    return /^sips?:[^\s]+$/i.test(text) ? { address: { kind: 'sip', uri: text, ...auth }, to: text } : undefined
  }
  const e164 = toE164(text)
  return e164 && isE164(text.replace(/[\s()-]/g, '')) ? { address: { kind: 'number', e164 }, to: e164 } : undefined
}

/**
 * Returns the caller id, which must be the caller's own, the called number, or another number of the account, in E.164.
 * Without the attribute `callerId`, the caller's own id is passed on in any form; a softphone has none.
 */
function readCallerId(run: Run, verb: Element): string | undefined {
  const written = verb.attributes.callerId
  const { from, to, accountSid } = run.call.row
  if (written === undefined && !from.startsWith('client:')) return from
  const callerId = written ?? from
  const owned = run.core.store
    .list('numbers')
    .some((number) => number.accountSid === accountSid && number.phoneNumber === callerId)
  const isKnown = callerId === from || callerId === to || owned
  if (callerId.startsWith('client:') ? isToClients(verb) : isKnown && isE164(callerId)) return callerId
  fault(run, BAD_CALLER_ID, `Dial: ${callerId} may not be shown as the caller`)
  return undefined
}

/** Whether all targets are softphones, which show the name of a calling softphone. */
const isToClients = (verb: Element) =>
  elementsOf(verb).length > 0 && elementsOf(verb).every(({ name }) => name === 'Client')

export function fault(run: Run, code: number, message: string) {
  run.core.log('error', { sid: run.call.sid, code, message })
  run.core.violations.add(`twiml ${code}`, message)
}
