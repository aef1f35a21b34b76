import type { Feature } from '../feature.ts'
import { mountInvitations, mountShortInvitations } from './invitations.routes.ts'

export const invitations: Feature = {
  mount: [mountInvitations],
  mountAtRoot: [mountShortInvitations],
}
