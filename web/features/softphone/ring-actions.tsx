import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RingingCall } from '#contract/calls/softphone.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { ActButton } from './act-button.tsx'
import classes from './call-card.module.css'
import { ANSWER_KEY, END_KEY } from './keys.ts'
import type { Softphone } from './lines/softphone.ts'

/** `isBack`: the page was reloaded during this call. */
type Props = { phone: Softphone; call: RingingCall | undefined; isBack: boolean }

/** Answers or declines a ringing call. */
export function RingActions({ phone, call, isBack }: Props) {
  const { t } = useTranslation('softphone')
  const label = t(isBack ? 'back.continue' : call?.isNewLead ? 'newLead.talk' : 'answer')
  const answer = () => void phone.accept()
  useHotkeys({ [ANSWER_KEY]: answer, [END_KEY]: () => phone.reject() }, { isAbove: true })
  return (
    <div className={classes.actions}>
      <ActButton label={label} keys="A" color="green" Icon={IconPhone} onClick={answer} />
      <ActButton label={t('reject')} keys="X" color="red" Icon={IconPhoneOff} onClick={() => phone.reject()} />
    </div>
  )
}
