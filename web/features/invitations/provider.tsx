import type { ReactNode } from 'react'
import { lazily } from '../../lib/lazy.ts'
import { InviteButton } from '../../ui/layout/page-slots.ts'

const Invite = lazily(() => import('./invite-here.tsx'), 'InviteHere')

/** Provides the invitation of people to the screens in it. */
export const Provider = ({ children }: { children: ReactNode }) => (
  <InviteButton value={Invite}>{children}</InviteButton>
)
