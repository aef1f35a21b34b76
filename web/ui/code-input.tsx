import { PinInput } from '@mantine/core'
import classes from './code-input.module.css'

type Props = {
  length: number
  value: string
  label: string
  error?: boolean
  disabled?: boolean
  onChange: (value: string) => void
  /** The last box was filled, by typing or by pasting the whole code. */
  onComplete: (value: string) => void
}

/** Boxes for a code that was sent, left to right in every language; the phone may fill it by itself. */
export function CodeInput({ length, value, label, error, disabled, onChange, onComplete }: Props) {
  return (
    <div dir="ltr" className={classes.boxes}>
      <PinInput
        length={length}
        type="number"
        inputMode="numeric"
        size="lg"
        gap="xs"
        oneTimeCode
        placeholder=""
        autoFocus
        value={value}
        error={error ?? false}
        disabled={disabled ?? false}
        aria-label={label}
        onChange={onChange}
        onComplete={onComplete}
      />
    </div>
  )
}
