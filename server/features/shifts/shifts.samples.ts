import { newShiftSettings } from '#contract/shifts/shifts.ts'
import { plusDays } from '#contract/values/clock.ts'
import { body, byParams, type Samples } from '../../testing/routes/samples.ts'
import { mornings, weekAhead } from '../../testing/routes/shift-fixtures.ts'

const plan = { weekly: [{ days: mornings, validFrom: null, validTo: null }], exceptions: [] }
const until = () => new Date(Date.now() + 3_600_000).toISOString()
const week = weekAhead(1)
const draft = { week, days: mornings, expected: 0 }
const settings = { ...newShiftSettings, onCallCounts: true }
/** Swaps are between two people: only their campaigns decide who sees them. */
const OWN = '+++++3313'
const MANAGE = '+33333313 - 433333313'

export const samples: Samples = {
  'shifts.own': { allowed: OWN },
  'shifts.changeOwn': { allowed: OWN, request: body({ plan, expected: 0 }), event: 'shift_plan.changed' },
  'shifts.pauseOwn': {
    allowed: OWN,
    request: () => ({ body: { until: until() } }),
    event: 'shift_pause.changed',
  },
  'shifts.now': { allowed: '++3++3313' },
  'shifts.grid': {
    allowed: '++3+33313',
    heavy: true,
    request: () => ({ query: { from: week, to: plusDays(week, 6) } }),
  },
  'shifts.draft': {
    allowed: MANAGE,
    request: async ({ follower }) => ({ params: { userId: await follower() }, body: draft }),
    foreignIds: { 'params.userId': (theirs) => ({ params: { userId: theirs.user }, body: draft }) },
    event: 'shift_draft.changed',
  },
  'shifts.publish': {
    allowed: '+33333313',
    request: async ({ shifts }) => ({ body: await shifts.draftedWeek() }),
    event: 'shift_week.published',
  },
  'shifts.copy': {
    allowed: '+33333313',
    request: async ({ shifts }) => ({ body: await shifts.draftedWeek() }),
    event: 'shift_week.copied',
  },
  'shifts.settings': { allowed: OWN },
  'shifts.changeSettings': {
    allowed: '+33333313',
    request: body({ settings, expected: 0 }),
    foreignIds: {
      'body.settings.minimums.campaignId': (theirs) => ({
        body: { settings: { ...settings, minimums: [{ campaignId: theirs.campaign, minimum: 2 }] }, expected: 0 },
      }),
    },
    event: 'shift_settings.changed',
  },
  'shifts.ofPerson': {
    allowed: MANAGE,
    request: async ({ follower }) => ({ params: { userId: await follower() } }),
    foreignIds: { 'params.userId': (theirs) => ({ params: { userId: theirs.user } }) },
  },
  'shifts.changeOfPerson': {
    allowed: MANAGE,
    request: async ({ follower }) => ({ params: { userId: await follower() }, body: { plan, expected: 0 } }),
    foreignIds: {
      'params.userId': (theirs) => ({ params: { userId: theirs.user }, body: { plan, expected: 0 } }),
    },
    event: 'shift_plan.changed',
  },
  'shifts.pauseOfPerson': {
    allowed: MANAGE,
    request: async ({ follower }) => ({ params: { userId: await follower() }, body: { until: until() } }),
    foreignIds: { 'params.userId': (theirs) => ({ params: { userId: theirs.user }, body: { until: until() } }) },
    event: 'shift_pause.changed',
  },
  'shiftSwaps.list': { allowed: OWN },
  'shiftSwaps.choices': { allowed: OWN },
  'shiftSwaps.ask': {
    allowed: OWN,
    request: async ({ shifts }, { userId }) => {
      const gives = await shifts.shift(userId)
      return { body: { gives, partnerId: await shifts.partner(gives.day), takes: null } }
    },
    foreignIds: {
      'body.partnerId': (theirs) => ({
        body: { gives: { day: week, from: '08:00' }, partnerId: theirs.user, takes: null },
      }),
    },
    event: 'shift_swap.asked',
  },
  'shiftSwaps.standIn': {
    allowed: OWN,
    request: async ({ shifts }, { userId }) => {
      const { day } = await shifts.missedShift(userId)
      return { body: { from: day, to: day, partnerId: await shifts.partner(day) } }
    },
    foreignIds: { 'body.partnerId': (theirs) => ({ body: { from: week, to: week, partnerId: theirs.user } }) },
    event: 'shift_swap.asked',
  },
  'shiftSwaps.accept': {
    allowed: OWN,
    request: async ({ shifts }, { userId }) => ({ params: { id: await shifts.swapTo(userId) } }),
    foreignIds: { 'params.id': byParams('swap') },
    event: 'shift_swap.accepted',
  },
  'shiftSwaps.decline': {
    allowed: OWN,
    request: async ({ shifts }, { userId }) => ({ params: { id: await shifts.swapTo(userId) } }),
    foreignIds: { 'params.id': byParams('swap') },
    event: 'shift_swap.declined',
  },
  'shiftSwaps.withdraw': {
    allowed: OWN,
    request: async ({ shifts }, { userId }) => ({ params: { id: await shifts.swapOf(userId) } }),
    foreignIds: { 'params.id': byParams('swap') },
    event: 'shift_swap.withdrawn',
  },
  'shiftSwaps.approve': {
    allowed: MANAGE,
    request: async ({ shifts }) => ({ params: { id: await shifts.acceptedSwap() } }),
    foreignIds: { 'params.id': byParams('swap') },
    event: 'shift_swap.approved',
  },
  'shiftSwaps.undo': {
    allowed: MANAGE,
    request: async ({ shifts }) => ({ params: { id: await shifts.approvedSwap() } }),
    foreignIds: { 'params.id': byParams('swap') },
    event: 'shift_swap.undone',
  },
}
