import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Design } from '../../app/theme/design.tsx'
import { ClockInput } from './clock-input.tsx'

function Clock({ onChange }: { onChange: (clock: string) => void }) {
  const [clock, setClock] = useState('09:00')
  const change = (changed: string) => {
    setClock(changed)
    onChange(changed)
  }
  return <ClockInput aria-label="Opens" value={clock} onChange={change} />
}

const open = () => {
  const reported: string[] = []
  render(
    <Design isTest>
      <Clock onChange={(clock) => reported.push(clock)} />
    </Design>,
  )
  return { user: userEvent.setup(), reported, field: screen.getByLabelText<HTMLInputElement>('Opens') }
}

it.each([
  ['8', '08:00'],
  ['18', '18:00'],
  ['830', '08:30'],
  ['1745', '17:45'],
  ['7:05', '07:05'],
  ['24', '00:00'],
  ['0', '00:00'],
])('a time typed as %s is read as %s', async (typed, clock) => {
  const { user, reported, field } = open()
  await user.click(field)
  await user.keyboard(typed)
  await user.tab()
  expect(field.value).toBe(clock)
  expect(reported.at(-1)).toBe(clock)
})

it.each(['25', '8:70', '2401', 'x'])('what is no time is reported as typed: %s', async (typed) => {
  const { user, reported, field } = open()
  await user.click(field)
  await user.keyboard(typed)
  await user.tab()
  expect(reported.at(-1)).toBe(typed)
})

it('moves by a quarter of an hour with the arrows, and reports no half of a time', async () => {
  const { user, reported, field } = open()
  await user.click(field)
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
  expect(reported).toEqual(['09:15', '09:00', '08:45'])
  await user.clear(field)
  await user.keyboard('10:0')
  expect(reported).toHaveLength(3)
  await user.keyboard('0')
  expect(reported.at(-1)).toBe('10:00')
})
