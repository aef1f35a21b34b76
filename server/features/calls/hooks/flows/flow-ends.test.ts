import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { callStatuses } from '#contract/calls/call-statuses.ts'
import { problemsOf } from '#contract/calls/flows/flow-problems.ts'
import { type FlowStep, menuKeys } from '#contract/calls/flows/flow-shapes.ts'
import { isTree } from '#contract/calls/flows/flow-tree.ts'
import { flowCall, flowOf, publishFlow, step } from '../../../../testing/features/test-flows.ts'
import { drawFrom, randomFlow } from '../../../../testing/routes/random-flow.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { testExchange, testNumber } from '../../../../testing/test-numbers.ts'
import { watchCalls } from '../call-watch.jobs.ts'

let moment: Date | undefined
const it = await testApp({ exchange: () => testExchange, now: () => moment ?? new Date() })
afterEach(() => {
  moment = undefined
})

/** The hooks that a call through these steps takes at most; each turn of waiting lasts five seconds or more. */
const mostHooks = (steps: FlowStep[]) =>
  steps.reduce((sum, one) => {
    if (one.kind === 'menu') return sum + one.repeats + 1
    if (one.kind === 'ring') return sum + 6
    if (one.kind === 'wait') return sum + 2 * Math.ceil(one.seconds / 5) + 2
    return sum + 1
  }, 1)

test('every flow without problems ends for every caller', async () => {
  const business = await it.newBusiness()
  const people = [
    await business.member('Writer', [business.campaignId]),
    await business.member('Writer', [business.campaignId]),
  ]
  const number = await testNumber(it, business)
  const own = { business_id: business.businessId }
  await business.db
    .insertInto('shift_plans')
    .values({ ...own, user_id: people[0]?.userId ?? '', written_until: '2100-01-01T00:00:00Z' })
    .execute()
  const phones = [
    ...people.map(({ userId }) => ({ kind: 'softphone' as const, userId })),
    '+972501111111',
    '+972502222222',
  ]
  const other = flowOf([
    step.menu('m', '1', { otherwiseAs: '1' }),
    step.ring('r', phones, { order: 'round_robin' }, 'm.1'),
    step.voicemail('v'),
  ])
  const flowId = await publishFlow(business, other)
  const main = await publishFlow(business, other, { numberId: number.numberId })
  let version = 1
  const seen = { calls: 0, hooks: 0, statuses: new Set<string>() }

  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const draw = drawFrom(seed)
      const steps = randomFlow(draw, { phones, flowId })
      // Seldom all branches of a step end, and a step follows it.
      fc.pre(problemsOf(flowOf(steps)).length === 0)
      expect(isTree(steps)).toBe(true)
      await publishFlow(business, flowOf(steps), { flowId: main, version: ++version })
      const call = await flowCall(number, aPhone())
      const most = mostHooks(steps) + mostHooks(other.steps)
      let hooks = 0
      const leaves = draw.chance(0.2) ? Math.floor(draw.random() * 5) : Infinity
      while (hooks < leaves && (call.hookOf('menu') || call.hookOf('wait') || call.hookOf('dial'))) {
        moment = new Date((moment ?? new Date()).getTime() + 1_000 * (5 + Math.floor(draw.random() * 20)))
        if (call.hookOf('dial')) await call.unanswered(draw.pick(['busy', 'no-answer', 'failed']))
        else await call.press(draw.pick([...menuKeys, '', '']))
        expect(++hooks).toBeLessThanOrEqual(most)
      }
      if (hooks < leaves) expect(call.xml).toMatch(/<Hangup\/>|<Reject /)
      await call.end()
      // A call that ended while phones ring waits for their reports.
      moment = new Date((moment ?? new Date()).getTime() + 60_000)
      await watchCalls.run(it.deps, {})
      const row = await call.row()
      expect(callStatuses).toContain(row.status)
      const lines = await business.db.selectFrom('waiting_callers').select('call_id').execute()
      expect(lines, 'none waits').toEqual([])
      seen.calls++
      seen.hooks += hooks
      seen.statuses.add(row.status ?? '')
    }),
    { numRuns: 40 },
  )
  // The cases are not all trivial.
  expect(seen.hooks).toBeGreaterThan(seen.calls)
  expect([...seen.statuses].toSorted()).toEqual(
    expect.arrayContaining(['Caller Canceled', 'Not Answered', 'Out of Time']),
  )
}, 120_000)
