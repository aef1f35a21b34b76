import { afterEach, expect, it, vi } from 'vitest'
import { clearSessionStorage, storage } from './storage.ts'

afterEach(() => vi.restoreAllMocks())
const forbid = (...names: ('getItem' | 'setItem' | 'removeItem' | 'clear')[]) => {
  for (const name of names)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('No', 'QuotaExceededError')
    })
}

it('holds what no longer fits into the storage', () => {
  storage.token.set('old')
  forbid('setItem')
  storage.token.set('new')
  expect(storage.token.get()).toBe('new')
  vi.restoreAllMocks()
  storage.token.set('fits again')
  expect([storage.token.get(), localStorage.getItem('token')]).toEqual(['fits again', 'fits again'])
  storage.token.set(null)
  expect(storage.token.get()).toBeNull()
})

it('where storage is forbidden, a tab’s business is not the device’s, and clearing the tab’s does not sign out', () => {
  forbid('getItem', 'setItem', 'removeItem', 'clear')
  storage.token.set('mine')
  storage.businessId.set('of the device')
  storage.tabBusinessId.set('of the tab')
  expect([storage.businessId.get(), storage.tabBusinessId.get()]).toEqual(['of the device', 'of the tab'])
  clearSessionStorage()
  expect([storage.token.get(), storage.tabBusinessId.get()]).toEqual(['mine', null])
  storage.token.set(null)
  expect(storage.token.get()).toBeNull()
})
