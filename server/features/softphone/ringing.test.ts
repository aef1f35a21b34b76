import { expect, test } from 'vitest'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import type { Plan } from '../numbers/routing.rules.ts'

const it = await testApp()

const QUIET: Omit<Plan, 'steps'> = {
  ...{ block: null, language: 'he', announcement: null, whisper: null, screening: false, recording: false },
  ...{ callerId: '+972724440000', closing: { kind: 'hangup' } },
}

/** Creates a call that is planned to ring one person. The provider has not reported ringing yet. */
async function world() {
  const business = await it.newBusiness()
  const { businessId, db, campaignId } = business
  const [rung, other] = [await business.member('Writer', [campaignId]), await business.member('Owner')]
  const [connectionId, numberId, callId] = [newId(), newId(), newId()]
  const own = { business_id: businessId }
  await db
    .insertInto('connections')
    .values({ ...own, id: connectionId, provider: 'local', account: 'AC1' })
    .execute()
  const number = { connection_id: connectionId, campaign_id: campaignId, provider_sid: 'PN1', label: 'Billboard' }
  const phone = `+9727244${String(Date.now()).slice(-5)}`
  await db
    .insertInto('virtual_numbers')
    .values({ ...own, id: numberId, ...number, phone, routing: '{}' })
    .execute()
  const leg = { kind: 'softphone', userId: rung.userId }
  const plan = {
    ...QUIET,
    steps: [{ seconds: 20, legs: [{ kind: 'phone', phone: '+972501111111', userId: null }, leg] }],
  }
  const call = { connection_id: connectionId, provider_sid: newId(), number_id: numberId, campaign_id: campaignId }
  await db
    .insertInto('calls')
    .values({
      ...own,
      id: callId,
      ...call,
      caller: '+972541234567',
      called: phone,
      started_at: new Date().toISOString(),
      plan: JSON.stringify(plan),
    })
    .execute()
  return { ...business, rung, other, callId, phone }
}

test('the caller is shown only to the person whose phone rings', async () => {
  const { rung, other, callId, phone, campaignId } = await world()
  const { status, body } = await it.send(softphoneRoutes.ringing, rung, { params: { id: callId } })
  expect(status).toBe(200)
  expect(body.call).toMatchObject({
    caller: '+972541234567',
    isTest: false,
    lead: null,
    campaign: { _id: campaignId },
    number: { phone, label: 'Billboard' },
  })
  expect((await it.send(softphoneRoutes.ringing, other, { params: { id: callId } })).status).toBe(404)
  const stranger = await (await it.newBusiness()).member('Owner')
  expect((await it.send(softphoneRoutes.ringing, stranger, { params: { id: callId } })).status).toBe(404)
})
