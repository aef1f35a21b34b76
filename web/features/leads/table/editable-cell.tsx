import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import classes from './leads-table.module.css'

type Props = {
  /** What pressing it does. */
  label: string
  popup?: 'menu' | 'dialog'
  /** What is shown is a text that is read before the label; otherwise the label says all. */
  isRead?: boolean
  /** Opened at once; undefined: the value can only be read. `close` goes back to the plain value. */
  editor: ((close: () => void) => ReactNode) | undefined
  children: ReactNode
}

/** A value that can be changed in its place. What changes it is drawn, and fetched, with the first press. */
export function EditableCell({ label, popup, isRead, editor, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!editor) return children
  const plain = (
    <button
      type="button"
      className={classes.editable}
      aria-label={isRead ? undefined : label}
      aria-haspopup={popup}
      aria-expanded={popup && false}
      onClick={() => setOpen(true)}
    >
      {children}
      {isRead && <VisuallyHidden>{label}</VisuallyHidden>}
    </button>
  )
  return isOpen ? <Suspense fallback={plain}>{editor(() => setOpen(false))}</Suspense> : plain
}
