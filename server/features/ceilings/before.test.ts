import { expect, test } from 'vitest'
import { AppError } from '../../platform/http/errors.ts'
import { testApp } from '../../testing/test-app.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { requireRoom } from './ceilings.service.ts'
import { countTestCall } from './outside-lines.service.ts'

const HOUR_MS = 3_600_000
// No worker runs here: queued messages stay queued.
const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' }
const limits = { SMS_PER_DAY: '5', SMS_PER_DAY_FOR_CODES: '2', TEST_CALLS_PER_HOUR: '5', TEST_CALLS_PER_DAY: '12' }
const it = await testApp({ env: { ...env, ...limits } })
const { deps } = it

/** The code of a refusal and the limit that it names. */
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => undefined,
    (error: unknown) => error instanceof AppError && [error.code, error.details.values?.max],
  )

test('who causes messages is refused for those that wait, before any of them left', async () => {
  const { businessId } = await it.newBusiness()
  const about = { channel: 'sms', businessId, accountId: null } as const
  const more = (kind: 'code' | 'notice') => refusalOf(requireRoom(deps, { ...about, kind, count: 1 }))
  const dueAt = new Date(Date.now() - 1_000)
  const queue = (recipient: string) =>
    queueMessage(deps.workerDb, { channel: 'sms', businessId, kind: 'notice', recipient, body: 'Waiting', dueAt })
  await queue('+972541110001')
  await queue('+972541110002')
  expect(await more('notice')).toBeUndefined()
  await queue('+972541110003')
  expect(await more('notice')).toEqual(['sms_limit_installation', 3])
  expect(await more('code')).toBeUndefined()
})

test('test calls of a business are counted by the hour and by the day', async () => {
  const { db, businessId } = await it.newBusiness()
  const start = Date.now()
  const call = (hours: number) =>
    refusalOf(countTestCall({ env: deps.env, now: () => new Date(start + hours * HOUR_MS) }, db, businessId))
  const calls = async (hours: number, count: number) => {
    for (let i = 0; i < count; i++) expect(await call(hours)).toBeUndefined()
  }
  await calls(0, 5)
  expect(await call(0)).toEqual(['test_calls_limit', 5])
  await calls(2, 5)
  await calls(4, 2)
  expect(await call(4)).toEqual(['test_calls_limit', 12])
  await calls(30, 5)
})
