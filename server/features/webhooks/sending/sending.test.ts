import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { webhookRoutes } from '#contract/webhooks/webhooks.ts'
import { PASSWORD } from '../../../testing/accounts/test-accounts.ts'
import { testReceiver } from '../../../testing/features/test-receiver.ts'
import { webhookWorld } from '../../../testing/features/test-webhooks.ts'
import { testApp } from '../../../testing/test-app.ts'
import { nextPhone } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const HOUR = 3_600_000
const clock = { ahead: 0 }
const it = await testApp({
  now: () => new Date(Date.now() + clock.ahead),
  env: { OUTBOUND_ALLOW: 'localhost', DEMO: '1' },
})
const ids = (received: { id: string }[]) => received.map(({ id }) => id)

test('a new lead reaches the receiver, signed as Standard Webhooks says, with the enquiry', async () => {
  const { url, received } = await testReceiver()
  const { make, arrive, settled, businessId, campaignId } = await webhookWorld(it)
  const { id, secret } = await make(url)
  const phone = nextPhone()
  const leadId = await arrive({ name: 'Noa Barak', phone, message: 'Please call', source: 'website' })
  const [delivery] = await settled(id, ([first]) => first?.state === 'delivered')
  expect(received).toHaveLength(1)
  const [{ headers, raw, body }] = received as [(typeof received)[0]]
  expect(headers).toMatchObject({ 'webhook-id': delivery?._id, 'content-type': 'application/json' })
  // By the library, and by hand as the specification describes it.
  expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toEqual(body)
  const signed = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`)
    .digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signed}`)
  expect(body).toMatchObject({ type: 'lead.created', businessId, timestamp: delivery?.happenedAt })
  expect(body.data).toMatchObject({
    lead: { _id: leadId, name: 'Noa Barak', phone, campaignId, source: 'website' },
    enquiry: { message: 'Please call', source: 'website' },
  })
  expect(delivery?.lastTry).toMatchObject({ status: 200, problem: null, answer: 'Thank you' })
  expect(JSON.stringify(delivery)).not.toContain(secret)
})

test('a rotated secret signs beside the one before for 24 hours, then alone', async () => {
  const { url, received } = await testReceiver()
  const { make, arrive, settled, now } = await webhookWorld(it)
  const { id, secret } = await make(url)
  const { body } = await it.send(webhookRoutes.rotate, await now(), { params: { id }, body: { password: PASSWORD } })
  await arrive()
  await settled(id, ([first]) => first?.state === 'delivered')
  const [{ headers, raw }] = received as [(typeof received)[0]]
  for (const one of [secret, body.secret]) new Webhook(one).verify(raw, headers as Record<string, string>)
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
  clock.ahead += 24 * HOUR
  await arrive()
  await settled(id, (all) => all.length === 2 && all.every(({ state }) => state === 'delivered'))
  expect(String(received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  expect(body.webhook.oldSecretUntil).not.toBeNull()
})

test('a refused event is sent again with its id, and the later ones of its lead wait for it', async () => {
  const { url, received, answers } = await testReceiver()
  const { make, arrive, change, settled, one } = await webhookWorld(it)
  const { id } = await make(url, { types: ['lead.created', 'lead.updated'] })
  answers(({ body }, response) => {
    const { name } = body.data.lead as { name: string }
    response.writeHead(name === 'Noa' ? 500 : 200).end('\0 secret')
  })
  const noa = await arrive({ name: 'Noa' })
  await settled(id, ([first]) => first?.lastTry?.status === 500)
  await change(noa, { value: 100 })
  const dan = await arrive({ name: 'Dan' })
  await settled(id, (all) => all.some(({ leadId, state }) => leadId === dan && state === 'delivered'))
  const waiting = await settled(id, (all) => all.length === 3)
  expect(waiting.map(({ leadId, state, type, nextTryAt }) => [leadId, state, type, nextTryAt !== null])).toEqual([
    [dan, 'delivered', 'lead.created', false],
    [noa, 'waiting', 'lead.updated', false],
    [noa, 'waiting', 'lead.created', true],
  ])
  answers()
  clock.ahead += 10_000
  await settled(id, (all) => all.every(({ state }) => state === 'delivered'))
  const ofNoa = received.filter(({ body }) => (body.data.lead as { _id: string })._id === noa)
  const [first, ...others] = ofNoa
  expect(ids(ofNoa).slice(0, -1)).toEqual(ofNoa.slice(0, -1).map(() => first?.id))
  expect(others.length).toBeGreaterThanOrEqual(2)
  expect(ofNoa.at(-1)?.body).toMatchObject({ type: 'lead.updated', data: { changes: { value: [null, 100] } } })
  // The body was written when it happened: the first one does not know of the change.
  expect(ofNoa.at(-2)?.body.data).toMatchObject({ lead: { value: null } })
  const { log } = await one(id, first?.id ?? '')
  expect(log.map(({ status }) => status).slice(-2)).toEqual([200, 500])
})

test('a receiver that is down for a day gets every event later, in the order of each lead, each id once', async () => {
  const { url, received, answers } = await testReceiver()
  const { make, arrive, change, settled, find } = await webhookWorld(it)
  const { id } = await make(url, { types: ['lead.created', 'lead.updated'] })
  answers(503)
  const leads: string[] = []
  for (let hour = 0; hour < 24; hour += 4) {
    const before = (await find(id))?.lastFailure?.at
    const lead = await arrive()
    await change(lead, { value: hour + 1 })
    leads.push(lead)
    clock.ahead += 4 * HOUR
    await waitFor(async () => (await find(id))?.lastFailure?.at !== before)
  }
  await settled(id, (all) => all.length === 12)
  expect(await find(id)).toMatchObject({ pausedAt: null, waiting: 12, failingSince: expect.any(String) })
  answers()
  received.length = 0
  clock.ahead += HOUR
  await settled(id, (all) => all.every(({ state }) => state === 'delivered'))
  expect(new Set(ids(received)).size).toBe(12)
  expect(received).toHaveLength(12)
  for (const lead of leads) {
    const ofLead = received.filter(({ body }) => (body.data.lead as { _id: string })._id === lead)
    expect(ofLead.map(({ body }) => body.type)).toEqual(['lead.created', 'lead.updated'])
  }
  expect(await find(id)).toMatchObject({ waiting: 0, failingSince: null, lastSuccessAt: expect.any(String) })
})

test('after three days without success it is paused with a mail to Owners; resumed, it sends what waited', async () => {
  const { url, received, answers } = await testReceiver()
  const { make, arrive, settled, find, now, owner } = await webhookWorld(it)
  const { id } = await make(url)
  answers(500)
  await arrive()
  await settled(id, ([first]) => first?.lastTry != null)
  for (const hours of [1, 24, 48]) {
    const before = (await find(id))?.lastFailure?.at
    clock.ahead += hours * HOUR
    await waitFor(async () => (await find(id))?.lastFailure?.at !== before)
  }
  const paused = await waitFor(async () => {
    const found = await find(id)
    return found?.pausedAt ? found : null
  })
  expect(paused).toMatchObject({ pauseReason: 'failing', waiting: 1, lastFailure: { status: 500, answer: 'no 500' } })
  const mail = await waitFor(() =>
    it.deps.workerDb
      .selectFrom('messages')
      .select(['subject', 'body'])
      .where('recipient', '=', owner.email)
      .where('subject', 'like', '%webhook%')
      .executeTakeFirst(),
  )
  expect(mail?.subject).toBe('The webhook CRM was paused')
  await waitFor(async () => {
    const { body } = await it.send(notificationRoutes.list, await now(), { query: {} })
    return body.data.some(({ title }) => title === 'A webhook was paused: CRM')
  })
  answers()
  received.length = 0
  await arrive()
  await settled(id, (all) => all.length === 2)
  expect(received).toHaveLength(0)
  const resumed = await it.send(webhookRoutes.pause, await now(), { params: { id }, body: { isPaused: false } })
  expect(resumed.body.webhook).toMatchObject({ pausedAt: null, failingSince: null })
  await settled(id, (all) => all.every(({ state }) => state === 'delivered'))
  expect(new Set(ids(received)).size).toBe(2)
})

test('one that says it is gone is paused at once; resumed without sending, what waited is dropped', async () => {
  const { url, received, answers } = await testReceiver()
  const { make, arrive, settled, find, now } = await webhookWorld(it)
  const { id } = await make(url)
  answers(410)
  await arrive()
  await waitFor(async () => (await find(id))?.pauseReason === 'gone')
  const body = { isPaused: false, waiting: 'drop' as const }
  await it.send(webhookRoutes.pause, await now(), { params: { id }, body })
  answers()
  await arrive()
  const all = await settled(id, ([last]) => last?.state === 'delivered')
  expect(all.map(({ state }) => state)).toEqual(['delivered', 'dropped'])
  expect(received).toHaveLength(2)
})

test('an event that the receiver never takes fails after three days, while others go on', async () => {
  const { url, answers } = await testReceiver()
  const { make, arrive, settled, find } = await webhookWorld(it)
  const { id } = await make(url)
  answers(({ body }, response) => {
    const { name } = body.data.lead as { name: string }
    response.writeHead(name === 'Bad' ? 422 : 200).end()
  })
  const bad = await arrive({ name: 'Bad' })
  await settled(id, ([first]) => first?.lastTry != null)
  // As if it had been tried for three days.
  await it.deps.workerDb.updateTable('webhook_deliveries').set({ refusals: 9 }).where('lead_id', '=', bad).execute()
  clock.ahead += 24 * HOUR
  await arrive()
  await settled(id, (all) => all.filter(({ state }) => state === 'delivered').length === 1)
  const failed = (await settled(id, (all) => all.some(({ state }) => state === 'failed'))).find(
    ({ leadId }) => leadId === bad,
  )
  expect(failed).toMatchObject({ state: 'failed', tries: 2, nextTryAt: null })
  expect((await find(id))?.pausedAt).toBeNull()
})

test('a receiver that does not answer takes its own places only; one that answers without end or redirects does no harm', async () => {
  const [slow, huge, redirecting, target] = [
    await testReceiver(),
    await testReceiver(),
    await testReceiver(),
    await testReceiver(),
  ]
  slow.answers(() => undefined)
  huge.answers((_, response) => {
    response.writeHead(200)
    const more = () => response.write('x'.repeat(65_536)) && setImmediate(more)
    response.on('drain', more)
    more()
  })
  redirecting.answers((_, response) => response.writeHead(302, { location: target.url }).end())
  const [worldOfSlow, world] = [await webhookWorld(it), await webhookWorld(it)]
  await worldOfSlow.make(slow.url)
  for (let count = 0; count < 40; count += 1) await worldOfSlow.arrive()
  await waitFor(() => slow.received.length === 4)
  const begun = performance.now()
  const [toHuge, toRedirecting] = [await world.make(huge.url), await world.make(redirecting.url)]
  await world.arrive()
  const [taken] = await world.settled(toHuge.id, ([first]) => first?.state === 'delivered')
  expect(taken?.lastTry?.answer).toBe('x'.repeat(2_000))
  const [refused] = await world.settled(toRedirecting.id, ([first]) => first?.lastTry != null)
  expect(refused?.lastTry).toMatchObject({ status: 302, problem: 'redirect' })
  expect(target.received).toHaveLength(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(slow.received).toHaveLength(4)
}, 60_000)

test('many events of many leads go out as fast as the receiver takes them, each once', async () => {
  const { url, received } = await testReceiver()
  const { make, now, campaignId, leads, settled } = await webhookWorld(it)
  const { id } = await make(url)
  const owner = await now()
  await Promise.all(Array.from({ length: 40 }, () => leads.add(owner, { campaignId })))
  await waitFor(() => received.length > 0)
  const begun = performance.now()
  await waitFor(() => received.length === 40)
  // Four at once with a pause of half a second between them would take five seconds.
  expect(performance.now() - begun).toBeLessThan(4_000)
  expect(new Set(ids(received)).size).toBe(40)
  await settled(id, (all) => all.every(({ state }) => state === 'delivered'))
}, 60_000)
