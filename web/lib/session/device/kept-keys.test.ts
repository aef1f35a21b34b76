import { describe, expect, it } from 'vitest'
import { excess, isKept, keptPart } from './kept-keys.ts'
import { takenAway } from './rights-changed.ts'

const idOf = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const row = (key: unknown[], at = 0, data: unknown = {}) => ({
  ...{ hash: JSON.stringify(key), key, at, data, userId: 'u', build: 'b' },
})
const ofLead = (n: number, kind = 'one') => row(['leads', 'b1', kind, idOf(n)])
const DAY_MS = 24 * 3_600_000

describe('what a device keeps', () => {
  it('is what pages of leads read, and no calls, files or figures', () => {
    const kept = [['session'], ['business', 'b1'], ['leads', 'b1', 'one', idOf(1)], ['leads', 'b1', 'list', {}]]
    const others = [
      ['files', 'b1', idOf(1)],
      ['calls', 'b1', 'one'],
      ['dashboard', 'b1'],
      ['leads', 'b1', 'duplicates'],
    ]
    expect(kept.map(isKept)).toEqual([true, true, true, true])
    expect(others.map(isKept)).toEqual([false, false, false, false])
  })

  it('is the last fifty leads, each with its history, and the last ten lists', () => {
    const leads = Array.from({ length: 52 }, (_, n) => [ofLead(n), ofLead(n, 'history')]).flat()
    const lists = Array.from({ length: 12 }, (_, n) => row(['leads', 'b1', 'list', { page: n }]))
    const gone = [50, 51].flatMap((n) => [ofLead(n).hash, ofLead(n, 'history').hash])
    expect(excess([...leads, ...lists], 0)).toEqual([...gone, lists[10]?.hash, lists[11]?.hash])
  })

  it('is removed after seven days', () => {
    const rows = [row(['session'], 1), ofLead(1)]
    expect(excess(rows, 7 * DAY_MS + 1)).toEqual([ofLead(1).hash])
  })

  it('is the first page of a history', () => {
    expect(keptPart({ pages: [1, 2], pageParams: ['a', 'b'] })).toEqual({ pages: [1], pageParams: ['a'] })
    expect(keptPart({ lead: 1 })).toEqual({ lead: 1 })
  })

  it('goes when the rights in its business change', () => {
    const names = (role: string) => row(['campaigns', 'b1', 'names'], 0, { campaigns: [{ _id: 'c1', role }] })
    const other = row(['leads', 'b2', 'one', idOf(9)])
    const rows = [names('Writer'), ofLead(1), row(['lead-fields', 'b1']), other]
    expect(takenAway(rows, names('Writer'))).toEqual([])
    expect(takenAway(rows, names('Reader'))).toEqual([ofLead(1).hash])
    const session = (role: string) => row(['session'], 0, { businesses: [{ businessId: 'b1', role }] })
    expect(takenAway([...rows, session('Owner')], session('None'))).toEqual([ofLead(1).hash, other.hash])
  })
})
