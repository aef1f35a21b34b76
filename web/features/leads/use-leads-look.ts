import type { LeadsLook } from '#contract/team/users.ts'
import { useKeepChoices } from '../../lib/session/own-choices.ts'
import { useSession } from '../../lib/session/session.ts'

/** Table or cards, as saved for the person. */
export function useLeadsLook(): [LeadsLook, (look: LeadsLook) => void] {
  const { user } = useSession()
  const keep = useKeepChoices()
  return [user.leadView, (leadView) => leadView !== user.leadView && keep({ leadView })]
}
