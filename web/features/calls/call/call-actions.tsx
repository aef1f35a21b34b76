import { Button } from '@mantine/core'
import { IconPhone, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDetails } from '#contract/calls/calls.ts'
import { isMasked } from '#contract/values/masks.ts'
import { paths } from '../../../lib/paths.ts'
import { useBlockCaller } from '../../../shared/block-caller.ts'
import classes from './call-drawer.module.css'

/** Actions of a call: open the lead, call back, block the caller. */
export function CallActions({ businessId, call }: { businessId: string; call: CallDetails }) {
  const { t } = useTranslation('calls')
  const blocker = useBlockCaller(call.campaignId)
  const { lead, campaignId, caller } = call
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
      {caller && !isMasked(caller) && (
        <Button
          component="a"
          href={`tel:${caller}`}
          variant="default"
          leftSection={<IconPhone stroke={1.75} aria-hidden />}
        >
          {t('callBack')}
        </Button>
      )}
      {/* The texts of this action load later. */}
      <Suspense>{blocker && caller && <blocker.CallAction call={call} phone={caller} />}</Suspense>
    </div>
  )
}
