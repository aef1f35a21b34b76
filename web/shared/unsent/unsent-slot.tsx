import { Suspense } from 'react'
import { lazily } from '../../lib/lazy.ts'
import type { Kinds } from './unsent-acts.tsx'

const UnsentActs = lazily(() => import('./unsent-acts.tsx'), 'UnsentActs', { soon: true })

/** What was done on the lead and waits to be sent. */
export const UnsentSlot = (props: { leadId: string; of: Kinds }) => (
  <Suspense>
    <UnsentActs {...props} />
  </Suspense>
)
