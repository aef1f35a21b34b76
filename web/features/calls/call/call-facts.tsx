import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDetails } from '#contract/calls/calls.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { Clock } from '../../../ui/display/clock.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { AnsweredBy } from '../call-cells.tsx'
import classes from './call-drawer.module.css'

/** Details of a call as a description list; unknown ones are left out. */
export function CallFacts({ call }: { call: CallDetails }) {
  const { t } = useTranslation('calls')
  const { caller, called, callerText, lead, campaignName, number, ringSeconds, duration } = call
  // A call that the lead made may be logged by hand, too.
  const madeBy = call.direction === 'outbound' ? call.madeBy : null
  const facts: Record<string, ReactNode> = {
    date: formatDateTime(call.startedAt),
    direction: t(`directionOf.${call.direction}`),
    ...(madeBy
      ? { called: called && <Phone number={called} link />, madeBy: <UserText>{madeBy.name}</UserText> }
      : {
          caller: caller ? (
            <Phone number={caller} link />
          ) : callerText ? (
            <bdi dir="ltr">{callerText}</bdi>
          ) : (
            t('withheld')
          ),
        }),
    logged: call.logged && <UserText>{call.logged.note || t('loggedMark')}</UserText>,
    number: number && <Phone number={number.phone} />,
    forwardedFrom: call.forwardedFrom && <Phone number={call.forwardedFrom} />,
    label: number?.label && number.label !== campaignName && <bdi>{number.label}</bdi>,
    campaign: campaignName && <UserText>{campaignName}</UserText>,
    answeredBy: !madeBy && (call.answeredBy ?? call.answeredPhone) && <AnsweredBy call={call} />,
    ring: ringSeconds !== null && <Clock seconds={ringSeconds} />,
    talk: duration > 0 && <Clock seconds={duration} />,
    source: lead && <SourceMark source={lead.source} />,
    tags: lead && lead.tags.length > 0 && <UserText>{lead.tags.join(', ')}</UserText>,
  }
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name} className={classes.fact}>
              <dt>{t(name === 'direction' ? 'direction' : `columns.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
