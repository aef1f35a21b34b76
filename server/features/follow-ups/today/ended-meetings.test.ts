import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import { testMeetings } from '../../../testing/features/test-meetings.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'

// Sunday, 29 November 2026, 10:00 in Israel.
const START = new Date('2026-11-29T08:00:00Z')
let clock = START
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const meetings = testMeetings(it)
const count = async (as: Credentials) => (await it.send(todayRoutes.count, as, {})).body.count

test("the menu's count has the own meetings that ask what became of them, for two weeks", async () => {
  clock = START
  const business = await it.newBusiness()
  const { campaignId, member } = business
  const [owner, writer] = [await member('Owner'), await member('Writer', [campaignId])]
  const lead = await leads.add(owner, { campaignId })
  const made = async (startsAt: string, as = owner) => (await meetings.made(as, { leadId: lead._id, startsAt })).meeting
  const [first, second] = [await made('2026-11-30T09:00:00Z'), await made('2026-11-30T11:00:00Z')]
  const off = await made('2026-11-30T13:00:00Z')
  await meetings.cancel(owner, off._id)
  await made('2026-11-30T15:00:00Z', writer)
  const later = async (at: string) => {
    clock = new Date(at)
    for (const one of [owner, writer]) Object.assign(one, await it.signIn(one.userId))
    return [await count(owner), await count(writer)]
  }
  expect([await count(owner), await count(writer)]).toEqual([0, 0])
  // The first one ends at twelve, the second goes on.
  expect(await later('2026-11-30T09:59:59Z')).toEqual([0, 0])
  expect(await later('2026-11-30T10:00:00Z')).toEqual([1, 0])
  expect(await later('2026-12-01T08:00:00Z')).toEqual([2, 1])
  await meetings.outcome(owner, first._id, 'held')
  expect(await count(owner)).toBe(1)
  await meetings.outcome(owner, first._id, null)
  expect(await count(owner)).toBe(2)
  await meetings.outcome(owner, second._id, 'no_show')
  expect(await later('2026-12-14T22:00:00Z')).toEqual([0, 0])
})

test('partners who see masks are not asked, because they change no meetings', async () => {
  clock = START
  const { campaignId, member } = await it.newBusiness()
  const [owner, partner] = [await member('Owner'), await member('Affiliate', [campaignId])]
  const lead = await leads.add(owner, { campaignId })
  const both = [owner.userId, partner.userId]
  await meetings.made(owner, { leadId: lead._id, startsAt: '2026-11-30T09:00:00Z', participantIds: both })
  clock = new Date('2026-12-01T08:00:00Z')
  for (const one of [owner, partner]) Object.assign(one, await it.signIn(one.userId))
  expect([await count(owner), await count(partner)]).toEqual([1, 1])
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  expect([await count(owner), await count(partner)]).toEqual([1, 0])
})
