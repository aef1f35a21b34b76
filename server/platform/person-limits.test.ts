import { expect, test } from 'vitest'
import type { AppError } from './http/errors.ts'
import { type EnterLimit, fairQueue, limitPerPerson } from './person-limits.ts'

/** The holders in their order of entry, a function to release each, and the refusals. */
function visitors(enter: EnterLimit) {
  const inside: string[] = []
  const refused: [string, string, unknown][] = []
  const leaves = new Map<string, () => void>()
  const come = (name: string) =>
    void enter(name[0] ?? '').then(
      (leave) => {
        inside.push(name)
        leaves.set(name, leave)
      },
      ({ code, details }: AppError) => refused.push([name, code, details.retryAfter]),
    )
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return [...inside]
  }
  return { come, settle, refused, leave: (name: string) => leaves.get(name)?.() }
}

test('one person has a limit of running and of waiting requests, the rest is refused; another person enters at once', async () => {
  const { come, settle, refused, leave } = visitors(limitPerPerson({ places: 2, waiting: 2 }))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1']) come(name)
  expect(await settle()).toEqual(['a1', 'a2', 'b1'])
  expect(refused).toEqual([['a5', 'too_many_requests', 2]])
  leave('a2')
  leave('a2')
  expect(await settle()).toEqual(['a1', 'a2', 'b1', 'a3'])
  leave('a1')
  leave('a3')
  expect(await settle()).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  leave('a4')
  for (const name of ['a6', 'a7']) come(name)
  expect((await settle()).slice(-2)).toEqual(['a6', 'a7'])
})

test('in one queue for all a person with much to do stands behind those who came with little', async () => {
  const { come, settle, refused, leave } = visitors(fairQueue({ places: 1, ownWaiting: 10, waiting: 2 }))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1']) come(name)
  expect(await settle()).toEqual(['a1'])
  expect(refused).toEqual([['d1', 'busy', 2]])
  leave('a1')
  expect(await settle()).toEqual(['a1', 'b1'])
  leave('b1')
  expect(await settle()).toEqual(['a1', 'b1', 'c1'])
  leave('c1')
  expect(await settle()).toEqual(['a1', 'b1', 'c1', 'a2'])
  leave('a2')
  expect(await settle()).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})
