import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsTalking } from '../../../lib/on-the-line.ts'
import { hasUnsent } from '../../../lib/session/unsent/send-or-keep.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { signOut } from '../../session-control.ts'
import { askInCall } from '../in-call.ts'

/**
 * Signs out. During a call it asks first, since the caller is then connected to another phone or hears a message; so it
 * does if something waits to be sent, which would be lost. With `quiet` (mobile menu) failures are only logged.
 */
export function useSignOut({ quiet = false } = {}) {
  const { t } = useTranslation('shell')
  const place = { router: useRouter(), queryClient: useQueryClient() }
  const isTalking = useIsTalking()
  const { mutate } = useMutation({
    mutationFn: () => signOut(place),
    meta: { silent: true },
    onError: () => void (quiet || toast.error(t('logoutFailed'))),
  })
  const leave = () => mutate()
  return async () => {
    if (isTalking) return askInCall({ about: 'logoutInCall', leave })
    return (await hasUnsent()) ? askInCall({ about: 'logoutUnsent', leave }) : leave()
  }
}
