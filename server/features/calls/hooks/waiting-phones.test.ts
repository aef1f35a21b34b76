import { expect, test } from 'vitest'
import type { Routing } from '#contract/calls/routing.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aRouting, hooksIn, testExchange, testNumber } from '../../../testing/test-numbers.ts'

const it = await testApp({ exchange: () => testExchange })

const waitingPhones = (xml: string) => [...xml.matchAll(/<Parameter name="waits" value="1"\/>/g)].length

/** A number that rings browsers of this many people; returns the phones of each step that may hold the caller. */
async function steps(mode: Routing['ring']['mode'], people: number) {
  const business = await it.newBusiness()
  const members = await Promise.all(Array.from({ length: people }, () => business.member('Owner')))
  const targets = members.map(({ userId }) => ({ kind: 'softphone' as const, userId }))
  const routing = { ring: { ...aRouting().ring, mode, targets } }
  const { dial, hook } = await testNumber(it, business, { routing })
  const { sid, xml } = await dial(aPhone())
  const second = hooksIn(xml)['dial/1'] ?? ''
  const next = await hook(second, { CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'busy' })
  return [waitingPhones(xml), waitingPhones(next.xml)]
}

test('a caller may wait on a phone in a conversation only where no other phone would ring next', async () => {
  expect(await steps('together', 3), 'three ring together').toEqual([3, 0])
  expect(await steps('together', 1), 'the only phone').toEqual([1, 0])
  expect(await steps('in_order', 2), 'the first is busy at once, on the last one the caller waits').toEqual([0, 1])
})
