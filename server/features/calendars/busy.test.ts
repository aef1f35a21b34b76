import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { calendarsAsBusy, calendarTimes, replaceTimes } from './busy.service.ts'
import { insertConnection } from './connections.queries.ts'

const it = await testApp()
const DAY = '2026-11-30T00:00:00.000Z'
const minute = (minutes: number) => new Date(Date.parse(DAY) + minutes * 60_000).toISOString()

test('a person with thousands of events hides no times of others, and is busy for the whole stretch', async () => {
  const { businessId, member } = await it.newBusiness()
  const [crowded, other] = [await member('Owner'), await member('Admin')]
  for (const { userId } of [crowded, other]) {
    const named = { id: userId, account: 'a@google.test', refresh_token: 'x', access_token: null, access_until: null }
    const connection = { ...named, calendars: [], calendar_id: 'main', now: DAY }
    await insertConnection(it.deps.tenants.scope({ userId }), userId, connection)
  }
  const event = (from: number, to: number) => ({
    ...{ event_id: `${from}`, starts_at: minute(from), ends_at: minute(to), of_business: null },
  })
  const many = Array.from({ length: 10_000 }, (_, at) => event(at / 20, at / 20 + 1))
  await replaceTimes(it.deps.workerDb, { userId: crowded.userId, calendarId: 'main' }, many)
  await replaceTimes(it.deps.workerDb, { userId: other.userId, calendarId: 'main' }, [event(900, 960)])
  const db = it.deps.tenants.scope({ businessId })
  const userIds = [crowded.userId, other.userId]
  const now = new Date(DAY)
  const { times, lost } = await calendarTimes(db, businessId, userIds, { from: minute(0), to: minute(1_440), now })
  expect(times.filter(({ userId }) => userId === other.userId)).toHaveLength(1)
  expect(lost).toEqual([crowded.userId])
  const spans = await calendarsAsBusy(db, businessId, { userIds, from: now, to: new Date(minute(1_440)), now })
  const whole = { userId: crowded.userId, from: now.getTime(), to: now.getTime() + 86_400_000 }
  expect(spans).toContainEqual(whole)
})
