import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids grow within a millisecond, too, and are UUIDs of version 7 of this moment', () => {
  const begun = Date.now()
  const ids = Array.from({ length: 5_000 }, newId)
  expect(ids.every((id, i) => i === 0 || id > (ids[i - 1] as string))).toBe(true)
  for (const id of ids) expect([isId(id), id.charAt(14), '89ab'.includes(id.charAt(19))]).toEqual([true, '7', true])
  const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))
  // More than one of each millisecond.
  expect(new Set(times).size).toBeLessThan(ids.length)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(begun - 1)
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() + 1)
})
