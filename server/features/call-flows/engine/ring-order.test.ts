import { describe, expect, test } from 'vitest'
import { byChance } from './ring-legs.rules.ts'
import { byTurn, type Turn } from './ring-turns.rules.ts'

const softphone = (userId: string) => ({ kind: 'softphone', userId }) as const
const outside = { kind: 'phone', phone: '+972501111111', userId: null } as const
const turn = (userId: string, offeredAt: number, more: Partial<Turn> = {}): Turn => ({
  ...{ userId, offeredAt, isBusy: false, spokeAt: null },
  ...more,
})
const order = (
  mode: 'round_robin' | 'longest_idle' | 'together',
  people: Turn[],
  { knownBy = null, busyPhones = [] }: { knownBy?: string | null; busyPhones?: string[] } = {},
) =>
  byTurn(
    [outside, ...people.map(({ userId }) => softphone(userId))],
    { people, busyPhones },
    { order: mode, knownBy },
  ).map((leg) => (leg.kind === 'phone' ? 'phone' : leg.userId))

describe('by turn', () => {
  test.each([
    [
      'who was offered a call the longest ago',
      order('round_robin', [turn('a', 3), turn('b', 1), turn('c', 2)]),
      'b c a phone',
    ],
    ['equal turns as listed', order('round_robin', [turn('a', 0), turn('b', 0)]), 'a b phone'],
    ['who is busy last', order('round_robin', [turn('a', 1, { isBusy: true }), turn('b', 2)]), 'b phone a'],
    [
      'a phone of no person that is in use',
      order('round_robin', [turn('a', 1)], { busyPhones: [outside.phone] }),
      'a phone',
    ],
    [
      'who ended a conversation the longest ago, first who never spoke',
      order('longest_idle', [turn('a', 1, { spokeAt: 30 }), turn('b', 2, { spokeAt: 20 }), turn('c', 9)]),
      'c b a phone',
    ],
    ['of two who never spoke, by their turn', order('longest_idle', [turn('a', 5), turn('b', 4)]), 'b a phone'],
    ['who knows the caller', order('round_robin', [turn('a', 1), turn('b', 9)], { knownBy: 'b' }), 'b a phone'],
    [
      'unless busy',
      order('round_robin', [turn('a', 1), turn('b', 9, { isBusy: true })], { knownBy: 'b' }),
      'a phone b',
    ],
    ['together as listed', order('together', [turn('a', 5), turn('b', 4)]), 'a b phone'],
  ])('%s', (_what, ordered, expected) => {
    expect(ordered.join(' ')).toBe(expected)
  })
})

describe('by chance', () => {
  const phones = [
    { name: 'a', weight: 1 },
    { name: 'b', weight: 2 },
    { name: 'c', weight: 7 },
  ]
  const drawn = (...values: number[]) =>
    byChance(phones, () => values.shift() ?? 0)
      .map(({ name }) => name)
      .join('')
  test('in proportion to the weights of those that are left', () => {
    expect(drawn(0)).toBe('abc')
    expect(drawn(0.09, 0.21)).toBe('abc')
    expect(drawn(0.11, 0.2)).toBe('bca')
    expect(drawn(0.31, 0.34)).toBe('cba')
    expect(drawn(0.999999, 0.999999)).toBe('cba')
  })

  test('the first of ten thousand', () => {
    const counts: Record<string, number> = {}
    for (let i = 0; i < 10_000; i++) {
      const [first] = byChance(phones, Math.random)
      counts[first?.name ?? ''] = (counts[first?.name ?? ''] ?? 0) + 1
    }
    for (const { name, weight } of phones) expect((counts[name] ?? 0) / 1_000).toBeCloseTo(weight, 0)
  })
})
