import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { webhookRoutes } from '#contract/webhooks/webhooks.ts'
import { testReceiver } from '../../../testing/features/test-receiver.ts'
import { webhookWorld } from '../../../testing/features/test-webhooks.ts'
import { testApp } from '../../../testing/test-app.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { putBodies } from './sending.queries.ts'

const it = await testApp({ env: { OUTBOUND_ALLOW: 'localhost' } })

/** A webhook whose first request has come, and waits for the answer. */
async function inFlight() {
  const world = await webhookWorld(it)
  const receiver = await testReceiver()
  const { id } = await world.make(receiver.url)
  const held: ServerResponse[] = []
  receiver.answers((_, response) => held.push(response))
  await world.arrive()
  await waitFor(() => held.length === 1)
  receiver.answers()
  const [first] = await world.log(id)
  const pause = async (body: { isPaused: boolean; waiting?: 'drop' }) =>
    it.send(webhookRoutes.pause, await world.now(), { params: { id }, body })
  const answer = (status: number) => held[0]?.writeHead(status).end()
  return { ...world, ...receiver, id, eventId: first?._id ?? '', pause, answer }
}

test.each([200, 500])('what is dropped while it is being sent stays so, whatever is answered: %i', async (status) => {
  const { id, pause, answer, settled, received } = await inFlight()
  await pause({ isPaused: true })
  await pause({ isPaused: false, waiting: 'drop' })
  answer(status)
  const [dropped] = await settled(id, ([first]) => first?.lastTry != null)
  expect(dropped).toMatchObject({ state: 'dropped', lastTry: { status }, nextTryAt: null })
  expect(received).toHaveLength(1)
})

test('what is sent again while it is being sent goes out once more, and the answer to the first changes nothing', async () => {
  const { id, eventId, answer, settled, one, now, received } = await inFlight()
  const refuse = async () => {
    answer(422)
    await waitFor(async () => (await one(id, eventId)).log.some((tried) => tried.status === 422))
  }
  const replied = await it.send(webhookRoutes.replay, await now(), { params: { id }, body: { eventIds: [eventId] } })
  expect(replied.body.replayed).toBe(1)
  await waitFor(() => received.length === 2)
  await settled(id, ([first]) => first?.state === 'delivered')
  await refuse()
  expect(await one(id, eventId)).toMatchObject({ state: 'delivered', tries: 2 })
  expect(received.map((each) => each.id)).toEqual([eventId, eventId])
})

test('a body is written once, although two processes write it', async () => {
  const { businessId, make, arrive, settled, pause, one } = await writing()
  const { id } = await make('https://receiver.test/hook')
  await pause(id)
  await arrive()
  const [delivery] = await settled(id, ([first]) => first !== undefined)
  const eventId = delivery?._id ?? ''
  const { body } = await waitFor(async () => {
    const found = await one(id, eventId)
    return found.body !== null && found
  })
  const late = { webhookId: id, eventId, isFailed: false }
  await putBodies(it.deps.workerDb, businessId, [{ ...late, body: '{"later":true}' }])
  expect(await one(id, eventId)).toMatchObject({ body, state: 'waiting' })
  await putBodies(it.deps.workerDb, businessId, [{ ...late, body: null, isFailed: true }])
  expect(await one(id, eventId)).toMatchObject({ body, state: 'waiting' })
  await putBodies(it.deps.workerDb, businessId, [{ ...late, body: null }])
  expect(await one(id, eventId)).toMatchObject({ body, state: 'waiting' })
})

async function writing() {
  const world = await webhookWorld(it)
  const pause = async (id: string) =>
    it.send(webhookRoutes.pause, await world.now(), { params: { id }, body: { isPaused: true } })
  return { ...world, pause }
}
