import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsTalking } from '../../../lib/on-the-line.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { signOut } from '../../session-control.ts'
import { askInCall } from '../in-call-question.tsx'

/**
 * Signs out, in a call after a question: the customer is put through to another phone, or hears a message. `quiet` (the phone's menu)
 * only logs a failure.
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
  return () => (isTalking ? askInCall({ about: 'logoutInCall', leave: () => mutate() }) : mutate())
}
