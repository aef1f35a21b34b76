import { describe, expect, it } from 'vitest'
import { LeadsSearch, listQueryOf } from './leads-search.ts'

describe('the request behind a list', () => {
  it('omits a search that is too short to match', () => {
    expect(listQueryOf(LeadsSearch.parse({ search: ' a ' }), null, 10)).not.toHaveProperty('search')
    expect(listQueryOf(LeadsSearch.parse({ search: ' ab ' }), null, 10)).toMatchObject({ search: 'ab' })
  })

  it('sends from and to if no preset is chosen', () => {
    const query = listQueryOf(LeadsSearch.parse({ from: '2026-01-01', to: '2026-01-31' }), null, 10)
    expect(JSON.parse(query.filters ?? '')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  })
})
