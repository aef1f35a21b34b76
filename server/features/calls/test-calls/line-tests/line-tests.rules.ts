import { createHmac } from 'node:crypto'
import type { LineTest, LineTestOutcome } from '#contract/calls/line-tests/line-tests.ts'
import { derivedKey } from '../../../../platform/derived-key.ts'
import type { Instruction } from '../../../../providers/voice/voice.ts'
import type { TestRow } from './line-tests.queries.ts'

const PROOF_KEYS = 6
/** The key that the number plays, as its tone, and the caller hears. */
export const TONE = '5'

/**
 * The keys by which the number knows the call of a test. A caller id can be forged, and the provider gives the call that
 * comes in another id than the one that was placed.
 */
export function proofOf(secretKey: string, testId: string): string {
  const mac = createHmac('sha256', derivedKey(secretKey, 'line tests')).update(testId).digest()
  return String(mac.readUInt32BE() % 10 ** PROOF_KEYS).padStart(PROOF_KEYS, '0')
}

/** What the number's side does first: it hears the keys. Without them the call goes on as any other. */
export const asked = (hooks: string): Instruction[] => [
  { verb: 'gather', seconds: 5, keys: PROOF_KEYS, doneHook: `${hooks}/proof`, prompts: [] },
  { verb: 'ask', hook: `${hooks}/other` },
]
/** Then it sounds the tone, and leaves the caller time to hang up. */
export const tone: Instruction[] = [
  { verb: 'keys', keys: `w${TONE}` },
  { verb: 'pause', seconds: 5 },
  { verb: 'hangup' },
]
/** The caller's side presses the keys once the call is answered, and waits for the tone. */
export const callerKeys = (proof: string) => `ww${proof}`
export const listening = (hooks: string): Instruction[] => [
  { verb: 'gather', seconds: 8, doneHook: `${hooks}/heard`, prompts: [] },
  { verb: 'hangup' },
]

/** How a call that ended without a heard tone counts. */
export function outcomeOf(status: string, { provedAt }: Pick<TestRow, 'provedAt'>): LineTestOutcome {
  if (status !== 'completed') return 'not_answered'
  return provedAt ? 'not_heard' : 'wrong_answer'
}

export function toTest({ id, askedAt, isDaily, outcome, placedAt, reachedAt }: TestRow): LineTest {
  const seconds = placedAt && reachedAt ? (Date.parse(reachedAt) - Date.parse(placedAt)) / 1_000 : null
  return {
    _id: id,
    askedAt: new Date(askedAt).toISOString(),
    isDaily,
    outcome,
    seconds: seconds === null ? null : Math.max(0, Math.round(seconds)),
  }
}
