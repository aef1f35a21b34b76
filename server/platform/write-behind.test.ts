import { expect, test } from 'vitest'
import { writeBehind } from './write-behind.ts'

type Sum = { key: string; sum: number }
const add = (earlier: Sum, later: Sum) => ({ ...earlier, sum: earlier.sum + later.sum })
const opened = (write: (values: Sum[]) => Promise<void>, keepFailed: boolean) => {
  const errors: unknown[] = []
  const sums = writeBehind({
    everyMs: 3_600_000,
    write,
    merge: add,
    keepFailed,
    onError: (error) => errors.push(error),
  })
  return { errors, ...sums, note: (key: string, sum: number) => sums.note(key, { key, sum }) }
}

test('values of one key are combined, written once, and the rest is written at the end', async () => {
  const written: Sum[][] = []
  const sums = opened(async (values) => void written.push(values), false)
  sums.note('a', 1)
  sums.note('b', 2)
  sums.note('a', 3)
  await sums.flush()
  await sums.flush()
  sums.note('a', 5)
  await sums.stop()
  expect(written).toEqual([
    [
      { key: 'a', sum: 4 },
      { key: 'b', sum: 2 },
    ],
    [{ key: 'a', sum: 5 }],
  ])
})

test('one write at a time: what comes meanwhile is written after it', async () => {
  const ended = Promise.withResolvers<void>()
  const written: Sum[][] = []
  const sums = opened(async (values) => {
    written.push(values)
    await ended.promise
  }, false)
  sums.note('a', 1)
  const [first, second] = [sums.flush(), sums.flush()]
  await new Promise(setImmediate)
  sums.note('a', 2)
  expect(written).toHaveLength(1)
  ended.resolve()
  await Promise.all([first, second])
  expect(written).toEqual([[{ key: 'a', sum: 1 }], [{ key: 'a', sum: 2 }]])
  await sums.stop()
})

test.each([
  [true, [{ key: 'a', sum: 3 }]],
  [false, [{ key: 'a', sum: 2 }]],
])('of values that could not be written, kept: %s, the next write holds %j', async (keepFailed, expected) => {
  let isAway = true
  const written: Sum[][] = []
  const sums = opened(async (values) => {
    if (isAway) throw new Error('The database is away')
    written.push(values)
  }, keepFailed)
  sums.note('a', 1)
  await sums.flush()
  isAway = false
  sums.note('a', 2)
  await sums.stop()
  expect(written).toEqual([expected])
  expect(sums.errors).toHaveLength(1)
})

test('of one key without a merge the latest value is written, also after a failed write', async () => {
  let isAway = true
  const written: string[][] = []
  const latest = writeBehind<string>({
    everyMs: 3_600_000,
    write: async (values) => {
      await new Promise(setImmediate)
      if (isAway) throw new Error('The database is away')
      written.push(values)
    },
    keepFailed: true,
    onError: () => undefined,
  })
  latest.note('a', 'earlier')
  const failing = latest.flush()
  await new Promise(setImmediate)
  latest.note('a', 'later')
  await failing
  isAway = false
  await latest.stop()
  expect(written).toEqual([['later']])
})
