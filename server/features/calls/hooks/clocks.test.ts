import { beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../../../platform/log.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aSid, hooksIn, rfc2822, testExchange, testNumber } from '../../../testing/test-numbers.ts'

let clock = Date.now()
const lines: string[] = []
const log = openLog('warn', {}, { write: (line) => void lines.push(line) })
const it = await testApp({ exchange: () => testExchange, now: () => new Date(clock), log })
beforeEach(() => void lines.splice(0))

/** A call of 8 s of ringing and 42 s of talk; the server's clock is this many seconds ahead of the provider's. */
async function talk(ahead: number, { lateBy = 0 } = {}) {
  const business = await it.newBusiness()
  const number = await testNumber(it, business)
  const start = Date.now()
  const at = (seconds: number) => {
    clock = start + (ahead + seconds) * 1_000
    return rfc2822(start + (seconds - lateBy) * 1_000)
  }
  at(0)
  const { sid, xml } = await number.dial(aPhone())
  const leg = hooksIn(xml)['leg/1/0'] ?? ''
  const child = { CallSid: aSid('CA'), ParentCallSid: sid }
  const says = (seconds: number, CallStatus: string, SequenceNumber: string, more = {}) => {
    const Timestamp = at(seconds + lateBy)
    return number.hook(leg, { ...child, CallStatus, SequenceNumber, Timestamp, ...more })
  }
  await says(0, 'initiated', '0')
  await says(1, 'ringing', '1')
  await says(8, 'in-progress', '2')
  await says(50, 'completed', '3', { CallDuration: '42' })
  const { id } = await number.row(sid)
  const done = { CallSid: sid, CallStatus: 'completed', DialCallStatus: 'completed', DialBridged: 'true' }
  await number.hook(`/${id}/dial/1`, { ...done, DialCallSid: child.CallSid, DialCallDuration: '42' })
  const Timestamp = at(50 + lateBy)
  await number.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '50', Timestamp })
  const row = await number.row(sid)
  const after = (time: string | null) => Math.round((Date.parse(time ?? '') - (start + ahead * 1_000)) / 1_000)
  return { ...row, answered: after(row.answered_at), ended: after(row.ended_at) }
}

describe('a server whose clock is not the provider’s', () => {
  test.each([
    ['an hour fast', 3_600],
    ['two minutes fast', 120],
    ['right', 0],
    ['two minutes slow', -120],
    ['an hour slow', -3_600],
  ])('%s: ring, talk and total are what they were, by its own clock', async (_how, ahead) => {
    const call = await talk(ahead)
    expect(call).toMatchObject({ status: 'Answered', talk_s: 42, total_s: 50 })
    expect(Math.abs((call.ring_s ?? 0) - 8)).toBeLessThanOrEqual(1)
    expect(Math.abs(call.answered - 8)).toBeLessThanOrEqual(1)
    expect(Math.abs(call.ended - 50)).toBeLessThanOrEqual(1)
    const warned = lines.filter((line) => line.includes('is stamped'))
    expect(warned).toHaveLength(ahead === 0 ? 0 : 1)
  })

  test('reports that are merely late keep their own times', async () => {
    const call = await talk(0, { lateBy: 60 })
    expect(call).toMatchObject({ status: 'Answered', talk_s: 42 })
    expect(Math.abs((call.ring_s ?? 0) - 8)).toBeLessThanOrEqual(1)
  })

  test('who leaves after three seconds of ringing is abandoned, whatever the clocks say', async () => {
    const business = await it.newBusiness()
    const number = await testNumber(it, business)
    const start = Date.now()
    for (const ahead of [3_600, -120]) {
      clock = start + ahead * 1_000
      const { sid, xml } = await number.dial(aPhone())
      const child = { CallSid: aSid('CA'), ParentCallSid: sid, CallDuration: '0' }
      clock += 3_000
      const Timestamp = rfc2822(start + 3_000)
      const leg = hooksIn(xml)['leg/1/0'] ?? ''
      await number.hook(leg, { ...child, CallStatus: 'canceled', SequenceNumber: '2', Timestamp })
      await number.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '3', Timestamp })
      const call = await number.row(sid)
      expect(call).toMatchObject({ status: 'Caller Canceled', is_abandoned: true })
      expect(Math.abs((call.ring_s ?? 0) - 3)).toBeLessThanOrEqual(1)
    }
  })
})
