import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDetails } from '#contract/calls/calls.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { removeLog, restoreLog } from '../out/call-out.api.ts'
import { LogDialog } from '../out/log-dialog.tsx'

type Props = {
  businessId: string
  call: CallDetails
  /** The call was deleted. */
  onGone: () => void
}

/** Changes or deletes a call that was logged by hand: for its author within a day, for Owner and Admin always. */
export function LogActions({ businessId, call, onGone }: Props) {
  const { t } = useTranslation('calls')
  const { user } = useSession()
  const mayEditAll = useCan('calls.editLogs', call.campaignId)
  const client = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const changed = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.calls(businessId) }),
      client.invalidateQueries({ queryKey: queryKeys.leads(businessId) }),
    ])
  const fail = (error: Error) => void toast.error(error.message)
  const removing = useMutation({
    mutationFn: () => removeLog(call._id),
    onSuccess() {
      void toast.success(t('logRemoved'), { undo: () => void restoreLog(call._id).then(changed, fail) })
      onGone()
    },
    onError: fail,
    onSettled: changed,
    meta: { silent: true },
  })
  const { logged, madeBy, lead, campaignId } = call
  const isOwn = madeBy?._id === user._id && logged !== null && Date.parse(logged.removableUntil) > Date.now()
  if (!isOwn && !mayEditAll) return null
  const phone = call.caller ?? call.called
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil stroke={1.75} aria-hidden />}
        disabled={removing.isPending}
        onClick={() => setEditing(true)}
      >
        {t('editLog')}
      </Button>
      <Button
        variant="default"
        color="red"
        leftSection={<IconTrash stroke={1.75} aria-hidden />}
        loading={removing.isPending}
        onClick={() => removing.mutate()}
      >
        {t('removeLog')}
      </Button>
      {/* The texts of the dialog load later. */}
      <Suspense>
        {isEditing && (
          <LogDialog
            businessId={businessId}
            callee={{ phone, name: lead?.name || (phone ?? ''), campaignId, leadId: lead?._id }}
            log={call}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </>
  )
}
