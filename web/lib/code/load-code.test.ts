import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loadCode, untilConnected, useCodeWait } from './load-code.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('code is loaded again when the connection is back, and the wait is shown', async () => {
  let isConnected = false
  vi.stubGlobal('fetch', () => (isConnected ? Promise.resolve(new Response()) : gone()))
  const load = vi.fn(() => (isConnected ? Promise.resolve('code') : gone()))
  const waits = renderHook(() => useCodeWait())
  const loading = loadCode(load)
  await waitFor(() => expect(waits.result.current).toBe('connection'))
  expect(load).toHaveBeenCalledTimes(1)
  isConnected = true
  window.dispatchEvent(new Event('online'))
  await expect(loading).resolves.toBe('code')
  await waitFor(() => expect(waits.result.current).toBeUndefined())
})

/** For waits that last until a reload, and would be seen by the next test. */
const ownModule = (name: string): Promise<typeof import('./load-code.ts')> =>
  import(/* @vite-ignore */ `./load-code.ts?${name}`)

/** A page with a banner that can ask, and `typed` in a field of it. */
function onPage(typed: string) {
  document.body.innerHTML = `<div data-asks-to-reload></div><input value="${typed}">`
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  return reload
}

test('a file that a reachable server does not deliver three times is cured by a reload', async () => {
  vi.useFakeTimers()
  sessionStorage.clear()
  const reload = onPage('')
  const { loadCode } = await ownModule('nothing-typed')
  const load = vi.fn(gone)
  void loadCode(load)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(3)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test('the reload waits for the person where something is typed', async () => {
  vi.useFakeTimers()
  sessionStorage.clear()
  const reload = onPage('half a comment')
  const { loadCode, useCodeWait } = await ownModule('typed')
  const waits = renderHook(() => useCodeWait())
  void loadCode(gone)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(reload).not.toHaveBeenCalled()
  await waitFor(() => expect(waits.result.current).toBe('file'))
})

test('code waits for a style sheet that failed, which is asked for again', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/late.css' })
  document.head.append(link)
  window.brokenStyles = [link]
  let isDone = false
  const loading = loadCode(() => Promise.resolve('code')).then(() => {
    isDone = true
  })
  await waitFor(() => expect(link.isConnected).toBe(false))
  expect(isDone).toBe(false)
  const again = document.querySelector('link[href="/assets/late.css"]')
  again?.dispatchEvent(new Event('load'))
  await loading
  again?.remove()
})

test('a request is repeated until the server is reached; a refusal is passed on', async () => {
  vi.useFakeTimers()
  const waits = renderHook(() => useCodeWait())
  let isConnected = false
  const ask = vi.fn(() => (isConnected ? Promise.resolve('session') : gone()))
  const asking = untilConnected(ask, (error) => error instanceof TypeError)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(ask).toHaveBeenCalledTimes(2)
  isConnected = true
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  await expect(asking).resolves.toBe('session')
  await waitFor(() => expect(waits.result.current).toBeUndefined())
  await expect(
    untilConnected(
      () => Promise.reject(new Error('refused')),
      () => false,
    ),
  ).rejects.toThrow('refused')
})
