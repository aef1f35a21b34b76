import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './inline-field.module.css'

type Props = {
  /** For screen readers: "Edit name". */
  label: string
  value: string
  /** The value as text, or a hint if there is none. */
  children: ReactNode
  onSave: (value: string) => void
  /** Returns the error text. */
  check?: (value: string) => string | undefined
  dir?: 'auto' | 'ltr'
  type?: 'text' | 'tel' | 'email'
  inputMode?: 'decimal'
  /** Opened from the start; `onClose` is called when it closes. */
  isOpen?: boolean
  onClose?: () => void
}

/** A value that turns into an input when pressed. Enter and blur save, Escape cancels. */
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
