import { IconPhone, IconPhoneX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MissedCaller } from '#contract/leads/follow-ups/today.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { useFollowUpActions } from '../follow-ups.api.ts'
import { LeadLink, Row, waysTo } from './row.tsx'
import { useReturned } from './today.api.ts'
import classes from './today.module.css'

type Props = { item: MissedCaller; onEdit: (target: FollowUpTarget) => void }

/** A missed caller: called back, planned for later, or marked as returned. */
export function MissedRow({ item, onEdit }: Props) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const { set } = useFollowUpActions(businessId)
  const markReturned = useReturned(businessId)
  const { lead, caller, tries, at, isFirstTime, campaignName } = item
  const { call } = waysTo({ phone: caller, email: null })
  const name = lead?.name || caller
  return (
    <Row
      tone="late"
      Icon={IconPhoneX}
      name={name}
      heading={lead?.name ? <LeadLink lead={lead} /> : <Phone number={caller} />}
      below={
        <>
          {campaignName && <UserText cut>{campaignName}</UserText>}
          {isFirstTime && <span className={classes.mark}>{t('today.firstCall')}</span>}
        </>
      }
      text={t('today.tries', { count: tries })}
      time={
        <span className={classes.wait} data-tone="late">
          <RelativeTime at={at} ago />
        </span>
      }
      main={call ? { label: t('call'), Icon: IconPhone, href: call } : undefined}
      snooze={
        lead
          ? {
              onPick: (dueAt) => set(lead._id, { action: 'Call Back', dueAt, note: '', userId: user._id }),
              onOther: () => onEdit({ leadId: lead._id, campaignId: lead.campaignId, userId: user._id }),
            }
          : undefined
      }
      onDone={() => markReturned(item.callId)}
    />
  )
}
