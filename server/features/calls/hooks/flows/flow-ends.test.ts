import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { callStatuses } from '#contract/calls/call-statuses.ts'
import { problemsOf } from '#contract/calls/flows/flow-problems.ts'
import { type FlowStep, menuKeys } from '#contract/calls/flows/flow-shapes.ts'
import { branchesOf, isTree } from '#contract/calls/flows/flow-tree.ts'
import { flowCall, flowOf, publishFlow, step } from '../../../../testing/routes/test-flows.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { testExchange, testNumber } from '../../../../testing/test-numbers.ts'
import { watchCalls } from '../call-watch.jobs.ts'

let moment: Date | undefined
const it = await testApp({ exchange: () => testExchange, now: () => moment ?? new Date() })
afterEach(() => {
  moment = undefined
})

/** Numbers 0 to 1 that depend on the seed alone (mulberry32). */
function drawFrom(seed: number) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  return { random, pick, chance: (share: number) => random() < share }
}
type Draw = ReturnType<typeof drawFrom>
type Known = { phones: Parameters<typeof step.ring>[1]; flowId: string }

/** A random flow without problems: what a branching step leaves open goes on after it. */
function randomFlow(draw: Draw, known: Known): FlowStep[] {
  let ids = 0
  const id = () => `s${++ids}`
  const some = () =>
    known.phones
      .filter(() => draw.chance(0.5))
      .concat(draw.pick(known.phones))
      .slice(0, 5)
  const ring = () => ({
    order: draw.pick(['together', 'in_order', 'round_robin', 'longest_idle', 'weighted'] as const),
    ...{ seconds: 5 + Math.floor(draw.random() * 20), knownFirst: draw.chance(0.3), onShiftOnly: draw.chance(0.3) },
  })
  const end = (parent?: string) =>
    draw.pick([
      () => step.voicemail(id(), '', parent),
      () => step.message(id(), 'Bye', parent),
      () => step.hangup(id(), parent),
      () => step.forward(id(), '+972503333333', parent),
      () => step.flow(id(), known.flowId, parent),
    ])()
  const conditions = [
    { by: 'business' },
    { by: 'campaign' },
    { by: 'shifts' },
    { by: 'own', hours: { days: Array.from({ length: 7 }, () => []) } },
  ] as const
  const branching = (parent: string | undefined) =>
    draw.chance(0.4)
      ? step.open(id(), draw.pick(conditions), parent)
      : step.menu(
          id(),
          menuKeys
            .filter(() => draw.chance(0.2))
            .concat('1')
            .slice(-3)
            .filter((key, i, all) => all.indexOf(key) === i)
            .join(''),
          { repeats: Math.floor(draw.random() * 3), otherwiseAs: draw.chance(0.5) ? '1' : null },
          parent,
        )
  const passing = (parent: string | undefined) =>
    draw.pick([
      () => step.say(id(), 'Words', parent),
      () => step.ring(id(), some(), ring(), parent),
      () =>
        step.wait(
          id(),
          some(),
          {
            ring: ring(),
            seconds: 30 + Math.floor(draw.random() * 60),
            offersCallback: draw.chance(0.5),
            tellsPlace: draw.chance(0.5),
          },
          parent,
        ),
    ])()
  /** `mustEnd`: nothing follows it. */
  function block(depth: number, mustEnd: boolean, parent?: string): FlowStep[] {
    const steps: FlowStep[] = []
    for (let i = Math.floor(draw.random() * 3); i > 0; i--) steps.push(passing(parent))
    if (depth < 3 && draw.chance(0.6)) {
      const owner = branching(parent)
      const goesOn = draw.chance(0.5)
      steps.push(
        owner,
        ...branchesOf(owner).flatMap((branch, i) =>
          block(depth + 1, !goesOn || (i > 0 && draw.chance(0.5)), `${owner.id}.${branch}`),
        ),
      )
      // The first branch goes on, so that what follows is reached.
      if (!goesOn) return steps
    }
    return mustEnd ? [...steps, end(parent)] : steps
  }
  return block(0, true)
}

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
