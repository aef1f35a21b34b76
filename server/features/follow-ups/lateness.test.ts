import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { openPeriods } from '#contract/working-hours/open-periods.ts'
import { type WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'

let time = Date.now()
const it = await testApp({ now: () => new Date(time) })
const leads = testLeads(it)
type As = Partial<Credentials>

/** Sunday to Thursday 8:00 to 18:00, Friday 8:00 to 13:00, and Shabbat closed. */
const STANDARD = newHours('jerusalem')
const rulesOf = (rule: 'open' | 'closed') =>
  Object.fromEntries(Object.keys(STANDARD.holidays).map((kind) => [kind, { rule }])) as WorkingHours['holidays']
const NEVER: WorkingHours = { ...STANDARD, days: STANDARD.days.map(() => []) }
const ALWAYS: WorkingHours = {
  ...STANDARD,
  days: STANDARD.days.map(() => [{ from: '00:00', to: '00:00' }]),
  shabbat: 'open',
  holidays: rulesOf('open'),
}

const setHours = async (as: As, hours: WorkingHours, expected = 0) =>
  expect((await it.send(workingHoursRoutes.change, as, { body: { hours, expected } })).status).toBe(200)
const setHoursOf = async (as: As, id: string, hours: WorkingHours | null, expected = 0) =>
  expect(
    (await it.send(workingHoursRoutes.changeOfCampaign, as, { params: { id }, body: { hours, expected } })).status,
  ).toBe(200)

async function world(at: string) {
  time = Date.parse(at)
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const lead = await leads.add(owner, { campaignId: business.campaignId })
  /** From when on a follow-up of the lead that is due at a moment is late. */
  const lateFrom = async (dueAt: string) => {
    const body = { action: 'Call Back' as const, dueAt }
    const set = await it.send(followUpRoutes.set, owner, { params: { id: lead._id }, body })
    const { followUp } = set.body
    const [listed] = (await it.send(followUpRoutes.list, owner, { params: { id: lead._id } })).body.followUps
    expect(listed).toEqual(followUp)
    return followUp.lateFrom.slice(0, 16)
  }
  const late = async () => (await it.send(todayRoutes.count, owner, {})).body.late
  return { ...business, owner, lead, lateFrom, late }
}

test('what is due while the business is closed is late from its next opening on', async () => {
  // Sunday, 29 November 2026, 7:55 in Israel.
  const { owner, lateFrom, late } = await world('2026-11-29T05:55:00Z')
  await setHours(owner, STANDARD)
  expect(await lateFrom('2026-11-25T15:59:00Z')).toBe('2026-11-25T15:59')
  expect(await lateFrom('2026-11-25T16:00:00Z')).toBe('2026-11-26T06:00')
  // On Friday afternoon, until Sunday at eight.
  expect(await lateFrom('2026-11-27T12:00:00Z')).toBe('2026-11-29T06:00')
  expect(await late()).toBe(0)
  time = Date.parse('2026-11-29T06:01:00Z')
  expect(await late()).toBe(1)
})

test('Today lists the moment, also when it is closed', async () => {
  const { owner, lateFrom, late } = await world('2026-11-27T14:00:00Z')
  await setHours(owner, STANDARD)
  expect(await lateFrom('2026-11-27T12:00:00Z')).toBe('2026-11-29T06:00')
  const [section] = (await it.send(todayRoutes.sections, owner, { query: {} })).body.sections
  expect(section?.items).toMatchObject([{ followUp: { lateFrom: '2026-11-29T06:00:00+00:00' } }])
  expect(await late()).toBe(0)
})

test('a campaign with hours of its own counts by these', async () => {
  const { owner, campaignId, lateFrom } = await world('2026-11-25T10:00:00Z')
  await setHours(owner, STANDARD)
  await setHoursOf(owner, campaignId, ALWAYS)
  expect(await lateFrom('2026-11-27T20:00:00Z')).toBe('2026-11-27T20:00')
  await setHoursOf(owner, campaignId, null, 1)
  expect(await lateFrom('2026-11-27T20:00:00Z')).toBe('2026-11-29T06:00')
})

test('a business that does not open again has nothing to wait for', async () => {
  const { owner, lateFrom } = await world('2026-11-25T10:00:00Z')
  await setHours(owner, NEVER)
  expect(await lateFrom('2026-11-27T20:00:00Z')).toBe('2026-11-27T20:00')
})

test('the filter of lists for overdue follow-ups agrees', async () => {
  // Statements of lists read the clock of the database.
  const now = new Date()
  const { owner, campaignId, lateFrom } = await world(now.toISOString())
  const opening = { day: plusDays(dayOf(now), 100), name: 'Opening', ranges: [{ from: '09:00', to: '12:00' }] }
  await setHours(owner, { ...NEVER, specialDays: [opening] })
  expect(await lateFrom(new Date(time - 3_600_000).toISOString())).toMatch(opening.day)
  const rule = { field: 'followUpOverdue', op: 'is', value: true }
  const overdue = () => leads.names(owner, { filters: { where: { all: [rule] } } })
  expect(await overdue()).toEqual([])
  await setHoursOf(owner, campaignId, ALWAYS)
  expect(await overdue()).toHaveLength(1)
})

test('statements and the contract agree over a year, at the edges of every opening', async () => {
  const { businessId, db, owner } = await world('2026-01-01T10:00:00Z')
  await setHours(owner, STANDARD)
  const [from, to] = [new Date('2026-01-02T00:00:00Z'), new Date('2026-12-31T00:00:00Z')]
  const ours = openPeriods(STANDARD, from, new Date('2027-01-15T00:00:00Z'))
  const asked = ours
    .filter((period) => period.to < to.getTime())
    .flatMap((period) => [period.from - 1000, period.from, period.to - 1000, period.to])
  const lateFrom = (due: number) => {
    const next = ours.find((period) => period.to > due)
    return Math.max(next?.from ?? due, due)
  }
  const { rows } = await sql<{ at: string }>`select late_from(${businessId}, null, asked.at) as at
    from unnest(${asked.map((at) => new Date(at).toISOString())}::timestamptz[]) with ordinality as asked(at, place)
    order by place`.execute(db)
  expect(rows.map(({ at }) => Date.parse(at))).toEqual(asked.map(lateFrom))
  // Twenty-four hours before each edge, something was due that is late there or not.
  const { rows: before } = await sql<{
    before: string
    isLate: boolean
  }>`select late_before(${businessId}, null, asked.at) as before,
      late_from(${businessId}, null, asked.at - interval '1 day') < asked.at as "isLate"
    from unnest(${asked.map((at) => new Date(at).toISOString())}::timestamptz[]) with ordinality as asked(at, place)
    order by place`.execute(db)
  const dayMs = 86_400_000
  expect(before.map((row, i) => (asked[i] ?? 0) - dayMs < Date.parse(row.before))).toEqual(
    before.map(({ isLate }) => isLate),
  )
  expect(before.filter(({ isLate }) => !isLate).length).toBeGreaterThan(50)
  expect(asked.length).toBeGreaterThan(1000)
})
