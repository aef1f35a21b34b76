import { expect, test } from 'vitest'
import type { CallRow } from '../store/records.ts'
import { talkSeconds } from './call-params.ts'

const talked = (ms: number): CallRow => ({
  sid: 'CA',
  accountSid: 'AC',
  parentCallSid: null,
  from: '+972501234567',
  to: '+972724440000',
  direction: 'inbound',
  status: 'completed',
  phoneNumberSid: null,
  createdAt: 0,
  updatedAt: 0,
  answeredAt: 1_000_000,
  endedAt: 1_000_000 + ms,
  sipCode: 200,
})

test.each([
  [3_010, 3],
  [15_100, 15],
  [15_999, 15],
  [300_040, 300],
  // For a call shorter than a second, the vendor reports one second.
  [400, 1],
])('a talk of %d ms lasted %d s: never more than there was', (ms, seconds) => {
  expect(talkSeconds(talked(ms))).toBe(seconds)
})
