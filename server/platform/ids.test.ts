import { afterEach, expect, test, vi } from 'vitest'
import { isId, newId } from './ids.ts'

afterEach(() => void vi.useRealTimers())

test('ids grow within a millisecond, too, and are UUIDs of version 7 of this moment', () => {
  const begun = Date.now()
  const ids = Array.from({ length: 200_000 }, newId)
  expect(ids.every((id, i) => i === 0 || id > (ids[i - 1] as string))).toBe(true)
  for (const id of ids.slice(-1_000))
    expect([isId(id), id.charAt(14), '89ab'.includes(id.charAt(19))]).toEqual([true, '7', true])
  const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))
  // More than one of each millisecond.
  expect(new Set(times).size).toBeLessThan(ids.length)
  expect(times[0]).toBeGreaterThanOrEqual(begun - 1)
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now() + 1)
})

test('ids grow while the clock is set back', () => {
  const before = newId()
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  const ids = Array.from({ length: 1_000 }, newId)
  expect([before, ...ids]).toEqual([...new Set([before, ...ids])].sort())
})
