import { expect, test } from 'vitest'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import { newId } from '../../platform/ids.ts'
import { testMeetings } from '../../testing/features/test-meetings.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'

// Sunday, 29 November 2026, 10:00 in Israel.
let clock = new Date('2026-11-29T08:00:00Z')
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const meetings = testMeetings(it)

async function world() {
  clock = new Date('2026-11-29T08:00:00Z')
  const business = await it.newBusiness()
  const { campaignId: kitchens } = business
  const baths = await business.campaign({ name: 'Baths' })
  const owner = await business.member('Owner')
  const writer = await business.member('Writer', [kitchens])
  const dana = await leads.add(owner, { campaignId: kitchens })
  const noam = await leads.add(owner, { campaignId: baths })
  const made = async (startsAt: string, { leadId = dana._id, as = owner } = {}) =>
    (await meetings.made(as, { leadId, startsAt })).meeting
  /** Some time later, signed in again. */
  const later = async (at: string) => {
    clock = new Date(at)
    for (const one of [owner, writer]) Object.assign(one, await it.signIn(one.userId))
  }
  type Query = { preset?: string; from?: string; to?: string; campaignId?: string }
  const read = async (as = owner, query: Query = {}) => {
    const asked = { preset: 'custom', from: '2026-11-29', to: '2026-12-05', ...query }
    const { status, body } = await it.send(dashboardRoutes.meetings, as, { query: asked as never })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.meetings
  }
  /** The totals of the lists that the figures lead to. */
  const listed = async (as = owner, query: object = {}) => {
    const week = { from: '2026-11-28T22:00:00Z', to: '2026-12-05T22:00:00Z', ...query }
    const total = async (filter: object) => (await meetings.list(as, { ...week, ...filter })).body.total
    return [
      await total({ status: 'Invitation Sent,Received,Meeting Confirmed' }),
      await total({ status: 'Meeting Confirmed' }),
      await total({ outcome: 'held' }),
      await total({ outcome: 'no_show' }),
    ]
  }
  return { ...business, kitchens, baths, owner, writer, dana, noam, made, later, read, listed }
}
type Figures = Awaited<ReturnType<Awaited<ReturnType<typeof world>>['read']>>
const totals = (figures: Figures) =>
  figures && [figures.set, figures.confirmed, figures.held, figures.noShow].map(({ total }) => total)

test('meetings that begin in the period are counted by state, as their lists hold them', async () => {
  const { owner, kitchens, noam, made, later, read, listed } = await world()
  expect(await read()).toBeNull()
  // Of the week: two held, one to which no one came, one confirmed, one called off.
  const first = await made('2026-11-29T09:00:00Z')
  const second = await made('2026-11-30T09:00:00Z', { leadId: noam._id })
  const third = await made('2026-12-01T09:00:00Z')
  const fourth = await made('2026-12-05T21:59:00Z')
  const off = await made('2026-12-02T09:00:00Z')
  // The minute after the week, and the week before the one after.
  await made('2026-12-05T22:00:00Z')
  await meetings.cancel(owner, off._id)
  await it.send(meetingRoutes.confirm, owner, { params: { id: fourth._id }, body: { version: fourth.version } })
  await later('2026-12-03T08:00:00Z')
  for (const { _id } of [first, second]) expect((await meetings.outcome(owner, _id, 'held')).status).toBe(200)
  await meetings.outcome(owner, third._id, 'no_show')
  const figures = await read()
  expect(figures?.days).toEqual({ from: '2026-11-29', to: '2026-12-05' })
  expect(totals(figures)).toEqual([4, 1, 2, 1])
  expect(await listed()).toEqual([4, 1, 2, 1])
  expect(totals(await read(owner, { campaignId: kitchens }))).toEqual([3, 1, 1, 1])
  expect(await listed(owner, { campaignId: kitchens })).toEqual([3, 1, 1, 1])
  // The week after is compared with this one; of all time nothing is compared.
  const next = await read(owner, { from: '2026-12-06', to: '2026-12-12' })
  expect(next).toMatchObject({ set: { total: 1, previous: 4 }, held: { total: 0, previous: 2 } })
  expect(await read(owner, { preset: 'allTime' })).toMatchObject({
    days: { from: '2026-11-29', to: '2026-12-06' },
    set: { total: 5, previous: null },
  })
})

test('a member counts what the calendar shows them: the own meetings in their campaigns', async () => {
  const { owner, writer, kitchens, baths, made, read, listed, member } = await world()
  await made('2026-11-30T09:00:00Z')
  await made('2026-11-30T10:00:00Z', { as: writer })
  expect([totals(await read(writer)), await listed(writer)]).toEqual([
    [1, 0, 0, 0],
    [1, 0, 0, 0],
  ])
  expect(totals(await read(await member('Lead', [kitchens])))).toEqual([2, 0, 0, 0])
  expect(await read(await member('Lead', [baths]))).toBeNull()
  const other = await it.newBusiness()
  expect(await read(await other.member('Owner'))).toBeNull()
  const foreign = { query: { campaignId: other.campaignId } }
  expect(refusal(await it.send(dashboardRoutes.meetings, owner, foreign))).toMatchObject({
    status: 404,
    code: 'campaign_not_found',
  })
})

test('a list of more meetings than are shown at once says how many there are', async () => {
  const { owner, dana, db, businessId, read, listed } = await world()
  await db
    .insertInto('meetings')
    .values(
      Array.from({ length: 1_001 }, (_, at) => ({
        business_id: businessId,
        id: newId(),
        lead_id: dana._id,
        kind: 'phone',
        title: 'Talk',
        starts_at: `2026-11-30T${String(8 + (at % 8)).padStart(2, '0')}:00:00Z`,
        ends_at: `2026-11-30T${String(9 + (at % 8)).padStart(2, '0')}:00:00Z`,
        guest_name: 'Dana',
        guest_language: 'he',
        status: 'Meeting Confirmed',
        created_by: owner.userId,
      })),
    )
    .execute()
  expect(totals(await read())).toEqual([1_001, 1_001, 0, 0])
  expect(await listed()).toEqual([1_001, 1_001, 0, 0])
  const { body } = await meetings.list(owner, { from: '2026-11-28T22:00:00Z', to: '2026-12-05T22:00:00Z' })
  expect([body.meetings.length, body.isComplete, body.total]).toEqual([1_000, false, 1_001])
})
