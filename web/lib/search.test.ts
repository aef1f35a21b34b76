import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

describe('the search part of an address', () => {
  it('is plain text that people can read', () => {
    expect(stringifySearch({ page: 2, status: ['a', 'b'], search: 'דנה & co' })).toBe(
      '?page=2&status=a,b&search=%D7%93%D7%A0%D7%94+%26+co',
    )
    expect(parseSearch('?page=2&status=a,b&search=%D7%93%D7%A0%D7%94+%26+co')).toEqual({
      page: '2',
      status: 'a,b',
      search: 'דנה & co',
    })
  })

  it('leaves out what says nothing', () => {
    expect(stringifySearch({ page: undefined, status: [], search: '', unread: false, trash: true })).toBe('?trash=true')
    expect(stringifySearch({})).toBe('')
  })
})
