import { IconPhoneIncoming, IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { ActButton } from './act-button.tsx'
import classes from './call-card.module.css'
import { Caller } from './caller.tsx'
import { ANSWER_KEY } from './keys.ts'
import type { PhoneCall, Softphone } from './lines/softphone.ts'
import { ringingQuery } from './softphone.api.ts'

type Props = { call: PhoneCall; phone: Softphone }

/** A caller who rings during the conversation. */
export function WaitingCall({ call, phone }: Props) {
  const { t } = useTranslation('softphone')
  const { data } = useQuery(ringingQuery(call.about.callId))
  const answer = () => void phone.acceptWaiting()
  useHotkeys({ [ANSWER_KEY]: answer }, { isAbove: true })
  return (
    <section className={classes.waiting} aria-label={t('waiting.title')}>
      <div className={classes.head} role="alert">
        <span className={classes.icon} data-hue="amber" aria-hidden>
          <IconPhoneIncoming size={20} stroke={1.75} />
        </span>
        <span className={classes.words}>
          <Caller call={data?.call} peer={call.peer} />
        </span>
        <span className={classes.state}>{t('waiting.state')}</span>
      </div>
      <div className={classes.actions}>
        <ActButton label={t('waiting.answer')} keys="A" color="green" Icon={IconPhoneIncoming} onClick={answer} />
        <ActButton label={t('reject')} color="red" Icon={IconPhoneOff} onClick={() => phone.rejectWaiting()} />
      </div>
    </section>
  )
}
