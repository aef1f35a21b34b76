import { expect, test } from 'vitest'
import type { FlowStep, Ring } from '#contract/calls/flows/flow-shapes.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { flowCall, flowOf, publishFlow, step } from '../../testing/features/test-flows.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { testExchange, testNumber } from '../../testing/test-numbers.ts'
import { openStream } from '../../testing/test-stream.ts'

const it = await testApp({ exchange: () => testExchange })
const base = await it.listen()

type People = { a: { kind: 'softphone'; userId: string }; b: { kind: 'softphone'; userId: string } }
/** A number with this flow, and two members who listen; what the call's start says to each. */
async function world(steps: (people: People) => FlowStep[]) {
  const business = await it.newBusiness()
  const [ann, ben] = [await business.member('Owner'), await business.member('Writer', [business.campaignId])]
  const browserOf = ({ userId }: { userId: string }) => ({ kind: 'softphone' as const, userId })
  const number = await testNumber(it, business)
  const content = flowOf(steps({ a: browserOf(ann), b: browserOf(ben) }))
  await publishFlow(business, content, { numberId: number.numberId })
  const streams = [await openStream(base, ann.authorization), await openStream(base, ben.authorization)]
  for (const stream of streams) await stream.heard('ready')
  const call = await flowCall(number, aPhone())
  const { id } = await call.row()
  const heard = streams.map(async (stream) => {
    await stream.heard('change', 2)
    return stream.changes().some(({ name, willRing }) => name === 'call.started' && willRing === true)
  })
  const cardOf = async (as: Credentials) => it.send(softphoneRoutes.ringing, as, { params: { id } })
  return { ann, ben, call, cardOf, announced: await Promise.all(heard) }
}

const menu = (keys = '12') => step.menu('m', keys)
const ring = (id: string, phones: Parameters<typeof step.ring>[1], parent: string, more: Partial<Ring> = {}) =>
  step.ring(id, phones, more, parent)

test('a call in a menu is announced to the person whose phone rings first on every key that rings any', async () => {
  const { ann, ben, call, cardOf, announced } = await world(({ a, b }) => [
    step.say('hi', 'Welcome'),
    menu('123'),
    ring('r1', [a], 'm.1', { order: 'in_order' }),
    ring('r2', [a, b], 'm.2', { order: 'in_order' }),
    step.voicemail('v', 'Leave word', 'm.3'),
    step.message('o', 'Goodbye', 'm.otherwise'),
    step.message('end'),
  ])
  expect(announced).toEqual([true, false])
  const card = await cardOf(ann)
  expect(card.body.call).toMatchObject({ isWaiting: true, stage: 'menu', lead: expect.any(Object) })
  expect((await cardOf(ben)).status, 'not yet rung').toBe(404)
  await call.press('2')
  expect(call.rung()).toHaveLength(1)
  expect((await cardOf(ann)).body.call).toMatchObject({ isWaiting: true, stage: 'ringing' })
})

test('the card goes when the caller chooses what rings no phone', async () => {
  const { ann, call, cardOf, announced } = await world(({ a }) => [
    menu(),
    ring('r1', [a], 'm.1'),
    step.voicemail('v', 'Leave word', 'm.2'),
    step.message('o', 'Goodbye', 'm.otherwise'),
    step.message('end'),
  ])
  expect(announced).toEqual([true, false])
  await call.press('2')
  expect((await cardOf(ann)).body.call.stage).toBeNull()
})

test.each<[string, (people: People) => FlowStep[]]>([
  ['keys ring different people first', ({ a, b }) => [menu(), ring('r1', [a], 'm.1'), ring('r2', [b], 'm.2')]],
  ['it depends on who is idle', ({ a, b }) => [menu('1'), ring('r1', [a, b], 'm.1', { order: 'longest_idle' })]],
  ['it is left to chance', ({ a, b }) => [menu('1'), ring('r1', [a, b], 'm.1', { order: 'weighted' })]],
  ['a key leads to another flow', ({ a }) => [menu(), ring('r1', [a], 'm.1'), step.flow('f', aFlow, 'm.2')]],
  ['no key rings a browser', () => [menu('1'), ring('r1', ['+972501111111'], 'm.1')]],
])('nothing is announced where %s', async (_, steps) => {
  const { ann, ben, cardOf, announced } = await world((people) => [
    ...steps(people),
    step.message('o', 'Goodbye', 'm.otherwise'),
    step.message('end'),
  ])
  expect(announced).toEqual([false, false])
  expect([(await cardOf(ann)).status, (await cardOf(ben)).status]).toEqual([404, 404])
})
const aFlow = '00000000-0000-4000-8000-0000000000f1'

test.each<[string, (people: People) => FlowStep[], boolean[]]>([
  [
    'a second menu',
    ({ a }) => [menu('1'), step.menu('n', '1', {}, 'm.1'), ring('r1', [a], 'n.1'), step.hangup('h', 'n.otherwise')],
    [true, false],
  ],
  [
    'an order by who is idle of one phone',
    ({ a }) => [menu('1'), ring('r1', [a], 'm.1', { order: 'round_robin' })],
    [true, false],
  ],
  ['phones that ring together', ({ a, b }) => [menu('1'), ring('r1', [a, b], 'm.1')], [true, true]],
])('announced through %s', async (_, steps, expected) => {
  const { announced } = await world((people) => [
    ...steps(people),
    step.message('o', 'Goodbye', 'm.otherwise'),
    step.message('end'),
  ])
  expect(announced).toEqual(expected)
})
