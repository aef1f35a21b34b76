import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { problemsOf } from '#contract/calls/flows/flow-problems.ts'
import { type FlowStep, type MenuKey, menuKeys } from '#contract/calls/flows/flow-shapes.ts'
import { shiftRoutes } from '#contract/shifts/shifts.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { flowCall, flowOf, publishFlow, step } from '../../../testing/features/test-flows.ts'
import { type Draw, drawFrom, randomFlow } from '../../../testing/routes/random-flow.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { testExchange, testNumber } from '../../../testing/test-numbers.ts'
import { identityOf } from '../../softphone/softphone.rules.ts'
import { watchCalls } from '../hooks/call-watch.jobs.ts'

/** `npm run soak -- rehearsal` tries 2,000. */
const CASES = Number(process.env.REHEARSAL_CASES ?? 60)
/** Wednesday, 25 November 2026, 12:00 in Israel. */
const NOW = new Date('2026-11-25T10:00:00.000Z')
const [MINUTE_MS, QUARTERS_OF_TWO_WEEKS] = [60_000, 14 * 96]

let moment: Date | undefined
const it = await testApp({ exchange: () => testExchange, now: () => moment ?? NOW })
afterEach(() => {
  moment = undefined
})
const pass = (seconds: number) => {
  moment = new Date((moment ?? NOW).getTime() + seconds * 1_000)
}

type World = Awaited<ReturnType<typeof world>>
/** A business with hours, one member with shifts, one without and one who is away, and a number with two flows. */
async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const hours = { hours: newHours('jerusalem'), expected: 0 }
  expect((await it.send(workingHoursRoutes.change, owner, { body: hours })).status).toBe(200)
  const writers = await Promise.all([1, 2, 3].map(() => business.member('Writer', [business.campaignId])))
  const [onShifts, free, away] = writers as [
    (typeof writers)[number],
    (typeof writers)[number],
    (typeof writers)[number],
  ]
  const shift = { from: '08:00', to: '12:00', isOnCall: false }
  const days = Array.from({ length: 7 }, (_, weekday) => (weekday < 4 ? [shift] : []))
  const plan = { weekly: [{ days, validFrom: null, validTo: null }], exceptions: [] }
  expect((await it.send(shiftRoutes.changeOwn, onShifts, { body: { plan, expected: 0 } })).status).toBe(200)
  await business.db
    .insertInto('softphones')
    .values({ business_id: business.businessId, user_id: away.userId, state: 'away', seen_at: NOW.toISOString() })
    .execute()
  const number = await testNumber(it, business)
  const phones = [
    ...writers.map(({ userId }) => ({ kind: 'softphone' as const, userId })),
    ...['+972501111111', '+972502222222'],
  ]
  const leads = testLeads(it)
  const knownPhone = aPhone()
  const lead = await leads.add(owner, { campaignId: business.campaignId, phone: knownPhone })
  await leads.change(owner, lead._id, { assignedTo: free.userId })
  const other = flowOf([
    step.menu('m', '1', { otherwiseAs: '1' }),
    step.ring('r', phones, { order: 'round_robin' }, 'm.1'),
    step.voicemail('v'),
  ])
  const otherId = await publishFlow(business, other)
  const flowId = await publishFlow(business, other, { numberId: number.numberId })
  return { ...business, owner, number, phones, knownPhone, flows: { main: flowId, other: otherId, steps: other.steps } }
}

type Case = { from: string; at: Date; keys: MenuKey[] }
/** A moment within a minute after a full quarter of an hour, so that no hour or shift begins or ends during the call. */
const caseOf = (draw: Draw, { knownPhone }: World): Case => ({
  from: draw.chance(0.3) ? knownPhone : aPhone(),
  at: new Date(
    NOW.getTime() + Math.floor(draw.random() * QUARTERS_OF_TWO_WEEKS) * 15 * MINUTE_MS + draw.random() * MINUTE_MS,
  ),
  keys: Array.from({ length: Math.floor(draw.random() * 4) }, () => draw.pick(menuKeys)),
})

async function simulationOf({ owner, number, flows }: World, { from, at, keys }: Case) {
  moment = undefined
  const body = { numberId: number.numberId, at: at.toISOString(), from, keys }
  const reply = await it.send(callFlowRoutes.simulate, owner, { params: { id: flows.main }, body })
  expect(reply.status).toBe(200)
  return reply.body.simulation
}

const ENDINGS = { voicemail: /<Record /, message: /<Hangup\/>/, hangup: /<Hangup\/>/, rejected: /<Reject / }

/** Goes through a call along the simulated steps, and finds the same at each. */
async function follow(at: World, steps: FlowStep[], tried: Case, simulation: Awaited<ReturnType<typeof simulationOf>>) {
  moment = tried.at
  // The cases do not follow each other in time.
  await at.db.deleteFrom('ring_turns').where('business_id', '=', at.businessId).execute()
  const call = await flowCall(at.number, tried.from)
  const keys = [...tried.keys]
  for (const { flowId, stepId, rings } of simulation.steps) {
    const one = (flowId === at.flows.main ? steps : at.flows.steps).find(({ id }) => id === stepId)
    if (one?.kind === 'menu') {
      const key = keys.shift()
      const presses = one.keys.some((known) => known.key === key) ? 1 : one.repeats + 1
      for (let i = 0; i < presses; i++) {
        expect(call.hookOf('menu'), `menu ${stepId}`).not.toBe('')
        await call.press(key)
      }
    }
    const phones = (rings ?? []).flat().map(({ user, phone }) => phone ?? identityOf(user?._id ?? '', at.businessId))
    const rung: unknown[] = []
    while (rung.length < phones.length && call.rung().length > 0) {
      rung.push(...call.rung())
      pass(1)
      await call.unanswered()
    }
    const inOrder = one?.kind === 'ring' && ['together', 'in_order'].includes(one.ring.order)
    const ordered = (all: unknown[]) => (inOrder ? all : all.toSorted())
    expect(ordered(rung), `phones of ${stepId}`).toEqual(ordered(phones))
    if (one?.kind === 'wait' && call.hookOf('wait')) {
      pass(one.seconds + 1)
      await call.press()
    }
  }
  expect(call.rung(), 'no further phone').toEqual([])
  expect(call.xml).toMatch(ENDINGS[simulation.ending])
  await call.end()
  pass(60)
  await watchCalls.run(it.deps, {})
  expect((await call.row()).status).toBe(simulation.status)
}

test('a call takes the path that the simulator shows, with the same phones, ending and status', async () => {
  const at = await world()
  let version = 1
  const seen = { steps: 0, statuses: new Set<string>() }
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const draw = drawFrom(seed)
      const steps = randomFlow(draw, { phones: at.phones, flowId: at.flows.other })
      fc.pre(problemsOf(flowOf(steps)).length === 0)
      await publishFlow(at, flowOf(steps), { flowId: at.flows.main, version: ++version })
      const tried = caseOf(draw, at)
      const simulation = await simulationOf(at, tried)
      await follow(at, steps, tried, simulation)
      seen.steps += simulation.steps.length
      seen.statuses.add(simulation.status ?? '')
    }),
    { numRuns: CASES },
  )
  expect(seen.steps).toBeGreaterThan(CASES)
  expect([...seen.statuses].toSorted()).toEqual(['Not Answered', 'Out of Time'])
}, 3_600_000)
