import { ActionIcon, Popover, Switch } from '@mantine/core'
import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeviceChoice } from './device-choice.tsx'
import type { PhoneState } from './lines/softphone.ts'
import classes from './phone-button.module.css'

type Props = { state: PhoneState; isAway: boolean; onAway: (isAway: boolean) => void }

/** State of the phone, in the header; its popover has availability and devices. */
export function PhoneButton({ state, isAway, onAway }: Props) {
  const { t } = useTranslation('softphone')
  const [isOpen, setOpen] = useState(false)
  const mood = state.line === 'offline' ? 'offline' : isAway ? 'away' : 'ready'
  const Icon = mood === 'ready' ? IconPhone : IconPhoneOff
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.button ?? ''}
          aria-label={t('open', { state: t(`line.${mood}`) })}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          <span className={classes.mark} data-mood={mood} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ''} aria-label={t('title')}>
        <p className={classes.line}>
          <span className={classes.dot} data-mood={mood} aria-hidden />
          {t(`line.${mood}`)}
        </p>
        <p className={classes.text}>{t(`lineText.${mood}`)}</p>
        {state.problem && (
          <p className={classes.problem} role="alert">
            {t(`problem.${state.problem}`)}
          </p>
        )}
        <Switch
          label={t('away')}
          description={t('awayText')}
          checked={isAway}
          onChange={({ currentTarget }) => onAway(currentTarget.checked)}
        />
        {isOpen && <DeviceChoice />}
      </Popover.Dropdown>
    </Popover>
  )
}
