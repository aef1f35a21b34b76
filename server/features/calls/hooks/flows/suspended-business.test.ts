import { expect, test } from 'vitest'
import { lineTestRoutes } from '#contract/calls/line-tests/line-tests.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { flowCall, flowOf, publishFlow, step } from '../../../../testing/features/test-flows.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { aRouting, testExchange, testNumber } from '../../../../testing/test-numbers.ts'
import { updateAccount } from '../../../billing/accounts.queries.ts'
import { requireAccount } from '../../../billing/billing.service.ts'

const it = await testApp({ exchange: () => testExchange })
const { deps } = it
const [mobile, reception] = ['+972501111111', '+972502222222']

async function world(routing: Parameters<typeof aRouting>[0] = {}) {
  const business = await it.newBusiness()
  const { businessId } = business
  const member = await business.member('Owner')
  await requireAccount(deps, businessId)
  const number = await testNumber(it, business, { routing })
  const is = (state: 'active' | 'suspended') => updateAccount(deps.workerDb, businessId, { state })
  const flow = (steps: Parameters<typeof flowOf>[0]) =>
    publishFlow(business, flowOf(steps), { numberId: number.numberId })
  return { ...number, business, member, is, flow, call: () => flowCall(number, aPhone()) }
}

test('a flow forwards no call of a suspended business; browsers ring, voicemail answers, the lead is stored', async () => {
  const { flow, is, call, member } = await world()
  await flow([
    step.menu('m', '12'),
    step.ring('r', [mobile, { kind: 'softphone', userId: member.userId }], {}, 'm.1'),
    step.forward('f', reception, 'm.2'),
    step.voicemail('v', 'Leave word'),
  ])
  await is('active')
  const before = await call()
  await before.press('2')
  expect(before.rung()).toEqual([reception])

  await is('suspended')
  const rings = await call()
  await rings.press('1')
  expect(rings.rung()).toEqual([expect.stringContaining(member.userId.replaceAll('-', ''))])
  await rings.unanswered()
  expect(rings.said()).toEqual(['Leave word'])
  const forwarded = await call()
  await forwarded.press('2')
  expect(forwarded.rung()).toEqual([])
  expect(await forwarded.row()).toMatchObject({ lead_id: expect.any(String) })

  await is('active')
  const after = await call()
  await after.press('2')
  expect(after.rung()).toEqual([reception])
})

test('a ring list rings no outside phone, also if the business is suspended while the first one rings', async () => {
  const targets = [mobile, reception].map((phone) => ({ kind: 'phone' as const, phone, userId: null }))
  const ring = { ...aRouting().ring, mode: 'in_order' as const, targets }
  const { is, call } = await world({ ring, noAnswer: { kind: 'voicemail', text: 'Leave word' } })
  await is('active')
  const running = await call()
  expect(running.rung()).toEqual([mobile])
  await is('suspended')
  await running.unanswered()
  expect(running.said()).toEqual(['Leave word'])
  expect((await call()).said()).toContain('Leave word')
})

test('tests of a number call no outside phone and no number of ours, and say why', async () => {
  const targets = [{ kind: 'phone' as const, phone: mobile, userId: null }]
  const { is, numberId, member } = await world({ ring: { ...aRouting().ring, targets } })
  await is('suspended')
  const refused = { status: 403, body: { code: 'payment_overdue' } }
  const params = { params: { id: numberId } }
  expect(await it.send(numberRoutes.testCall, member, params)).toMatchObject(refused)
  expect(await it.send(lineTestRoutes.start, member, params)).toMatchObject(refused)
})
