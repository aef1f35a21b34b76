import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core'
import { IconClockPause, IconDots, IconHourglass, IconSparkles, IconUserX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { JoinRequest, JoinState } from '#contract/team/waiting-list.ts'
import { StateLabel } from '../../shared/state-label.tsx'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './waiting-page.module.css'

const looks = {
  New: { Icon: IconSparkles, hue: 'sky' },
  Waiting: { Icon: IconHourglass, hue: 'amber' },
  Paused: { Icon: IconClockPause, hue: 'slate' },
} as const

function State({ state }: { state: JoinState }) {
  const { t } = useTranslation('waiting-list')
  return <StateLabel look={looks[state]}>{t(`states.${state}`)}</StateLabel>
}

type Props = {
  request: JoinRequest
  isChosen: boolean
  onChoose: () => void
  onApprove: () => void
  onDecline: () => void
  onMove: (state: 'Waiting' | 'Paused') => void
}

/** One request: name, contact, time and note. */
export function WaitingRow({ request, isChosen, onChoose, onApprove, onDecline, onMove }: Props) {
  const { t } = useTranslation('waiting-list')
  const { user, email, phone, state, note, source, askedAt } = request
  const isPaused = state === 'Paused'
  return (
    <li className={classes.row} data-chosen={isChosen || undefined}>
      <Checkbox checked={isChosen} onChange={onChoose} aria-label={t('choose', { name: user.name })} />
      <div className={classes.person}>
        <PersonAvatar name={user.name} id={user._id} image={user.image} size="md" />
        <div className={classes.words}>
          <h2 className={classes.name}>
            <UserText>{user.name}</UserText>
          </h2>
          <span className={classes.second}>
            <bdi dir="ltr" className={classes.address}>
              {email}
            </bdi>
          </span>
          {phone && (
            <span className={classes.second}>
              <Phone number={phone} />
            </span>
          )}
        </div>
      </div>
      <div className={classes.words}>
        {note ? (
          <p className={classes.note}>
            <UserText>{note}</UserText>
          </p>
        ) : (
          <span className={classes.second}>{t('noNote')}</span>
        )}
      </div>
      <div className={classes.words}>
        <State state={state} />
        <span className={classes.second}>
          <RelativeTime ago at={askedAt} />
          {source && (
            <>
              {' · '}
              <UserText>{source}</UserText>
            </>
          )}
        </span>
      </div>
      <div className={classes.acts}>
        <Button size="xs" variant="light" onClick={onApprove} aria-label={t('approveOf', { name: user.name })}>
          {t('approve')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('menuOf', { name: user.name })}>
              <IconDots size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={isPaused ? <IconHourglass /> : <IconClockPause />}
              onClick={() => onMove(isPaused ? 'Waiting' : 'Paused')}
            >
              {t(isPaused ? 'takeUp' : 'putOff')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconUserX />} onClick={onDecline}>
              {t('decline')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  )
}
