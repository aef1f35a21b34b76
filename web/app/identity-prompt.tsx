import { Suspense, useSyncExternalStore } from 'react'
import { lazily } from '../lib/lazy.ts'
import { heldRequest, onHeld } from '../lib/session/identity.ts'

const IdentityDialog = lazily(() => import('../shared/identity-dialog.tsx'), 'IdentityDialog')

/** Prompts for confirmation of identity when a request requires it. */
export function IdentityPrompt() {
  const held = useSyncExternalStore(onHeld, heldRequest)
  return (
    held && (
      <Suspense>
        <IdentityDialog held={held} />
      </Suspense>
    )
  )
}
