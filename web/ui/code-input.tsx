import { PinInput } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
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
  autoFocus?: boolean
}

/** Without scrolling: what stands above the boxes, a QR code perhaps, stays in sight. */
const focusFirst = (boxes: HTMLElement | null) => boxes?.querySelector('input')?.focus({ preventScroll: true })

/** Boxes for a code that was sent, which Mantine keeps left to right in every language; the phone may fill it by itself. */
export function CodeInput({ length, value, label, error, disabled, onChange, onComplete, autoFocus = true }: Props) {
  const { t } = useTranslation()
  // Mantine's own id changes after the first drawing; the boxes are then made anew and lose the focus.
  const id = useId()
  // PinInput's own `onComplete` stays silent for a code pasted after the boxes were emptied from outside.
  const take = (typed: string) => {
    onChange(typed)
    if (typed.length === length && typed !== value) onComplete(typed)
  }
  const boxes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (autoFocus) focusFirst(boxes.current)
  }, [autoFocus])
  const isRefused = error === true && value === ''
  useEffect(() => {
    if (isRefused) focusFirst(boxes.current)
  }, [isRefused])
  return (
    <div ref={boxes} className={classes.boxes}>
      <PinInput
        id={id}
        length={length}
        type="number"
        inputMode="numeric"
        size="lg"
        gap="xs"
        oneTimeCode
        classNames={{ root: classes.row ?? '', pinInput: classes.box ?? '' }}
        placeholder=""
        value={value}
        error={error ?? false}
        readOnly={disabled ?? false}
        aria-label={label}
        onChange={take}
        getInputProps={(index) => ({ 'aria-label': t('digitOf', { number: index + 1, total: length }) })}
      />
    </div>
  )
}
