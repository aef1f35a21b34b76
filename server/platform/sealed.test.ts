import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const key = 'k'.repeat(40)
const of = { purpose: 'voice secrets', place: 'connection 1' }

test('a sealed secret opens again, and never looks the same', () => {
  const [one, two] = [seal(key, of, 'סוד token'), seal(key, of, 'סוד token')]
  expect([unseal(key, of, one), unseal(key, of, two)]).toEqual(['סוד token', 'סוד token'])
  expect(one.equals(two)).toBe(false)
  expect(one.toString('utf8')).not.toContain('token')
})

test('with another key, for another place or purpose, or changed, it stays shut', () => {
  const sealed = seal(key, of, 'token')
  const changed = Buffer.from(sealed)
  changed[14] = (changed[14] ?? 0) ^ 1
  expect(() => unseal('l'.repeat(40), of, sealed)).toThrow()
  expect(() => unseal(key, { ...of, place: 'connection 2' }, sealed)).toThrow()
  expect(() => unseal(key, { ...of, purpose: 'other' }, sealed)).toThrow()
  expect(() => unseal(key, of, changed)).toThrow()
  expect(() => unseal(key, of, Buffer.alloc(3))).toThrow()
})
