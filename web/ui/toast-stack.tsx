import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { ToastCard, type ToastKind } from './toast-card.tsx'

/** Specification, section 8. */
export const TOASTS_AT_ONCE = 3

type Shown = { id: string; kind: ToastKind; message: string; ms: number; undo: (() => void) | undefined }

export const hideToast = (id: string) => void notifications.hide(id)

export function showToast({ id, kind, message, ms, undo }: Shown) {
  notifications.show({
    id,
    message,
    autoClose: false,
    role: kind === 'error' ? 'alert' : 'status',
    renderNotification: () => (
      <ToastCard kind={kind} message={message} ms={ms} undo={undo} onClose={() => hideToast(id)} />
    ),
  })
}

/** Where toasts appear: top-center, three at once, the others wait (specification, section 8). */
export const ToastStack = () => <Notifications position="top-center" limit={TOASTS_AT_ONCE} transitionDuration={160} />
