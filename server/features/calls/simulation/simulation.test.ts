import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { type FlowContent, type FlowStep, menuKeys, type Ring } from '#contract/calls/flows/flow-shapes.ts'
import { shiftRoutes } from '#contract/shifts/shifts.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { testNumber } from '../../../testing/test-numbers.ts'

/** Wednesday, 25 November 2026, 12:00 in Israel. */
const NOW = new Date('2026-11-25T10:00:00.000Z')
let it: Awaited<ReturnType<typeof testApp>>
let business: Awaited<ReturnType<typeof it.newBusiness>>
let owner: TestMember
let numberId: string
beforeAll(async () => {
  it = await testApp({ now: () => NOW })
})
beforeEach(async () => {
  business = await it.newBusiness()
  owner = await business.member('Owner')
  numberId = (await testNumber(it, business)).numberId
  // Sunday to Thursday 8:00 to 18:00, Friday 8:30 to 13:00, and Shabbat closed.
  const hours = { hours: newHours('jerusalem'), expected: 0 }
  expect((await it.send(workingHoursRoutes.change, owner, { body: hours })).status).toBe(200)
})

type Parent = FlowStep['parent']
const spoken = { by: 'text' as const, text: '' }
const ring = (id: string, parent: Parent, changes: Partial<Ring> = {}): FlowStep => ({
  ...{ id, parent, kind: 'ring' },
  ring: { whom: { by: 'campaign' }, order: 'in_order', seconds: 20, knownFirst: true, onShiftOnly: true, ...changes },
})
const voicemail = (id: string, parent: Parent = null): FlowStep => ({ id, parent, kind: 'voicemail', spoken })
const open = (by: 'campaign' | 'shifts' = 'campaign'): FlowStep => ({
  id: 'open',
  parent: null,
  kind: 'open',
  condition: { by },
})
const inBranch = (id: string, branch: NonNullable<Parent>['branch']) => ({ id, branch })
const toHours = (...steps: FlowStep[]) => [open(), ...steps, voicemail('shut', inBranch('open', 'closed'))]

async function flowOf(...steps: FlowStep[]) {
  const { _id } = (await it.send(callFlowRoutes.create, owner, { body: { name: 'Kitchens' } })).body.flow
  const draft: FlowContent = {
    settings: { language: 'en', recording: false, whisper: { isOn: false, text: '' }, screening: false },
    steps,
  }
  const saved = await it.send(callFlowRoutes.change, owner, { params: { id: _id }, body: { draft, expected: 0 } })
  expect(saved.body.flow.problems).toEqual([])
  return _id
}
const publish = (id: string) => it.send(callFlowRoutes.publish, owner, { params: { id }, body: { expected: 1 } })

type Tried = { at?: string; from?: string | null; keys?: ('1' | '2' | '3')[] }
async function simulate(id: string, { at = NOW.toISOString(), from = '+972521231212', keys = [] }: Tried = {}) {
  const reply = await it.send(callFlowRoutes.simulate, owner, { params: { id }, body: { numberId, at, from, keys } })
  expect(reply.status).toBe(200)
  return reply.body.simulation
}
const pathOf = ({ steps }: Awaited<ReturnType<typeof simulate>>) =>
  steps.map(({ stepId, branch }) => (branch ? `${stepId}:${branch}` : stepId))

/** Gives a person shifts on these weekdays, 8:00 to 12:00. */
async function giveShifts(as: TestMember, weekdays: number[]) {
  const shift = { from: '08:00', to: '12:00', isOnCall: false }
  const days = Array.from({ length: 7 }, (_, weekday) => (weekdays.includes(weekday) ? [shift] : []))
  const plan = { weekly: [{ days, validFrom: null, validTo: null }], exceptions: [] }
  expect((await it.send(shiftRoutes.changeOwn, as, { body: { plan, expected: 0 } })).status).toBe(200)
}

describe('a simulated call', () => {
  test('takes the branch of the moment, and names who rings and the status', async () => {
    const id = await flowOf(
      ...toHours(ring('ring', inBranch('open', 'open')), voicemail('end', inBranch('open', 'open'))),
    )
    const noon = await simulate(id)
    expect(pathOf(noon)).toEqual(['open:open', 'ring', 'end'])
    expect(noon.steps[1]?.rings).toMatchObject([[{ user: { _id: owner.userId } }]])
    expect(noon).toMatchObject({ refused: null, ending: 'voicemail', status: 'Not Answered' })
    // The evening of Friday.
    const evening = await simulate(id, { at: '2026-11-27T18:00:00.000Z' })
    expect(pathOf(evening)).toEqual(['open:closed', 'shut'])
    expect(evening).toMatchObject({ ending: 'voicemail', status: 'Out of Time' })
  })

  test('presses the keys, and without one goes on with what holds otherwise', async () => {
    const menu: FlowStep = {
      ...{ id: 'menu', parent: null, kind: 'menu', spoken, seconds: 5, repeats: 2, otherwiseAs: '2' },
      keys: [
        { key: '1', label: 'Sales' },
        { key: '2', label: 'Service' },
      ],
    }
    const id = await flowOf(menu, ring('sales', inBranch('menu', '1')), voicemail('end'))
    expect(pathOf(await simulate(id, { keys: ['1'] }))).toEqual(['menu:1', 'sales', 'end'])
    expect(pathOf(await simulate(id))).toEqual(['menu:2', 'end'])
    expect(pathOf(await simulate(id, { keys: ['3'] }))).toEqual(['menu:2', 'end'])
  })

  test('rings only people on shift; without one the call is out of time', async () => {
    await giveShifts(owner, [3])
    const id = await flowOf(ring('ring', null), voicemail('end'))
    expect((await simulate(id, { at: '2026-11-25T09:00:00.000Z' })).steps[0]?.rings).toHaveLength(1)
    const later = await simulate(id, { at: '2026-11-25T11:00:00.000Z' })
    expect(later.steps[0]?.rings).toEqual([])
    expect(later.status).toBe('Out of Time')
  })

  test('rings the person first whom the caller knows', async () => {
    const admin = await business.member('Admin')
    const leads = testLeads(it)
    const lead = await leads.add(owner, { campaignId: business.campaignId, phone: '+972521231212' })
    await leads.change(owner, lead._id, { assignedTo: admin.userId })
    const id = await flowOf(ring('ring', null), voicemail('end'))
    const call = await simulate(id)
    expect(call.knownBy).toMatchObject({ _id: admin.userId })
    expect(call.steps[0]?.rings?.[0]).toMatchObject([{ user: { _id: admin.userId } }])
    expect((await simulate(id, { from: null })).knownBy).toBeNull()
  })

  test('follows another published flow', async () => {
    const other = await flowOf(ring('there', null), voicemail('end'))
    await publish(other)
    const id = await flowOf({ id: 'next', parent: null, kind: 'flow', flowId: other })
    const { steps } = await simulate(id)
    expect(steps.map(({ flowId, stepId }) => [flowId, stepId])).toEqual([
      [id, 'next'],
      [other, 'there'],
      [other, 'end'],
    ])
  })

  test('is refused for a blacklisted caller', async () => {
    await it.send(blacklistRoutes.create, owner, { body: { kind: 'number', phone: '+972521231212' } })
    const id = await flowOf(ring('ring', null), voicemail('end'))
    expect(await simulate(id)).toMatchObject({ refused: 'blacklisted', steps: [], status: 'Blacklisted' })
  })
})

describe('a rehearsal', () => {
  const rehearse = async (id: string) =>
    (await it.send(callFlowRoutes.rehearsal, owner, { params: { id }, query: { numberId } })).body.rehearsal.spans
  /** The spans that begin on a day, by the clock of Israel in winter. */
  const onDay = async (id: string, day: string) =>
    (await rehearse(id))
      .filter(({ from }) => new Date(Date.parse(from) + 7_200_000).toISOString().startsWith(day))
      .map(({ from, state }) => [new Date(Date.parse(from) + 7_200_000).toISOString().slice(11, 16), state])

  test('shows the open hours, closed times, and holes of the next fourteen days', async () => {
    await giveShifts(owner, [0, 1, 2, 3, 4])
    const id = await flowOf(
      ...toHours(ring('ring', inBranch('open', 'open')), voicemail('end', inBranch('open', 'open'))),
    )
    // Thursday: on shift until noon, open until six.
    expect(await onDay(id, '2026-11-26')).toEqual([
      ['08:00', 'answered'],
      ['12:00', 'hole'],
      ['18:00', 'closed'],
    ])
    // Friday: open from half past eight until one, and no one is on shift.
    expect(await onDay(id, '2026-11-27')).toEqual([
      ['08:30', 'hole'],
      ['13:00', 'closed'],
    ])
    const spans = await rehearse(id)
    expect(spans[0]?.from).toBe(NOW.toISOString())
    expect(spans.at(-1)?.to).toBe('2026-12-08T22:00:00.000Z')
  })

  test('one branch of a menu without a phone is a hole', async () => {
    await giveShifts(owner, [0])
    const menu: FlowStep = {
      ...{ id: 'menu', parent: null, kind: 'menu', spoken, seconds: 5, repeats: 0, otherwiseAs: '1' },
      keys: [
        { key: '1', label: '' },
        { key: '2', label: '' },
      ],
    }
    const phone = { kind: 'phone' as const, phone: '+972501111111', userId: null, weight: 1 }
    const out = ring('out', inBranch('menu', '1'), { whom: { by: 'list', targets: [phone] } })
    const id = await flowOf(menu, out, ring('team', inBranch('menu', '2')), voicemail('end'))
    expect(await onDay(id, '2026-11-29')).toEqual([
      ['08:00', 'answered'],
      ['12:00', 'hole'],
    ])
  })

  test('menus in a row are not walked once for each combination of keys', async () => {
    const menus = Array.from(
      { length: 12 },
      (_, i): FlowStep => ({
        ...{ id: `menu${i}`, parent: null, kind: 'menu', spoken, seconds: 5, repeats: 0, otherwiseAs: null },
        keys: menuKeys.map((key) => ({ key, label: '' })),
      }),
    )
    const id = await flowOf(...menus, ring('ring', null, { onShiftOnly: false }), voicemail('end'))
    expect((await rehearse(id)).map(({ state }) => state)).toEqual(['answered'])
  })

  test('a flow that rings no phone is closed', async () => {
    const id = await flowOf(voicemail('end'))
    expect((await rehearse(id)).map(({ state }) => state)).toEqual(['closed'])
  })
})
