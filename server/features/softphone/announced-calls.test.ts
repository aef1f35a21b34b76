import { expect, test } from 'vitest'
import type { Routing } from '#contract/calls/routing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { testExchange, testNumber } from '../../testing/test-numbers.ts'
import { openStream } from '../../testing/test-stream.ts'

const it = await testApp({ exchange: () => testExchange })
const base = await it.listen()

const WELCOME = { isOn: true, text: 'Welcome to Kitchens.' }

/** A number that rings a writer first and the owner next; both listen. */
async function world(announcement: Routing['announcement']) {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const writer = await business.member('Writer', [business.campaignId])
  const targets = [writer, owner].map(({ userId }) => ({ kind: 'softphone' as const, userId }))
  const ring: Routing['ring'] = { mode: 'in_order', seconds: 20, knownFirst: false, targets }
  const number = await testNumber(it, business, { routing: { ring, announcement } })
  const [owners, writers] = [await openStream(base, owner.authorization), await openStream(base, writer.authorization)]
  for (const stream of [owners, writers]) await stream.heard('ready')
  const started = async (stream: typeof owners) => {
    await stream.heard('change', 2)
    return stream.changes().find(({ name }) => name === 'call.started')
  }
  return { ...business, ...number, owner, writer, owners, writers, started }
}

test('a call is announced to the person whose phone rings first, while the caller hears the announcement', async () => {
  const { writer, dial, row, owners, writers, started, hook, phone } = await world(WELCOME)
  const caller = aPhone()
  const { sid } = await dial(caller)
  const call = await row(sid)
  expect(await started(writers)).toMatchObject({ callId: call.id, leadId: call.lead_id, willRing: true })
  expect(await started(owners)).not.toHaveProperty('willRing')
  const ringing = async () => (await it.send(softphoneRoutes.ringing, writer, { params: { id: call.id } })).body.call
  expect(await ringing()).toMatchObject({ isWaiting: true, caller, lead: { _id: call.lead_id } })
  await hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '3', To: phone, From: caller })
  expect(await ringing()).toMatchObject({ isWaiting: false })
})

test('without an announcement the phone rings at once, and nothing is announced', async () => {
  const { dial, writers, started } = await world({ isOn: false, text: '' })
  await dial(aPhone())
  expect(await started(writers)).not.toHaveProperty('willRing')
})
