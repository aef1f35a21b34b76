import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useHotkeys } from './hotkeys.ts'

function Screen({ keys }: { keys: Parameters<typeof useHotkeys>[0] }) {
  useHotkeys(keys)
  return <input aria-label="Field" />
}
const press = (code: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { code, ...more })

it('hears a key by its position, whatever letter the layout puts there', () => {
  const onNew = vi.fn()
  render(<Screen keys={{ KeyN: onNew }} />)
  press('KeyN', { key: 'מ' })
  expect(onNew).toHaveBeenCalledTimes(1)
})

it('hears two keys in a row', () => {
  const toLeads = vi.fn()
  const onL = vi.fn()
  render(<Screen keys={{ 'KeyG KeyL': toLeads, KeyL: onL }} />)
  press('KeyG')
  press('KeyL')
  press('KeyL')
  expect([toLeads.mock.calls.length, onL.mock.calls.length]).toEqual([1, 1])
})

it('leaves typing alone, but not Ctrl and ⌘', () => {
  const onNew = vi.fn()
  const onPalette = vi.fn()
  render(<Screen keys={{ KeyN: onNew, 'Mod+KeyK': onPalette }} />)
  const field = screen.getByLabelText('Field')
  press('KeyN', {}, field)
  press('KeyK', { ctrlKey: true }, field)
  press('KeyK', { metaKey: true }, field)
  expect(onNew).not.toHaveBeenCalled()
  expect(onPalette).toHaveBeenCalledTimes(2)
})
