import { IconDeviceMobile, IconHeadset } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CallAttempt, CallDetails } from '#contract/calls/calls.ts'
import { formatClock, formatTime } from '../../../lib/i18n/format.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import classes from './call-drawer.module.css'

const secondsBetween = (from: string, to: string | null) =>
  to === null ? null : Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))

/** The phones that rang, by step; phones of one step rang together. */
export function CallAttempts({ call }: { call: CallDetails }) {
  const { t } = useTranslation('calls')
  if (call.attempts.length === 0) return null
  const steps = [...new Set(call.attempts.map(({ step }) => step))].sort((one, other) => one - other)
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>{t('attempts.title')}</h3>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step} className={classes.step}>
            <ul className={classes.phones}>
              {call.attempts
                .filter((attempt) => attempt.step === step)
                .map((attempt) => (
                  <Attempt key={`${attempt.startedAt} ${attempt.user?._id} ${attempt.phone}`} attempt={attempt} />
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Attempt({ attempt }: { attempt: CallAttempt }) {
  const { t } = useTranslation('calls')
  const { kind, transfer, user, phone, outcome, bridged, startedAt, ringingAt, answeredAt, endedAt } = attempt
  const KindIcon = kind === 'softphone' ? IconHeadset : IconDeviceMobile
  const rang = secondsBetween(ringingAt ?? startedAt, answeredAt ?? endedAt)
  const word = bridged ? 'bridged' : (outcome ?? 'ringing')
  return (
    <li className={classes.attempt}>
      <span role="img" className={classes.kind} aria-label={t(`attempts.${kind}`)} title={t(`attempts.${kind}`)}>
        <KindIcon size={16} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.whom}>
        {user ? <UserText cut>{user.name}</UserText> : phone ? <Phone number={phone} /> : t(`attempts.${kind}`)}
        {transfer && <span className={classes.transfer}>{t(`attempts.transfers.${transfer}`)}</span>}
      </span>
      <span className={classes.outcome} data-hue={bridged ? 'green' : undefined}>
        {t(`attempts.outcomes.${word}`)}
      </span>
      <span className={classes.when}>
        {rang !== null && <bdi dir="ltr">{formatClock(rang)}</bdi>}
        <time dateTime={startedAt}>{formatTime(startedAt)}</time>
      </span>
    </li>
  )
}
