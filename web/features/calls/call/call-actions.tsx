import { Button } from '@mantine/core'
import { IconBan, IconCircleCheck, IconPhone, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
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
  const { lead, campaignId, caller, isBlacklisted } = call
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
      {blocker && caller && !isBlacklisted && (
        <Button
          variant="default"
          leftSection={<IconBan stroke={1.75} aria-hidden />}
          loading={blocker.isBusy}
          onClick={() => blocker.block({ callId: call._id, phone: caller })}
        >
          {t('toBlacklist')}
        </Button>
      )}
      {blocker && caller && isBlacklisted && (
        <Button
          variant="default"
          leftSection={<IconCircleCheck stroke={1.75} aria-hidden />}
          loading={blocker.isBusy}
          onClick={() => blocker.unblock(caller)}
        >
          {t('fromBlacklist')}
        </Button>
      )}
    </div>
  )
}
