import { expect, test } from 'vitest'
import { calendarRoutes } from '#contract/calendars/calendars.ts'
import { testMeetings } from '../../../testing/features/test-meetings.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestPerson } from '../../../testing/test-business.ts'
import { testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const leads = testLeads(it)
const meetings = testMeetings(it)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const makeFeed = async (as: TestPerson) => (await it.send(calendarRoutes.makeFeed, as, {})).body.url
const get = async (url: string) => {
  const reply = await it.app.inject({ url: new URL(url).pathname, headers: { host: 'localhost' } })
  return { status: reply.statusCode, body: reply.body, headers: reply.headers }
}
const entryOf = (file: string, id: string) =>
  file
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .find((entry) => entry.includes(`UID:meeting-${id}@`))

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { _id: leadId } = await leads.add(owner, { campaignId: business.campaignId, name: 'Dana Levi' })
  return { ...business, owner, leadId }
}

test('the secret address gives own meetings in UTC, with a UID that stays and a sequence that grows', async () => {
  const { owner, leadId } = await world()
  const { meeting } = await meetings.made(owner, { leadId, startsAt: `${day(2)}T11:00:00+02:00` })
  const url = await makeFeed(owner)
  expect(url).toMatch(/\/calendar\/[\w-]{43}\.ics$/)
  const { status, body, headers } = await get(url)
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const entry = entryOf(body, meeting._id)
  expect(entry).toContain(`DTSTART:${day(2).replaceAll('-', '')}T090000Z`)
  expect(entry).toContain('SEQUENCE:0')
  expect(entry).toContain('SUMMARY:First talk · Dana Levi')
  await meetings.change(owner, meeting._id, { version: 1, startsAt: `${day(3)}T09:00:00Z` })
  const moved = entryOf((await get(url)).body, meeting._id)
  expect(moved).toContain(`DTSTART:${day(3).replaceAll('-', '')}T090000Z`)
  expect(moved).toContain('SEQUENCE:1')
  await meetings.cancel(owner, meeting._id)
  expect(entryOf((await get(url)).body, meeting._id)).toContain('STATUS:CANCELLED')
})

test('a renewed address ends the one before; only a hash is stored', async () => {
  const { owner } = await world()
  const first = await makeFeed(owner)
  const second = await makeFeed(owner)
  expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
  const own = (await it.send(calendarRoutes.own, owner, {})).body
  expect(own.feed?.lastReadAt).not.toBeNull()
  expect(JSON.stringify(own)).not.toContain(second.slice(-47, -4))
  await it.send(calendarRoutes.endFeed, owner, {})
  expect((await get(second)).status).toBe(404)
  expect((await get(`http://localhost/calendar/${'x'.repeat(43)}.ics`)).status).toBe(404)
})

test('a feed holds neither meetings of others nor those of leads that the person no longer reads', async () => {
  const { owner, leadId, campaignId, member, db } = await world()
  const writer = await member('Writer', [campaignId])
  const { meeting: own } = await meetings.made(owner, {
    ...{ leadId, startsAt: `${day(2)}T09:00:00Z` },
    participantIds: [writer.userId],
  })
  const { meeting: other } = await meetings.made(owner, { leadId, startsAt: `${day(4)}T09:00:00Z` })
  const url = await makeFeed(writer)
  const { body } = await get(url)
  expect([entryOf(body, own._id) !== undefined, entryOf(body, other._id)]).toEqual([true, undefined])
  await db.deleteFrom('campaign_members').where('user_id', '=', writer.userId).execute()
  it.deps.caches.endAll()
  expect(entryOf((await get(url)).body, own._id)).toBeUndefined()
})
