import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import classes from './leads-table.module.css'

type Props = {
  /** Names the action for screen readers. */
  label: string
  popup?: 'menu' | 'dialog'
  /** The shown text is read before the label; otherwise the label replaces it. */
  isRead?: boolean
  /** Renders the opened editor; undefined: the value is read-only. */
  editor: ((close: () => void) => ReactNode) | undefined
  children: ReactNode
}

/** A value that is edited in its cell. The editor is loaded and rendered with the first press. */
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
