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
  /** Called when the code is complete, typed or pasted. */
  onComplete: (value: string) => void
  autoFocus?: boolean
}

/** Focus without scrolling, so that a QR code above stays visible. */
const focusFirst = (boxes: HTMLElement | null) => boxes?.querySelector('input')?.focus({ preventScroll: true })

/** One-time code, always left to right; phones can fill it in. */
export function CodeInput({ length, value, label, error, disabled, onChange, onComplete, autoFocus = true }: Props) {
  const { t } = useTranslation()
  // Mantine's default id changes after the first render, which remounts the boxes and loses the focus.
  const id = useId()
  // PinInput's `onComplete` does not fire for a paste after the value was cleared from outside.
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
