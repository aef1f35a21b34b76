import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/calls/calls.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './call-party.module.css'

type Props = { call: Pick<Call, 'lead' | 'caller' | 'called' | 'callerText' | 'isFirstTime' | 'isTest' | 'direction'> }

/** The other party: the lead's name, else the number, else "withheld"; or that the call is a test call. */
export function CallParty({ call }: Props) {
  const { t } = useTranslation('calls')
  return (
    <span className={classes.who}>
      <span className={classes.name}>
        {call.isTest ? (
          t('test')
        ) : call.lead?.name ? (
          <UserText cut>{call.lead.name}</UserText>
        ) : (call.caller ?? call.called) ? (
          <Phone number={call.caller ?? call.called ?? ''} />
        ) : call.callerText ? (
          <bdi dir="ltr">{call.callerText}</bdi>
        ) : (
          <span className={classes.withheld}>{t('withheld')}</span>
        )}
      </span>
      {!call.isTest && call.isFirstTime && (
        <span className={classes.mark} data-hue="sky">
          {t('firstCall')}
        </span>
      )}
    </span>
  )
}

/** The other party of a call as plain text, for labels. */
export function useCallPartyName() {
  const { t } = useTranslation('calls')
  return ({
    lead,
    caller,
    called,
    callerText,
    isTest,
  }: Pick<Call, 'lead' | 'caller' | 'called' | 'callerText' | 'isTest'>) => {
    const phone = caller ?? called
    return isTest ? t('test') : lead?.name || (phone ? formatPhone(phone) : (callerText ?? t('withheld')))
  }
}
