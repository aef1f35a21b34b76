import type { LeadsLook } from '#contract/users.ts'
import { useKeepChoices } from '../../lib/own-choices.ts'
import { useSession } from '../../lib/session.ts'

/** Table or cards, as saved for the person. */
export function useLeadsLook(): [LeadsLook, (look: LeadsLook) => void] {
  const { user } = useSession()
  const keep = useKeepChoices()
  return [user.leadView, (leadView) => leadView !== user.leadView && keep({ leadView })]
}
