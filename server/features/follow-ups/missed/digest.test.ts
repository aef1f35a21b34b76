import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import { testCalls } from '../../../testing/test-calls.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { writeAhead } from '../../working-hours/open-periods.service.ts'
import { listBusinessesToTell, tellOwners } from './digest.service.ts'

// Sunday, 22 November 2026, in Israel: open from 8:00 to 18:00 as a new business.
const at = (time: string, day = '2026-11-22') => Date.parse(`${day}T${time}:00+02:00`)
let now = at('12:00')

const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)
type As = Partial<Credentials>

async function world(time = at('12:00')) {
  now = time
  const business = await it.newBusiness()
  const { businessId, member } = business
  await writeAhead(it.deps.workerDb, businessId, { now: new Date(now), isMoved: false })
  const [calls, owner] = [await testCalls(it, business), await member('Owner')]
  const missed = (time: number, caller = '+972541111111', values: object = {}) =>
    calls.call({ caller, started_at: new Date(time).toISOString(), status: 'Not Answered', talk_s: 0, ...values })
  return { ...business, calls, owner, missed }
}
async function relayed() {
  it.deps.wakeRelay()
  await leads.relayed()
}
async function clock(as: As) {
  await relayed()
  const { body } = await it.send(missedCallRoutes.list, as, { query: {} })
  return body.callers[0]?.clock
}
const timeOf = (time: string | null | undefined) => (time ? Date.parse(time) : null)

test("the clock counts working minutes since the first try against the campaign's target", async () => {
  const { owner, missed, campaignId } = await world()
  await missed(at('11:40'))
  await missed(at('11:55'))
  const open = await clock(owner)
  expect(open).toMatchObject({ target: 30, minutes: 20, isRunning: true })
  expect(timeOf(open?.changesAt)).toBe(at('18:00'))
  const setTarget = (responseTarget: number | null, as: As = owner) =>
    it.send(campaignRoutes.change, as, { params: { id: campaignId }, body: { responseTarget } })
  expect((await setTarget(90)).body.campaign.responseTarget).toBe(90)
  expect(await clock(owner)).toMatchObject({ target: 90 })
  await setTarget(null)
  expect(await clock(owner)).toMatchObject({ target: null, minutes: 20 })
  for (const target of [0, 10_081, 1.5]) expect(refusal(await setTarget(target))).toMatchObject({ status: 422 })
})

test('out of hours the clock stands still until the campaign opens', async () => {
  const { owner, missed, campaignId } = await world(at('17:31'))
  await missed(at('17:20'))
  expect(await clock(owner)).toMatchObject({ minutes: 11, isRunning: true })
  // A session does not last over the night, so the campaign gets hours that are over.
  const hours = {
    ...newHours('jerusalem'),
    days: newHours('jerusalem').days.map(() => [{ from: '08:00', to: '10:00' }]),
  }
  const set = await it.send(workingHoursRoutes.changeOfCampaign, owner, {
    params: { id: campaignId },
    body: { hours, expected: 0 },
  })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const closed = await clock(owner)
  expect(closed?.isRunning).toBe(false)
  expect(timeOf(closed?.changesAt)).toBe(at('08:00', '2026-11-23'))
})

test('who may edit the campaign changes its target', async () => {
  const { member, campaignId } = await world()
  const change = async (role: 'Lead' | 'Affiliate' | 'Writer' | 'Reader') =>
    (
      await it.send(campaignRoutes.change, await member(role, [campaignId]), {
        params: { id: campaignId },
        body: { responseTarget: 15 },
      })
    ).status
  expect([await change('Affiliate'), await change('Lead'), await change('Writer'), await change('Reader')]).toEqual([
    200, 200, 403, 403,
  ])
})

const toTell = async () => (await listBusinessesToTell(it.deps)).map(({ businessId }) => businessId)
const digests = async (as: As) => {
  await relayed()
  const { body } = await it.send(notificationRoutes.list, as, { query: {} })
  return body.data.filter(({ action }) => action === 'missed_digest')
}

test('Owners hear once a day, when the business is open and it is eight, how many wait and how many were reached', async () => {
  const { businessId, owner, missed, calls, member, campaignId } = await world()
  const writer = await member('Writer', [campaignId])
  const yesterday = (time: string) => at(time, '2026-11-21')
  await missed(yesterday('10:00'), '+972541000001')
  await missed(yesterday('11:00'), '+972541000002')
  await missed(yesterday('11:10'), '+972541000002')
  await missed(yesterday('12:00'), '+972541000003')
  for (const caller of ['+972541000002', '+972541000003'])
    await calls.call({ caller, started_at: new Date(yesterday('13:00')).toISOString() })
  await relayed()
  now = at('07:55')
  expect(await toTell()).not.toContain(businessId)
  now = at('08:05')
  expect(await toTell()).toContain(businessId)
  await Promise.all([tellOwners(it.deps, businessId), tellOwners(it.deps, businessId)])
  expect(await toTell()).not.toContain(businessId)
  await tellOwners(it.deps, businessId)
  expect(await digests(owner)).toMatchObject([
    { title: expect.stringMatching(/^Missed calls: one caller is waiting.*2$/), content: { waiting: 1, returned: 2 } },
  ])
  expect(await digests(writer)).toEqual([])
  const mails = await it.deps.workerDb
    .selectFrom('messages')
    .select(['recipient', 'subject'])
    .where('business_id', '=', businessId)
    .execute()
  expect(mails).toEqual([{ recipient: expect.any(String), subject: 'One caller is waiting to be called back' }])
})

test('nothing is said of nothing, nor on that day any more, nor while the business is closed', async () => {
  const { businessId, owner, missed } = await world()
  now = at('08:05')
  await tellOwners(it.deps, businessId)
  await missed(at('08:01'))
  await relayed()
  expect(await toTell()).not.toContain(businessId)
  await tellOwners(it.deps, businessId)
  expect(await digests(owner)).toEqual([])
  // Saturday.
  now = at('10:00', '2026-11-28')
  expect(await toTell()).not.toContain(businessId)
})
