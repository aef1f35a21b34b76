import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { activeKeys, capsOf, useHotkeys } from './hotkeys.ts'

type Keys = Parameters<typeof useHotkeys>[0]

type Props = { keys: Keys; isFrame?: boolean; isAbove?: boolean }
function Screen({ keys, isFrame = false, isAbove = false }: Props) {
  useHotkeys(keys, { isFrame, isAbove })
  return (
    <>
      <input aria-label="Field" />
      <input type="checkbox" aria-label="Row" />
    </>
  )
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

it('hears keys on a checkbox, into which nothing is typed', () => {
  const onNext = vi.fn()
  render(<Screen keys={{ KeyJ: onNext }} />)
  press('KeyJ', {}, screen.getByLabelText('Row'))
  expect(onNext).toHaveBeenCalledTimes(1)
})

it.each([
  ['dialog', { 'aria-modal': true }],
  ['menu', {}],
] as const)('leaves the keys to an open %s', (role, more) => {
  const onNew = vi.fn()
  render(
    <>
      <Screen keys={{ KeyN: onNew }} />
      <div role={role} {...more}>
        <button type="button">Inside</button>
      </div>
    </>,
  )
  press('KeyN', {}, screen.getByText('Inside'))
  expect(onNew).not.toHaveBeenCalled()
})

it('hears the keys of what lies above an open dialog, though not what is typed there', () => {
  const onAnswer = vi.fn()
  render(
    <>
      <Screen keys={{ 'Shift+KeyA': onAnswer }} isAbove />
      <div role="dialog" aria-modal>
        <button type="button">Inside</button>
      </div>
    </>,
  )
  press('KeyA', { shiftKey: true }, screen.getByText('Inside'))
  expect(onAnswer).toHaveBeenCalledTimes(1)
  press('KeyA', { shiftKey: true }, screen.getByLabelText('Field'))
  expect(onAnswer).toHaveBeenCalledTimes(1)
})

it("takes the screen's key before the frame's, whichever came first", () => {
  const onScreen = vi.fn()
  const onFrame = vi.fn()
  const { rerender } = render(<Screen keys={{ Slash: onScreen }} />)
  rerender(
    <>
      <Screen keys={{ Slash: onScreen }} />
      <Screen keys={{ Slash: onFrame }} isFrame />
    </>,
  )
  press('Slash')
  expect([onScreen.mock.calls.length, onFrame.mock.calls.length]).toEqual([1, 0])
})

it('knows which keys work now', () => {
  const { unmount } = render(<Screen keys={{ KeyN: vi.fn(), 'KeyG KeyL': vi.fn() }} />)
  expect(activeKeys()).toEqual(['KeyN', 'KeyG KeyL'])
  unmount()
  expect(activeKeys()).toEqual([])
})

it.each([
  ['Mod+KeyK', ['Ctrl', 'K']],
  ['KeyG KeyL', ['G', 'L']],
  ['Slash', ['/']],
  ['Shift+Slash', ['?']],
  ['Escape', ['Esc']],
])('%s stands on the keys %s', (key, caps) => {
  expect(capsOf(key)).toEqual(caps)
})
