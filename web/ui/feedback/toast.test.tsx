import { notifications } from '@mantine/notifications'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { ERROR_TOAST_MS, TOAST_MS, toast, UNDO_TOAST_MS } from './toast.tsx'

/** Fading out adds to the display time. */
const FADE_MS = 400
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const isShown = (text: string) => screen.queryByText(text) !== null

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderPage(null)
})
afterEach(() => {
  act(() => notifications.clean())
  vi.useRealTimers()
})

describe('a toast', () => {
  it.each([
    ['of success', () => toast.success('Said'), TOAST_MS],
    ['of an error', () => toast.error('Said'), ERROR_TOAST_MS],
    ['that offers Undo', () => toast.success('Said', { undo: () => undefined }), UNDO_TOAST_MS],
  ])('%s stays its own time', async (_, say, ms) => {
    act(() => void say())
    await screen.findByText('Said')
    await pass(ms - 500)
    expect(isShown('Said')).toBe(true)
    await pass(500 + FADE_MS)
    await waitFor(() => expect(isShown('Said')).toBe(false))
  })

  it('pauses its timer on hover and focus', async () => {
    act(() => void toast.success('Said'))
    const card = (await screen.findByText('Said')).parentElement as HTMLElement
    fireEvent.mouseEnter(card)
    await pass(TOAST_MS * 2)
    fireEvent.mouseLeave(card)
    const close = screen.getByRole('button', { name: 'Close' })
    act(() => close.focus())
    await pass(TOAST_MS * 2)
    expect(isShown('Said')).toBe(true)
    act(() => close.blur())
    await pass(TOAST_MS + FADE_MS)
    await waitFor(() => expect(isShown('Said')).toBe(false))
  })

  it('is at the top center and closes by its button', async () => {
    act(() => void toast.success('Said'))
    const card = await screen.findByText('Said')
    expect(card.closest('[data-position]')?.getAttribute('data-position')).toBe('top-center')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await pass(FADE_MS)
    await waitFor(() => expect(isShown('Said')).toBe(false))
  })

  it('can be hidden by its id', async () => {
    let [first, second] = ['', '']
    act(() => {
      first = toast.success('one')
      second = toast.success('two')
    })
    await screen.findByText('two')
    expect(first).not.toBe(second)
    act(() => toast.hide(first))
    await pass(FADE_MS)
    await waitFor(() => expect(isShown('one')).toBe(false))
    expect(isShown('two')).toBe(true)
  })

  it('is one of three at most; the others queue', async () => {
    for (const text of ['one', 'two', 'three', 'four']) act(() => void toast.success(text))
    await screen.findByText('three')
    expect(isShown('four')).toBe(false)
    await pass(TOAST_MS + FADE_MS)
    await screen.findByText('four')
  })

  it('that repeats replaces the first one and restarts its timer', async () => {
    act(() => void toast.error('It failed'))
    await screen.findByText('It failed')
    await pass(ERROR_TOAST_MS - 1_000)
    act(() => void toast.error('It failed'))
    await pass(FADE_MS + 1_500)
    expect(screen.getAllByText('It failed')).toHaveLength(1)
    await pass(ERROR_TOAST_MS)
    await waitFor(() => expect(isShown('It failed')).toBe(false))
  })

  it('of an error closes the oldest error instead of queueing', async () => {
    for (const text of ['one', 'two', 'three', 'four', 'five']) act(() => void toast.error(text))
    await screen.findByText('five')
    await pass(FADE_MS)
    await waitFor(() => expect(['one', 'two'].map(isShown)).toEqual([false, false]))
    expect(['three', 'four', 'five'].map(isShown)).toEqual([true, true, true])
  })

  it('with Undo is not replaced by one with the same text', async () => {
    for (const undo of [vi.fn(), vi.fn()]) act(() => void toast.success('Moved to trash', { undo }))
    await waitFor(() => expect(screen.getAllByText('Moved to trash')).toHaveLength(2))
  })

  it('undoes once and closes', async () => {
    const undo = vi.fn()
    act(() => void toast.success('Moved to trash', { undo }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledTimes(1)
    await pass(FADE_MS)
    await waitFor(() => expect(isShown('Moved to trash')).toBe(false))
  })
})
