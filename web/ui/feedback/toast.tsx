import { loadCode } from '../../lib/code/load-code.ts'
import type { ToastKind } from './toast-card.tsx'

/** Display times: an error takes longer to read, Undo longer to reach. */
export const TOAST_MS = 3_000
export const ERROR_TOAST_MS = 5_000
export const UNDO_TOAST_MS = 10_000

type Options = {
  /** Adds an Undo button and the longer display time. */
  undo?: () => void
  /** Label of that button, if another word fits better. */
  undoLabel?: string | undefined
}

/** The stack is loaded with the first toast, to keep it out of the sign-in page. */
const stack = () => loadCode(() => import('./toast-stack.tsx'))
let shown = 0
let wake: () => void = () => undefined
export const hasToasts = () => shown > 0
export function onFirstToast(listener: () => void) {
  wake = listener
  return () => {
    wake = () => undefined
  }
}

function show(kind: ToastKind, message: string, { undo, undoLabel }: Options = {}) {
  const ms = undo ? UNDO_TOAST_MS : kind === 'error' ? ERROR_TOAST_MS : TOAST_MS
  shown += 1
  const id = `toast-${shown}`
  wake()
  void stack().then(({ showToast }) => showToast({ id, kind, message, ms, undo, undoLabel }))
  return id
}

/** The message is already translated. */
export const toast = {
  success: (message: string, options?: Options) => show('success', message, options),
  info: (message: string, options?: Options) => show('info', message, options),
  error: (message: string) => show('error', message),
  hide: (id: string) => void stack().then(({ hideToast }) => hideToast(id)),
  /** Called before a form's next step: messages about the previous step no longer apply. */
  hideAll: () => void (shown && stack().then(({ hideToasts }) => hideToasts())),
}
