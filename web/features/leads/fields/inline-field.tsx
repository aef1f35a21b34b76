import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './inline-field.module.css'

type Props = {
  /** Names the field for screen readers: "Edit name". */
  label: string
  value: string
  /** How it is shown; without a value a hint what to add. */
  children: ReactNode
  onSave: (value: string) => void
  /** What is wrong with the text, if anything. */
  check?: (value: string) => string | undefined
  dir?: 'auto' | 'ltr'
  type?: 'text' | 'tel' | 'email'
  inputMode?: 'decimal'
  /** Shown as a field from the start, and `onClose` called once it is none any more. */
  isOpen?: boolean
  onClose?: () => void
}

/** A value that turns into a field when it is pressed. Enter and leaving it save, Escape takes back. */
export function InlineField({ label, value, children, onSave, check, onClose, ...field }: Props) {
  const { dir = 'auto', type = 'text', inputMode, isOpen } = field
  const [typed, setTyped] = useState(isOpen ? value : undefined)
  const close = () => {
    setTyped(undefined)
    onClose?.()
  }
  if (typed === undefined)
    return (
      <UnstyledButton className={classes.value} onClick={() => setTyped(value)}>
        {children}
        <VisuallyHidden>{label}</VisuallyHidden>
      </UnstyledButton>
    )
  const error = check?.(typed.trim())
  const finish = () => {
    if (error) return
    close()
    if (typed.trim() !== value) onSave(typed.trim())
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        finish()
      }}
    >
      <TextInput
        className={classes.input}
        aria-label={label}
        value={typed}
        dir={dir}
        type={type}
        {...(inputMode && { inputMode })}
        error={error}
        autoFocus
        autoComplete="off"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => (error ? close() : finish())}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      />
    </form>
  )
}
