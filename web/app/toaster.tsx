import { Suspense, useSyncExternalStore } from 'react'
import { lazily } from '../lib/lazy.ts'
import { hasToasts, onFirstToast } from '../ui/feedback/toast.tsx'

const ToastStack = lazily(() => import('../ui/feedback/toast-stack.tsx'), 'ToastStack', { soon: true })

/** Container of toasts, mounted with the first one. */
export const Toaster = () =>
  useSyncExternalStore(onFirstToast, hasToasts) && (
    <Suspense>
      <ToastStack />
    </Suspense>
  )
