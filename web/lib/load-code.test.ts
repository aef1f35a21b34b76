import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadCode, useCodeWaits } from './load-code.ts'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('code is loaded again when the connection is back, and the wait is shown', async () => {
  let isConnected = false
  vi.stubGlobal('fetch', () => (isConnected ? Promise.resolve(new Response()) : gone()))
  const load = vi.fn(() => (isConnected ? Promise.resolve('code') : gone()))
  const waits = renderHook(() => useCodeWaits())
  const loading = loadCode(load)
  await waitFor(() => expect(waits.result.current).toBe(true))
  expect(load).toHaveBeenCalledTimes(1)
  isConnected = true
  window.dispatchEvent(new Event('online'))
  await expect(loading).resolves.toBe('code')
  await waitFor(() => expect(waits.result.current).toBe(false))
})

test('a file that a reachable server does not have fails after the second try', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  const load = vi.fn(gone)
  await expect(loadCode(load)).rejects.toThrow('dynamically imported')
  expect(load).toHaveBeenCalledTimes(2)
})
