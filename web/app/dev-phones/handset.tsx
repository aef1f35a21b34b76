import { Button, TextInput } from '@mantine/core'
import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Keypad } from '../../features/softphone/keypad.tsx'
import { LocalSoftphone } from '../../features/softphone/lines/local-softphone.ts'
import type { PhoneState } from '../../features/softphone/lines/softphone.ts'
import { openMicrophone, useRinging } from '../../features/softphone/lines/sound.ts'
import { TalkTime } from '../../shared/talk/talk-time.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { outsideDoor } from './dev-phones.api.ts'
import classes from './handset.module.css'
import { openRobot } from './robot-voice.ts'

export type Voice = 'microphone' | 'robot'
type Props = {
  /** The phone's own number. */
  caller: string
  voice: Voice
  dialled: string
  onDial: (number: string) => void
}

/** An outside phone: dials, rings when called, talks, sends keys. */
export function Handset({ caller, voice, dialled, onDial }: Props) {
  const { t } = useTranslation('dev-phones')
  const [phone] = useState(
    () => new LocalSoftphone(() => outsideDoor(caller), { open: voice === 'robot' ? openRobot : openMicrophone }),
  )
  const state = useSyncExternalStore(phone.subscribe, phone.state)
  const { call } = state
  useEffect(() => {
    phone.register()
    return () => phone.close()
  }, [phone])
  const isRung = call?.direction === 'in' && call.state === 'ringing'
  useRinging(isRung)
  const press = (digit: string) => (call ? phone.dtmf(digit) : onDial(dialled + digit))
  return (
    <form
      className={classes.handset}
      onSubmit={(event) => {
        event.preventDefault()
        if (!call) void phone.dial(dialled.replace(/[^\d+*#]/g, ''))
      }}
    >
      <Display state={state} caller={caller} />
      {!call && (
        <TextInput
          type="tel"
          dir="ltr"
          size="lg"
          aria-label={t('number')}
          placeholder={t('number')}
          value={dialled}
          autoComplete="off"
          onChange={({ currentTarget }) => onDial(currentTarget.value)}
        />
      )}
      <Keypad onKey={press} />
      <div className={classes.actions}>
        {isRung && (
          <Button size="lg" leftSection={<IconPhone stroke={2} />} onClick={() => void phone.accept()}>
            {t('answer')}
          </Button>
        )}
        {/* Separate buttons: otherwise the click that hangs up could land on Call. */}
        {call ? (
          <Button
            key="hangup"
            size="lg"
            color="red"
            leftSection={<IconPhoneOff stroke={2} />}
            onClick={() => (isRung ? phone.reject() : phone.hangup())}
          >
            {t('hangup')}
          </Button>
        ) : (
          <Button
            key="dial"
            type="submit"
            size="lg"
            leftSection={<IconPhone stroke={2} />}
            disabled={!dialled || state.line !== 'ready'}
          >
            {t('dial')}
          </Button>
        )}
      </div>
    </form>
  )
}

function Display({ state: { call, line, ended, problem }, caller }: { state: PhoneState; caller: string }) {
  const { t } = useTranslation('dev-phones')
  const idle = line === 'offline' ? t('offline') : ended ? t(`ended.${ended}`) : t('ready')
  return (
    <div className={classes.display} role="status">
      <span className={classes.own}>
        {t('own')} <Phone number={caller} />
      </span>
      <span className={classes.state}>
        {call ? (
          call.state === 'talking' ? (
            <TalkTime since={call.since} />
          ) : (
            t(`state.${call.direction}.${call.state}`)
          )
        ) : (
          idle
        )}
      </span>
      {call && (
        <span className={classes.peer}>{call.peer.startsWith('+') ? <Phone number={call.peer} /> : call.peer}</span>
      )}
      {problem && <span className={classes.problem}>{t(`problem.${problem}`)}</span>}
    </div>
  )
}
