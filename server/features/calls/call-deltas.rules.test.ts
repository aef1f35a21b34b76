import { expect, test } from 'vitest'
import { type CountedAttempt, type CountedCall, callDelta, callDeltas } from './call-deltas.rules.ts'

const [dana, amir, noa] = ['a-dana', 'b-amir', 'c-noa']
const call: CountedCall = {
  campaignId: 'campaign',
  numberId: 'number',
  direction: 'inbound',
  status: 'Answered',
  answeredBy: dana,
  // Past midnight in Israel.
  startedAt: '2026-07-31T21:30:00.000Z',
  ringSeconds: 9,
  talkSeconds: 130,
}
const rang = (userId: string | null, outcome: string | null, bridged = false): CountedAttempt => ({
  userId,
  outcome,
  bridged,
})

test('an answered call weighs its wait and its talk on the day of its start in Israel', () => {
  expect(callDelta(call, [rang(dana, 'completed', true)], 1)).toEqual({
    campaignId: 'campaign',
    numberId: 'number',
    direction: 'inbound',
    status: 'Answered',
    userId: dana,
    missedBy: [],
    day: '2026-08-01',
    // Half past midnight on a Saturday.
    hour: 6 * 24,
    total: 1,
    wait: 9,
    talk: 130,
  })
  expect(callDelta(call, [], -1)).toMatchObject({ total: -1, wait: -9, talk: -130 })
})

test('an unanswered call adds neither wait nor talk, and has no answering member', () => {
  const missed = { ...call, status: 'Not Answered' as const, talkSeconds: 20 }
  expect(callDelta(missed, [], -1)).toMatchObject({ userId: null, total: -1, wait: 0, talk: 0 })
})

test('it was missed by members who let it ring out, not by those whose colleague answered first', () => {
  const attempts = [rang(amir, 'no-answer'), rang(noa, 'canceled'), rang(null, 'busy'), rang(dana, 'completed', true)]
  expect(callDelta(call, attempts, 1).missedBy).toEqual([amir])
  const canceled = { ...call, status: 'Caller Canceled' as const, answeredBy: null }
  expect(callDelta(canceled, [rang(noa, 'canceled'), rang(dana, 'busy'), rang(noa, 'canceled')], 1).missedBy).toEqual([
    dana,
    noa,
  ])
})

test('a member who answered at the second try did not miss it', () => {
  expect(callDelta(call, [rang(dana, 'no-answer'), rang(dana, 'completed', true)], 1).missedBy).toEqual([])
})

test('a late report takes the earlier weight back and puts the right one in; the same report again does nothing', () => {
  const before = callDelta({ ...call, status: 'Unknown' }, [], 1)
  const after = callDelta(call, [], 1)
  expect(callDeltas(null, after)).toEqual([after])
  expect(callDeltas(before, after)).toEqual([{ ...before, total: -1, wait: 0, talk: 0 }, after])
  expect(callDeltas(after, after)).toEqual([])
})
