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

  it('keeps the marks of conditions readable', () => {
    const where = 'all(value.gte:5;name.is:a~;b)'
    expect(stringifySearch({ where })).toBe(`?where=${where}`)
    expect(parseSearch(`?where=${where}`)).toEqual({ where })
  })

  it('leaves out what says nothing', () => {
    expect(stringifySearch({ page: undefined, status: [], search: '', unread: false, trash: true })).toBe('?trash=true')
    expect(stringifySearch({})).toBe('')
  })
})
