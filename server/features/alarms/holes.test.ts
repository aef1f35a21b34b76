import { expect, test } from 'vitest'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { ShiftPlan } from '#contract/shifts/shift-shapes.ts'
import { shiftRoutes } from '#contract/shifts/shifts.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { testNumber } from '../../testing/test-numbers.ts'
import { listUnexamined } from './holes.queries.ts'
import { newHoles } from './holes.rules.ts'
import { raiseHoles } from './holes.service.ts'

// Wednesday, 25 November 2026, 12:00 in Israel; winter time until March.
const START = Date.parse('2026-11-25T10:00:00Z')
let time = START
const JOB = { timeout: 15_000, interval: 200 }
const it = await testApp({ now: () => new Date(time) })
const leads = testLeads(it)
const at = (day: string, clock: string) => Date.parse(`${day}T${clock}:00+02:00`)

/** Open hours ring the campaign's people who are on shift, out of hours there is voicemail. */
const content: FlowContent = {
  settings: { language: 'en', recording: false, whisper: { isOn: false, text: '' }, screening: false },
  steps: [
    { id: 'open', parent: null, kind: 'open', condition: { by: 'campaign' } },
    {
      ...{ id: 'ring', parent: { id: 'open', branch: 'open' }, kind: 'ring' },
      ring: { whom: { by: 'campaign' }, order: 'in_order', seconds: 20, knownFirst: false, onShiftOnly: true },
    },
    { id: 'end', parent: { id: 'open', branch: 'open' }, kind: 'voicemail', spoken: { by: 'text', text: '' } },
    { id: 'shut', parent: { id: 'open', branch: 'closed' }, kind: 'voicemail', spoken: { by: 'text', text: '' } },
  ],
}
const shift = (from: string, to: string) => ({ from, to, isOnCall: false })
/** On shift in all opening hours: Sunday to Thursday 8:00 to 18:00, Friday 8:30 to 13:00. */
const allHours = [0, 1, 2, 3, 4, 5, 6].map((day) =>
  day < 5 ? [shift('08:00', '18:00')] : day === 5 ? [shift('08:30', '13:00')] : [],
)
const weekly = (days: ShiftPlan['weekly'][number]['days']): ShiftPlan['weekly'] => [
  { days, validFrom: null, validTo: null },
]

async function world(days = allHours) {
  time = START
  const business = await it.newBusiness()
  const [owner, admin] = [await business.member('Owner'), await business.member('Admin')]
  const person = await business.member('Lead', [business.campaignId])
  const { numberId } = await testNumber(it, business)
  const now = async (as: TestMember) => ({ ...as, ...(await it.signIn(as.userId)) })
  const hours = { hours: newHours('jerusalem'), expected: 0 }
  expect((await it.send(workingHoursRoutes.change, owner, { body: hours })).status).toBe(200)
  let version = 0
  const plan = async (given: ShiftPlan) => {
    const body = { plan: given, expected: version }
    expect((await it.send(shiftRoutes.changeOwn, await now(person), { body })).status).toBe(200)
    version += 1
  }
  await plan({ weekly: weekly(days), exceptions: [] })
  const { _id: flowId } = (await it.send(callFlowRoutes.create, owner, { body: { name: 'Kitchens' } })).body.flow
  await it.send(callFlowRoutes.change, owner, { params: { id: flowId }, body: { draft: content, expected: 0 } })
  const attached = await it.send(callFlowRoutes.attach, owner, { params: { id: flowId, numberId } })
  expect(attached.status, JSON.stringify(attached.body)).toBeLessThan(300)
  const publish = async (expected: number) =>
    expect(
      (await it.send(callFlowRoutes.publish, await now(owner), { params: { id: flowId }, body: { expected } })).status,
    ).toBe(200)
  await publish(1)
  /** What the Owner was notified of since the last time: how many, and when the first begins. */
  const seen = new Set<string>()
  const said = async (userId = owner.userId) => {
    await raiseHoles(it.deps, business.businessId)
    it.deps.wakeRelay()
    await leads.relayed()
    const rows = await it.deps.workerDb
      .selectFrom('notifications')
      .select(['id', 'content'])
      .where('user_id', '=', userId)
      .where('action', '=', 'number_hole')
      .orderBy('id')
      .execute()
    const fresh = rows.filter(({ id }) => !seen.has(String(id)))
    for (const { id } of fresh) seen.add(String(id))
    return fresh.map(({ content: of }) => {
      const { count, since } = of as { count: number; since: string }
      return [count, new Date(since).getTime()]
    })
  }
  return { ...business, owner, admin, person, numberId, flowId, plan, publish, said, now }
}

test('a vacation that leaves no one is said once to the Owner, as one notification of all its holes', async () => {
  const { said, plan, admin, businessId } = await world()
  expect(await said()).toEqual([])
  const vacation = { kind: 'vacation' as const, from: '2026-12-01', to: '2026-12-03' }
  await plan({ weekly: weekly(allHours), exceptions: [vacation] })
  // Tuesday, Wednesday and Thursday.
  expect(await said()).toEqual([[3, at('2026-12-01', '08:00')]])
  expect(await said()).toEqual([])
  expect(await said(admin.userId)).toEqual([])
  const mails = await it.deps.workerDb
    .selectFrom('messages')
    .select('subject')
    .where('business_id', '=', businessId)
    .execute()
  expect(mails.filter(({ subject }) => subject?.includes('will have no one to ring'))).toHaveLength(1)
  // Until it ends, as days pass.
  time = at('2026-12-02', '09:00')
  expect(await said()).toEqual([])
})

test('a hole that is far away when it is made is said as soon as it is near', async () => {
  const { said, plan } = await world()
  expect(await said()).toEqual([])
  const vacation = { kind: 'vacation' as const, from: '2026-12-23', to: '2026-12-23' }
  await plan({ weekly: weekly(allHours), exceptions: [vacation] })
  expect(await said()).toEqual([])
  for (const day of ['2026-12-08', '2026-12-09']) {
    time = at(day, '07:00')
    expect([day, await said()]).toEqual([day, []])
  }
  time = at('2026-12-10', '07:00')
  expect(await said()).toEqual([[1, at('2026-12-23', '08:00')]])
})

test('a hole that was filled and opens again is said again; one that grows is said', async () => {
  const { said, plan } = await world()
  expect(await said()).toEqual([])
  const sick = (from: string, to: string) => ({ kind: 'sick' as const, from, to })
  await plan({ weekly: weekly(allHours), exceptions: [sick('2026-12-01', '2026-12-01')] })
  expect(await said()).toEqual([[1, at('2026-12-01', '08:00')]])
  await plan({ weekly: weekly(allHours), exceptions: [sick('2026-12-01', '2026-12-02')] })
  expect(await said()).toEqual([[1, at('2026-12-02', '08:00')]])
  await plan({ weekly: weekly(allHours), exceptions: [] })
  expect(await said()).toEqual([])
  await plan({ weekly: weekly(allHours), exceptions: [sick('2026-12-02', '2026-12-02')] })
  expect(await said()).toEqual([[1, at('2026-12-02', '08:00')]])
})

test('a deleted shift leaves a hole each week, which is said once; what the published flow left open is not said', async () => {
  const noFriday = allHours.map((shifts, day) => (day === 5 ? [] : shifts))
  const { said, plan, publish, owner, admin, flowId, now } = await world(noFriday)
  // The Friday was a hole when the flow was published.
  expect(await said()).toEqual([])
  const noThursday = noFriday.map((shifts, day) => (day === 4 ? [shift('08:00', '12:00')] : shifts))
  await plan({ weekly: weekly(noThursday), exceptions: [] })
  // Tomorrow and a week later.
  expect(await said()).toEqual([[2, at('2026-11-26', '12:00')]])
  for (const day of ['2026-11-29', '2026-12-03', '2026-12-06', '2026-12-10']) {
    time = at(day, '09:00')
    expect([day, await said()]).toEqual([day, []])
  }
  // A version that rings a person without shifts was confirmed by its publisher.
  const none = { plan: { weekly: weekly(allHours.map(() => [])), exceptions: [] }, expected: 0 }
  expect((await it.send(shiftRoutes.changeOwn, await now(admin), { body: none })).status).toBe(200)
  const targets = [{ kind: 'softphone' as const, userId: admin.userId, weight: 1 }]
  const steps = content.steps.map((step) =>
    step.kind === 'ring' ? { ...step, ring: { ...step.ring, whom: { by: 'list' as const, targets } } } : step,
  )
  const draft = { ...content, steps }
  const changed = await it.send(callFlowRoutes.change, await now(owner), {
    params: { id: flowId },
    body: { draft, expected: 2 },
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  await publish(3)
  expect(await said()).toEqual([])
})

test('less than a quarter of an hour is no hole; a week later is the same time on the clock, over its change, too', async () => {
  const { said, plan } = await world()
  expect(await said()).toEqual([])
  const from = (clock: string) => allHours.map((shifts, day) => (day === 0 ? [shift(clock, '18:00')] : shifts))
  await plan({ weekly: weekly(from('08:10')), exceptions: [] })
  expect(await said()).toEqual([])
  await plan({ weekly: weekly(from('08:30')), exceptions: [] })
  expect(await said()).toEqual([[2, at('2026-11-29', '08:00')]])
  // Summer time begins on Friday, 26 March 2027.
  const hole = (day: string, offset: string) => ({ from: `${day}T08:30:00${offset}`, to: `${day}T13:00:00${offset}` })
  const known = [hole('2027-03-19', '+02:00')]
  const until = new Date('2027-04-02T00:00:00Z')
  expect(newHoles([hole('2027-03-26', '+03:00')], known, until)).toEqual([])
  expect(newHoles([hole('2027-03-26', '+02:00')], known, until)).toHaveLength(1)
})

test('it is examined when shifts or hours change, and once a day while the business is open', async () => {
  const { plan, businessId, owner, said } = await world()
  await said()
  const due = async () =>
    (await listUnexamined(it.deps.workerDb, { now: new Date(time), before: new Date(at('2026-11-26', '00:00')) })).some(
      (one) => one.businessId === businessId,
    )
  time = at('2026-11-26', '07:00')
  expect(await due()).toBe(false)
  time = at('2026-11-26', '09:00')
  expect(await due()).toBe(true)
  await said()
  expect(await due()).toBe(false)
  await plan({ weekly: weekly(allHours), exceptions: [{ kind: 'vacation', from: '2026-12-01', to: '2026-12-01' }] })
  // The job of the event says it.
  await expect
    .poll(async () => {
      it.deps.wakeRelay()
      const rows = it.deps.workerDb.selectFrom('notifications').select('action').where('user_id', '=', owner.userId)
      return (await rows.where('action', '=', 'number_hole').execute()).length
    }, JOB)
    .toBe(1)
})
