import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { useEffect } from 'react'
import { ToastCard, type ToastKind } from './toast-card.tsx'

/** Specification, section 8. */
export const TOASTS_AT_ONCE = 3

type Shown = {
  id: string
  kind: ToastKind
  message: string
  ms: number
  undo: (() => void) | undefined
  undoLabel: string | undefined
}

const roleOf = (kind: ToastKind) => (kind === 'error' ? 'alert' : 'status')

/** The first toast is added after mount; otherwise it would not slide in. */
const mounted = Promise.withResolvers<void>()

export async function hideToast(id: string) {
  await mounted.promise
  notifications.hide(id)
}

export async function hideToasts() {
  await mounted.promise
  notifications.cleanQueue()
  notifications.clean()
}

export async function showToast({ id, undo, ...card }: Shown) {
  await mounted.promise
  const { kind, message } = card
  if (!undo) makeRoom(kind, message)
  notifications.show({
    id,
    message,
    autoClose: false,
    role: roleOf(kind),
    ...(undo && { 'data-undo': true }),
    renderNotification: () => <ToastCard {...card} undo={undo} onClose={() => notifications.hide(id)} />,
  })
}

/** A repeated toast replaces itself. With too many errors open, a new one closes the oldest. */
function makeRoom(kind: ToastKind, message: string) {
  const { notifications: open, queue } = notificationsStore.getState()
  const all = [...open, ...queue]
  const same = all.filter((one) => one.message === message && one.role === roleOf(kind) && !one['data-undo'])
  const errors = kind === 'error' ? all.filter((one) => one.role === 'alert' && !same.includes(one)) : []
  const tooMany = errors.slice(0, Math.max(0, errors.length + 1 - TOASTS_AT_ONCE))
  for (const { id } of [...same, ...tooMany]) if (id) notifications.hide(id)
}

/** Top center, three at once, the others queue (specification, section 8). */
export function ToastStack() {
  useEffect(mounted.resolve, [])
  return <Notifications position="top-center" limit={TOASTS_AT_ONCE} transitionDuration={160} />
}
