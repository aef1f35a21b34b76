import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { eraseBusiness, SETTLE_MS } from '../businesses/erasing.service.ts'
import { erasures } from '../index.ts'

const DAY_MS = 86_400_000
let time = Date.parse('2026-11-21T10:00:00Z')
const it = await testApp({
  now: () => new Date(time),
  // No worker runs here; the test runs the job.
  env: {
    ...{ ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' },
    ...{ BUSINESSES_PER_DAY: '2', BUSINESSES_PER_ACCOUNT: '3' },
  },
})
const create = (person: Credentials, name: string) => it.send(businessRoutes.create, person, { body: { name } })
const TOO_MANY_TODAY = { status: 429, body: { code: 'too_many_businesses_today' } }
const TOO_MANY = { status: 403, body: { code: 'too_many_businesses' } }

test('a person creates as many businesses a day and in all as the settings allow; erasing one makes room', async () => {
  const { userId, ...first } = await it.person()
  const nextDay = async (days = 1) => {
    time += days * DAY_MS
    it.deps.caches.endAll()
    return it.signIn(userId)
  }
  const made = [await create(first, 'First business'), await create(first, 'Second business')]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  expect(await create(first, 'Third business')).toMatchObject(TOO_MANY_TODAY)

  const second = await nextDay()
  expect((await create(second, 'Third business')).status).toBe(201)
  expect(await create(second, 'Fourth business')).toMatchObject(TOO_MANY)
  const third = await nextDay()
  expect(await create(third, 'Fourth business')).toMatchObject(TOO_MANY)

  const businessId = made[0]?.body.business._id ?? ''
  const owner = { ...third, 'x-business-id': businessId }
  const closed = await it.send(businessRoutes.close, owner, { body: { name: 'First business', password: PASSWORD } })
  expect(closed.status).toBe(200)
  expect(await create(third, 'Fourth business')).toMatchObject(TOO_MANY)
  const later = await nextDay(31)
  await eraseBusiness(it.deps, businessId, { erasures })
  time += SETTLE_MS
  expect(await eraseBusiness(it.deps, businessId, { erasures })).toBe('over')
  expect((await create(later, 'Fourth business')).status).toBe(201)
})
