import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconMail, IconMessage, IconPhone, IconUserShare } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { TodayFollowUp } from '#contract/leads/follow-ups/today.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useCallAct } from '../../../shared/numbers/call-out.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { actionIcons } from '../action-icons.ts'
import { toneOf } from '../due.ts'
import { DueTime } from '../due-time.tsx'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { followUpOf, useFollowUpActions } from '../follow-ups.api.ts'
import { HandOverItems } from '../hand-over-items.tsx'
import { calleeOf, LeadLink, type MainAct, Row, waysTo } from './row.tsx'
import classes from './today.module.css'

type Props = {
  item: TodayFollowUp
  isTeam: boolean
  onEdit: (target: FollowUpTarget) => void
  choice: ComponentProps<typeof Row>['choice']
}

export function FollowUpRow({ item: { followUp, lead }, isTeam, onEdit, choice }: Props) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const actions = useFollowUpActions(businessId)
  const of = followUpOf(followUp)
  const name = lead.name || t('noName')
  const finish = () => actions.done(of)
  const ways = waysTo(lead)
  const callee = calleeOf(lead)
  const mains: Record<typeof followUp.action, MainAct> = {
    'Call Back': { label: t('call'), Icon: IconPhone, callee: useCallAct(callee) && callee },
    'Send Email': { label: t('email'), Icon: IconMail, href: ways.mail },
    'Send SMS': { label: t('sms'), Icon: IconMessage, href: ways.sms },
    None: { label: t('done'), Icon: IconCheck, onClick: finish },
  }
  const main = mains[followUp.action]
  return (
    <Row
      choice={choice}
      tone={toneOf(followUp)}
      Icon={actionIcons[followUp.action]}
      name={name}
      heading={<LeadLink lead={lead} />}
      below={<UserText cut>{lead.campaignName}</UserText>}
      text={<UserText cut>{followUp.note || t(`actions.${followUp.action}`)}</UserText>}
      time={
        <>
          {isTeam && (
            <span role="img" aria-label={followUp.user.name} title={followUp.user.name}>
              <PersonAvatar {...followUp.user} id={followUp.user._id} />
            </span>
          )}
          <DueTime followUp={followUp} />
        </>
      }
      main={main.href || main.onClick || main.callee ? main : undefined}
      snooze={{
        onPick: (dueAt) => actions.snooze(of, dueAt),
        onOther: () => onEdit({ leadId: lead._id, campaignId: lead.campaignId, userId: of.userId, followUp }),
      }}
      onDone={main.onClick ? undefined : finish}
      more={
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" className={classes.act} aria-label={t('handOverOf', { name })}>
              <IconUserShare size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <HandOverItems
              campaignId={lead.campaignId}
              without={of.userId}
              onPick={(person) => actions.handOver(of, person)}
            />
          </Menu.Dropdown>
        </Menu>
      }
    />
  )
}
