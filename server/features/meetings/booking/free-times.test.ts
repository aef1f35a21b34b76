import { expect, test } from 'vitest'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { newId } from '../../../platform/ids.ts'
import { testBooking } from '../../../testing/features/test-booking.ts'
import { testMeetings } from '../../../testing/features/test-meetings.ts'
import { aShift, planOf, testShifts } from '../../../testing/features/test-shifts.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'

// A Sunday at eight in the morning; winter time.
let clock = new Date('2026-11-29T06:00:00Z')
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const meetings = testMeetings(it)
const shifts = testShifts(it)
const booking = testBooking(it)
const SUNDAY = '2026-11-29'
const MONDAY = '2026-11-30'

async function world() {
  clock = new Date('2026-11-29T06:00:00Z')
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { campaignId } = business
  const page = (settings: object = {}, more: object = {}) =>
    booking.made(owner, { campaignId, settings: { durations: [60], step: 60, ...settings }, ...more })
  const meetingAt = async (startsAt: string, minutes = 60, participantIds = [owner.userId]) => {
    const lead = await leads.add(owner, { campaignId })
    return meetings.made(owner, { leadId: lead._id, startsAt, minutes, participantIds })
  }
  return { ...business, owner, page, meetingAt }
}

test('times lie in the working hours, with notice, and closed days say why', async () => {
  const { page } = await world()
  const { slug } = await page()
  // Open from 8 to 18 with two hours' notice from now, eight o'clock; the last meeting ends at 18:00.
  expect(await booking.hours(slug, SUNDAY)).toBe('10:00 11:00 12:00 13:00 14:00 15:00 16:00 17:00')
  expect(await booking.hours(slug, MONDAY)).toBe('08:00 09:00 10:00 11:00 12:00 13:00 14:00 15:00 16:00 17:00')
  // Friday from 8:30 to 13:00, and Shabbat.
  expect(await booking.hours(slug, '2026-12-04')).toBe('09:00 10:00 11:00 12:00')
  expect(await booking.hours(slug, '2026-12-05')).toBe('shabbat')
  clock = new Date('2027-04-20T06:00:00Z')
  // The first day of Pesach 5787 is Thursday, 22 April 2027; summer time.
  expect(await booking.hours(slug, '2027-04-22')).toBe('holiday')
})

test('beyond the days ahead nothing is free', async () => {
  const { page } = await world()
  const { slug } = await page({ daysAhead: 2 })
  expect((await booking.read(slug)).body.page.lastDay).toBe('2026-12-01')
  expect(await booking.hours(slug, '2026-12-01')).toContain('08:00')
  expect(await booking.hours(slug, '2026-12-02')).toBe('full')
})

test('meetings with their buffers are not free, unless they were cancelled', async () => {
  const { owner, page, meetingAt } = await world()
  const { slug } = await page({ before: 30, after: 30 })
  const { meeting } = await meetingAt(`${MONDAY}T10:00:00Z`)
  // From 12:00 to 13:00: a meeting ends by 11:30 and begins from 13:30 on.
  expect(await booking.hours(slug, MONDAY)).toBe('08:00 09:00 10:00 14:00 15:00 16:00 17:00')
  await meetings.cancel(owner, meeting._id)
  expect(await booking.hours(slug, MONDAY)).toContain('12:00')
})

test('a person with sixty meetings has the times between them', async () => {
  const { owner, page, campaignId, businessId, db } = await world()
  const { slug } = await page()
  const lead = await leads.add(owner, { campaignId })
  const rows = Array.from({ length: 60 }, (_, i) => {
    // Six a day from Monday on, on the even hours of the clock in Israel from eight.
    const start = Date.parse(`${MONDAY}T06:00:00Z`) + Math.floor(i / 6) * 86_400_000 + (i % 6) * 7_200_000
    return {
      ...{ business_id: businessId, id: newId(), lead_id: lead._id, kind: 'phone', title: 'Talk', guest_name: 'Dana' },
      ...{ starts_at: new Date(start).toISOString(), ends_at: new Date(start + 3_600_000).toISOString() },
      ...{ guest_language: 'he', status: 'Meeting Confirmed', participants: [owner.userId] },
    }
  })
  await db.insertInto('meetings').values(rows).execute()
  expect(await booking.hours(slug, MONDAY)).toBe('09:00 11:00 13:00 15:00 17:00')
  expect(await booking.hours(slug, '2026-12-09')).toBe('09:00 11:00 13:00 15:00 17:00')
  const { body } = await booking.slots(slug, { from: SUNDAY, to: '2026-12-12', minutes: 60 })
  expect(body.days.filter(({ times }) => times.length > 0)).toHaveLength(12)
})

test('a day with the most meetings of a person is full', async () => {
  const { page, meetingAt } = await world()
  const { slug } = await page({ perDay: 2 })
  await meetingAt(`${MONDAY}T07:00:00Z`, 30)
  expect(await booking.hours(slug, MONDAY)).toContain('17:00')
  await meetingAt(`${MONDAY}T12:00:00Z`, 30)
  expect(await booking.hours(slug, MONDAY)).toBe('full')
  expect(await booking.hours(slug, '2026-12-01')).toContain('17:00')
})

test('people are booked on their shifts alone, and a team has the times of all its people', async () => {
  const { owner, member, campaignId, meetingAt } = await world()
  const [early, late] = [await member('Writer', [campaignId]), await member('Writer', [campaignId])]
  await shifts.set(
    early,
    planOf([aShift('08:00', '12:00')], [{ kind: 'vacation', from: '2026-12-01', to: '2026-12-01' }]),
  )
  await shifts.set(late, planOf([aShift('14:00', '16:00')]))
  const userIds = [early.userId, late.userId]
  const settings = { durations: [60], step: 60, userIds }
  const { slug } = await booking.made(owner, { campaignId, isTeam: true, settings })
  expect(await booking.hours(slug, MONDAY)).toBe('08:00 09:00 10:00 11:00 14:00 15:00')
  expect(await booking.hours(slug, '2026-12-01')).toBe('14:00 15:00')
  await meetingAt(`${MONDAY}T12:00:00Z`, 60, [late.userId])
  expect(await booking.hours(slug, MONDAY)).toBe('08:00 09:00 10:00 11:00 15:00')
  // A member who is suspended takes no meetings from then on.
  await it.deps.workerDb
    .updateTable('memberships')
    .set({ suspended_at: clock.toISOString() })
    .where('user_id', '=', late.userId)
    .execute()
  expect(await booking.hours(slug, MONDAY)).toBe('08:00 09:00 10:00 11:00')
})

test('a campaign that has its own hours decides', async () => {
  const { owner, campaignId, page } = await world()
  const { slug } = await page()
  const { hours } = (await it.send(workingHoursRoutes.get, owner, {})).body
  const evening = { ...hours, days: hours.days.map(() => [{ from: '18:00', to: '20:00' }]) }
  const body = { hours: evening, expected: 0 }
  const changed = await it.send(workingHoursRoutes.changeOfCampaign, owner, { params: { id: campaignId }, body })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  expect(await booking.hours(slug, MONDAY)).toBe('18:00 19:00')
})

test('on the day of 23 hours the times are those of the clock', async () => {
  const { page } = await world()
  const { slug } = await page({ daysAhead: 90 })
  // Clocks go forward on Friday, 26 March 2027, at two.
  clock = new Date('2027-03-25T06:00:00Z')
  const { body } = await booking.slots(slug, { from: '2027-03-26', to: '2027-03-26', minutes: 60 })
  expect(body.days[0]?.times[0]).toBe('2027-03-26T06:00:00.000Z')
})

test('wrong lengths, days and stretches are refused', async () => {
  const { page } = await world()
  const { slug } = await page()
  const asked = [
    { from: MONDAY, to: MONDAY, minutes: 30 },
    { from: MONDAY, to: SUNDAY, minutes: 60 },
    { from: MONDAY, to: '2027-01-30', minutes: 60 },
    { from: 'soon', to: MONDAY, minutes: 60 },
  ]
  for (const query of asked) expect((await booking.slots(slug, query)).status).toBe(422)
})
