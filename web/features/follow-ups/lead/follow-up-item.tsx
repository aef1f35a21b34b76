import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCheck, IconClockPause, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { link } from '../../../lib/search.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { actionIcons } from '../action-icons.ts'
import { DueTime } from '../due-time.tsx'
import { type FollowUpActions, followUpOf } from '../follow-ups.api.ts'
import classes from '../follow-ups.module.css'
import { HandOverItems } from '../hand-over-items.tsx'
import { SnoozeMenu } from '../snooze-menu.tsx'

/** The channel of the message that it asks for. */
const channels: Partial<Record<FollowUp['action'], string>> = { 'Send SMS': 'sms', 'Send Email': 'email' }

type Props = {
  followUp: FollowUp
  campaignId: string
  isOwn: boolean
  actions: FollowUpActions
  onEdit: () => void
}

/** One open follow-up of the lead, with its actions. */
export function FollowUpItem({ followUp, campaignId, isOwn, actions, onEdit }: Props) {
  const { t } = useTranslation('follow-ups')
  const Icon = actionIcons[followUp.action]
  const channel = channels[followUp.action]
  const of = followUpOf(followUp)
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
        <span className={classes.action}>{t(`actions.${followUp.action}`)}</span>
        <DueTime followUp={followUp} />
      </div>
      {followUp.note && (
        <p className={classes.note} dir="auto">
          {followUp.note}
        </p>
      )}
      {!isOwn && (
        <span className={classes.person}>
          <PersonAvatar {...followUp.user} id={followUp.user._id} />
          <bdi>{followUp.user.name}</bdi>
        </span>
      )}
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="light"
          leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
          onClick={() => actions.done(of)}
        >
          {t('done')}
        </Button>
        {channel && isOwn && (
          <Button size="xs" variant="default" component={Link} {...link('.', { tab: 'conversation', channel })}>
            {t('write')}
          </Button>
        )}
        <SnoozeMenu onPick={(dueAt) => actions.snooze(of, dueAt)} onOther={onEdit}>
          <Button size="xs" variant="default" leftSection={<IconClockPause size={16} stroke={1.75} aria-hidden />}>
            {t('snooze')}
          </Button>
        </SnoozeMenu>
        <Menu>
          <Menu.Target>
            <ActionIcon variant="default" className={classes.more} aria-label={t('more')}>
              <IconDots size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil aria-hidden />} onClick={onEdit}>
              {t('edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash aria-hidden />} onClick={() => actions.remove(followUp)}>
              {t('remove')}
            </Menu.Item>
            <HandOverItems
              campaignId={campaignId}
              without={of.userId}
              onPick={(person) => actions.handOver(of, person)}
            />
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  )
}
