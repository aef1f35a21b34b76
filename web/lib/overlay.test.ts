import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// A separate module instance: overlays of another test file's app might never end.
const alone = './overlay.ts?alone'
const { OVERLAY_MIN_MS, useOverlay, withOverlay }: typeof import('./overlay.ts') = await import(
  /* @vite-ignore */ alone
)

const work = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows nothing over work that is done at once', async () => {
  const { result } = renderHook(useOverlay)
  void withOverlay(work(100))
  await pass(1_000)
  expect(result.current).toBe(false)
})

it('stays half a second once it is shown', async () => {
  const { result } = renderHook(useOverlay)
  void withOverlay(work(200))
  await pass(190)
  expect(result.current).toBe(true)
  await pass(OVERLAY_MIN_MS - 100)
  expect(result.current).toBe(true)
  await pass(100)
  expect(result.current).toBe(false)
})

it('goes with the last of several works', async () => {
  const { result } = renderHook(useOverlay)
  void withOverlay(work(700))
  void withOverlay(work(2_000))
  await pass(1_500)
  expect(result.current).toBe(true)
  await pass(600)
  expect(result.current).toBe(false)
})
