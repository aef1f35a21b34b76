import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testBooking } from '../../../testing/features/test-booking.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'

// A Sunday at ten in the morning; winter time.
const START = Date.parse('2026-11-29T08:00:00Z')
let clock = new Date(START)
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const booking = testBooking(it)
const NOON = '2026-11-30T10:00:00.000Z'
const ONE = '2026-11-30T11:00:00.000Z'
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000)
}

async function world() {
  clock = new Date(START)
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const page = () =>
    booking.made(owner, { campaignId: business.campaignId, settings: { durations: [60], step: 60, notice: 0 } })
  const countLeads = async () => (await leads.page(owner)).body.leads.length
  return { ...business, owner, page, countLeads }
}
const codeOf = async (reply: ReturnType<typeof booking.book>) => refusal(await reply).code

test('a booking needs the token of its own page, some seconds after it was opened and within a day', async () => {
  const { page, countLeads } = await world()
  const [{ slug }, other] = [await page(), await page()]
  const { token } = (await booking.read(slug)).body.page
  for (const wrong of ['', 'x', booking.token(other.slug), `${token.slice(0, -1)}!`])
    expect(await codeOf(booking.book(slug, { startsAt: NOON, token: wrong }))).toBe('booking_page_stale')
  later(2)
  expect(await codeOf(booking.book(slug, { startsAt: NOON, token }))).toBe('booking_too_fast')
  later(1)
  expect((await booking.book(slug, { startsAt: NOON, token })).status).toBe(201)
  expect(await countLeads()).toBe(1)
  later(24 * 3_600 - 2)
  expect(await codeOf(booking.book(slug, { startsAt: ONE, token }))).toBe('booking_page_stale')
})

test('a program that fills in the hidden field books nothing', async () => {
  const { page, countLeads } = await world()
  const { slug } = await page()
  const homepage = 'http://buy.example'
  expect(await codeOf(booking.book(slug, { startsAt: NOON, homepage }))).toBe('booking_not_accepted')
  expect(await countLeads()).toBe(0)
})

test('a repeat with another token is the same booking', async () => {
  const { page, countLeads } = await world()
  const { slug } = await page()
  const key = { 'idempotency-key': 'k1' }
  expect((await booking.book(slug, { startsAt: NOON }, key)).status).toBe(201)
  expect((await booking.book(slug, { startsAt: NOON, token: booking.token(slug) }, key)).status).toBe(201)
  expect(await countLeads()).toBe(1)
})

/** As if `left` bookings were left to each counter that was hit, whose names begin so. */
const leave = (name: string, max: number, left: number) =>
  sql`update attempts set count = ${max - left} where key like ${`${name}:%`}`.execute(it.deps.tenants.pool)

test.each([
  ['bookingsOfPage3600', 60],
  ['bookingsOfPage86400', 200],
  ['bookingsOfBusiness3600', 200],
  ['bookingsOfBusiness86400', 600],
])('%s: %i, whatever network and phone; a refused try counts nowhere', async (name, max) => {
  const { page } = await world()
  const { slug } = await page()
  const at = (hour: number, phone: string) =>
    booking.book(slug, { startsAt: `2026-11-30T${String(hour).padStart(2, '0')}:00:00Z`, phone })
  expect((await at(8, '+972541110001')).status).toBe(201)
  await leave(name, max, 1)
  // A time that is taken.
  expect((await at(8, '+972541110002')).status).toBe(409)
  expect((await at(9, '+972541110002')).status).toBe(201)
  const refused = await at(10, '+972541110003')
  expect([refused.status, refusal(refused).code]).toEqual([429, 'too_many_bookings'])
  expect(refusal(refused).message).toContain('call the business')
  await leave(name, max, 1)
  expect((await at(10, '+972541110003')).status).toBe(201)
})
