import { Button } from '@mantine/core'
import { IconPhone, IconTrash, IconUser } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDetails } from '#contract/calls/calls.ts'
import { paths } from '../../../lib/paths.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useBlockCaller } from '../../../shared/block-caller.ts'
import { CallButton } from '../../../shared/numbers/call-button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { removeLog } from '../out/call-out.api.ts'
import classes from './call-drawer.module.css'

type Props = {
  businessId: string
  call: CallDetails
  /** The call was deleted. */
  onGone: () => void
}

/** Actions of a call: open the lead, call back, block the caller. */
export function CallActions({ businessId, call, onGone }: Props) {
  const { t } = useTranslation('calls')
  const blocker = useBlockCaller(call.campaignId)
  const { lead, campaignId, caller, called } = call
  const { user } = useSession()
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: () => removeLog(call._id),
    onSuccess: onGone,
    onError: (error) => void toast.error(error.message),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.calls(businessId) }),
        client.invalidateQueries({ queryKey: queryKeys.leads(businessId) }),
      ]),
    meta: { silent: true },
  })
  return (
    <div className={classes.actions}>
      {lead && campaignId && (
        <Button
          component={Link}
          to={paths.lead(businessId, campaignId, lead._id)}
          leftSection={<IconUser stroke={2} aria-hidden />}
        >
          {t('openLead')}
        </Button>
      )}
      <CallButton
        callee={{
          phone: caller ?? called,
          name: lead?.name || (caller ?? called ?? ''),
          campaignId,
          leadId: lead?._id,
        }}
        variant="default"
        leftSection={<IconPhone stroke={1.75} aria-hidden />}
      >
        {t(call.direction === 'inbound' ? 'callBack' : 'callAgain')}
      </CallButton>
      {call.logged && call.madeBy?._id === user._id && Date.parse(call.logged.removableUntil) > Date.now() && (
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash stroke={1.75} aria-hidden />}
          loading={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {t('removeLog')}
        </Button>
      )}
      {/* The texts of this action load later. */}
      <Suspense>{blocker && caller && <blocker.CallAction call={call} phone={caller} />}</Suspense>
    </div>
  )
}
