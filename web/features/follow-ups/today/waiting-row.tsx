import { IconMail, IconPhone, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WaitingLead } from '#contract/leads/follow-ups/today.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { useCallAct } from '../../../shared/numbers/call-out.ts'
import { ResponseTime } from '../../../shared/times/response-time.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { useFollowUpActions } from '../follow-ups.api.ts'
import { calleeOf, LeadLink, Row, waysTo } from './row.tsx'
import classes from './today.module.css'

type Props = { item: WaitingLead; readAt: number; onEdit: (target: FollowUpTarget) => void }

/** A lead without an answer; its first answer or a follow-up takes it off the list. */
export function WaitingRow({ item: { lead, at, message, clock }, readAt, onEdit }: Props) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const { set } = useFollowUpActions(businessId)
  const { mail } = waysTo(lead)
  const callee = calleeOf(lead)
  const main = useCallAct(callee)
    ? { label: t('call'), Icon: IconPhone, callee }
    : mail
      ? { label: t('email'), Icon: IconMail, href: mail }
      : undefined
  return (
    <Row
      tone="new"
      Icon={IconUserPlus}
      name={lead.name || t('noName')}
      heading={<LeadLink lead={lead} />}
      below={<UserText cut>{lead.campaignName}</UserText>}
      text={message && <UserText cut>{message}</UserText>}
      time={
        clock ? (
          <ResponseTime clock={clock} readAt={readAt} />
        ) : (
          <span className={classes.wait}>
            <RelativeTime at={at} ago />
          </span>
        )
      }
      main={main}
      snooze={{
        onPick: (dueAt) => set(lead._id, { action: 'Call Back', dueAt, note: '', userId: user._id }),
        onOther: () => onEdit({ leadId: lead._id, campaignId: lead.campaignId, userId: user._id }),
      }}
    />
  )
}
