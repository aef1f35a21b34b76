import { ActionIcon } from '@mantine/core'
import { IconDialpad, IconMicrophone, IconMicrophoneOff, IconPhoneOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { ActButton } from './act-button.tsx'
import classes from './call-card.module.css'
import { Keypad } from './keypad.tsx'
import { END_KEY, MUTE_KEY } from './keys.ts'
import type { PhoneCall, Softphone } from './lines/softphone.ts'

type Props = { call: PhoneCall; phone: Softphone }

/** Mutes, sends keys, and ends a conversation. */
export function TalkActions({ call, phone }: Props) {
  const { t } = useTranslation('softphone')
  const [hasKeypad, setKeypad] = useState(false)
  const isTalking = call.state === 'talking'
  const mute = () => phone.mute(!call.isMuted)
  useHotkeys({ [END_KEY]: () => phone.hangup(), ...(isTalking && { [MUTE_KEY]: mute }) }, { isAbove: true })
  const MuteIcon = call.isMuted ? IconMicrophoneOff : IconMicrophone
  return (
    <>
      {hasKeypad && isTalking && <Keypad onKey={(digit) => phone.dtmf(digit)} />}
      <div className={classes.actions}>
        <ActionIcon
          size="lg"
          aria-label={t(call.isMuted ? 'unmute' : 'mute')}
          aria-pressed={call.isMuted}
          disabled={!isTalking}
          onClick={mute}
        >
          <MuteIcon size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="lg"
          aria-label={t('keypad')}
          aria-pressed={hasKeypad}
          disabled={!isTalking}
          onClick={() => setKeypad(!hasKeypad)}
        >
          <IconDialpad size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <span className={classes.space} />
        <ActButton label={t('hangup')} keys="X" color="red" Icon={IconPhoneOff} onClick={() => phone.hangup()} />
      </div>
    </>
  )
}
