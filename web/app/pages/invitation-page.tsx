import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../../features/auth/auth-frame.tsx'
import { OpenedInvitation } from '../../features/invitations/opened-invitation.tsx'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { signOut } from '../session-control.ts'

/** Target of invitation links (specification, section 2). */
export function InvitationPage() {
  const { t } = useTranslation('invitation')
  const { t: shell } = useTranslation('shell')
  const { id, token } = useIds(paths.invitation)
  const place = { router: useRouter(), queryClient: useQueryClient() }
  const change = () => void signOut(place, paths.invitation(id, token)).catch(() => toast.error(shell('logoutFailed')))
  return (
    <AuthFrame title={t('tab')} bare>
      <OpenedInvitation link={{ id, token }} onSwitch={change} />
    </AuthFrame>
  )
}
