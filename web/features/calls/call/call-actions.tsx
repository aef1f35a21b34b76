import { Button } from '@mantine/core'
import { IconPhone, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDetails } from '#contract/calls/calls.ts'
import { paths } from '../../../lib/paths.ts'
import { useBlockCaller } from '../../../shared/block-caller.ts'
import { CallButton } from '../../../shared/numbers/call-button.tsx'
import classes from './call-drawer.module.css'
import { LogActions } from './log-actions.tsx'
import { useMeetingOfCall } from './meeting-slot.ts'

type Props = {
  businessId: string
  call: CallDetails
  /** The call was deleted. */
  onGone: () => void
}

/** Actions of a call: open the lead, call back, set a meeting, change or delete what was logged, block the caller. */
export function CallActions({ businessId, call, onGone }: Props) {
  const { t } = useTranslation('calls')
  const blocker = useBlockCaller(call.campaignId)
  const { lead, campaignId, caller, called } = call
  const Meeting = useMeetingOfCall()
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
      {Meeting && lead && campaignId && (
        <Suspense>
          <Meeting leadId={lead._id} campaignId={campaignId} />
        </Suspense>
      )}
      {call.logged && <LogActions {...{ businessId, call, onGone }} />}
      {/* The texts of this action load later. */}
      <Suspense>{blocker && caller && <blocker.CallAction call={call} phone={caller} />}</Suspense>
    </div>
  )
}
