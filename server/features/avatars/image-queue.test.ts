import { expect, test } from 'vitest'
import type { Failure } from '#contract/common.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { aPng } from '../../testing/files/test-images.ts'
import { testApp } from '../../testing/test-app.ts'
import { enterImages, IMAGES_AT_ONCE, IMAGES_WAITING } from './image.ts'

const { send, person } = await testApp({ env: { FILES_DIR: `.data-test/files-${process.pid}-queue` } })
const upload = async (as: Awaited<ReturnType<typeof person>>) => {
  const { status, body, headers } = await send(avatarRoutes.user, as, { file: await aPng() })
  const wait = headers['retry-after']
  return status === 200 ? { status } : { status, code: (body as unknown as Failure).code, wait: Number(wait) }
}
/** Enters the queue under each of these names; returns a function that leaves it for all. */
function stand(names: string[]) {
  const turns = names.map(enterImages)
  return () => turns.map((turn) => turn.then((leave) => leave()))
}

test('a person with too many waiting images gets a retry time; images of others are processed meanwhile', async () => {
  const [many, other] = [await person(), await person()]
  const leave = stand(Array(1 + IMAGES_WAITING.ownWaiting).fill(many.userId))
  expect(await upload(many)).toEqual({ status: 429, code: 'too_many_requests', wait: expect.any(Number) })
  expect(await upload(other)).toEqual({ status: 200 })
  await Promise.all(leave())
  expect(await upload(many)).toEqual({ status: 200 })
})

test('with too many waiting images of all people, the server is busy', async () => {
  const crowd = Array.from({ length: IMAGES_AT_ONCE + IMAGES_WAITING.waiting }, (_, i) => `person ${i}`)
  const leave = stand(crowd)
  // They enter the queue a moment later.
  await Promise.resolve()
  const one = await person()
  expect(await upload(one)).toEqual({ status: 503, code: 'busy', wait: expect.any(Number) })
  await Promise.all(leave())
  expect(await upload(one)).toEqual({ status: 200 })
})
