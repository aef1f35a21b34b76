import { notifications } from '@mantine/notifications'
import { ToastCard, type ToastKind } from './toast-card.tsx'

/** Decisions 0, row 3. */
export const TOAST_MS = 3_000
export const ERROR_TOAST_MS = 5_000
export const UNDO_TOAST_MS = 10_000
export const TOASTS_AT_ONCE = 3

let shown = 0

type Options = {
  /** The toast then stays longer and bears a button Undo. */
  undo?: () => void
}

function show(kind: ToastKind, message: string, { undo }: Options = {}) {
  const ms = undo ? UNDO_TOAST_MS : kind === 'error' ? ERROR_TOAST_MS : TOAST_MS
  shown += 1
  const id = `toast-${shown}`
  const hide = () => void notifications.hide(id)
  notifications.show({
    id,
    message,
    autoClose: false,
    role: kind === 'error' ? 'alert' : 'status',
    renderNotification: () => <ToastCard kind={kind} message={message} ms={ms} undo={undo} onClose={hide} />,
  })
  return id
}

/** Short words at the top centre. The message is already in the reader's language. */
export const toast = {
  success: (message: string, options?: Options) => show('success', message, options),
  info: (message: string, options?: Options) => show('info', message, options),
  error: (message: string) => show('error', message),
  hide: (id: string) => void notifications.hide(id),
}
