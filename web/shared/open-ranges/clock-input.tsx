import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { minutesOf } from '#contract/values/clock.ts'
import { clockAt, readClock } from './read-clock.ts'

const STEP_MINUTES = 15
const WHOLE = /^\d{2}:?\d{2}$/

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (clock: string) => void }

/**
 * A time of day, in 24 hours whatever the browser's region is, as the product shows times. What is not a time is reported
 * as typed. The up and down arrows move it.
 */
export function ClockInput({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string) => {
    setTyped(text)
    const clock = WHOLE.test(text) ? readClock(text) : undefined
    if (clock) onChange(clock)
  }
  const finish = () => {
    if (typed === null) return
    setTyped(null)
    const clock = readClock(typed) ?? typed
    if (clock !== value) onChange(clock)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish()
    const step = event.key === 'ArrowUp' ? STEP_MINUTES : event.key === 'ArrowDown' ? -STEP_MINUTES : 0
    const clock = step && readClock(typed ?? value)
    if (!clock) return
    event.preventDefault()
    setTyped(null)
    onChange(clockAt(minutesOf(clock) + step))
  }
  return (
    <TextInput
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="00:00"
      {...props}
      value={typed ?? value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={finish}
      onKeyDown={press}
    />
  )
}
