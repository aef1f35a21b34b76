import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { formatDay, formatTime } from '../../../lib/i18n/format.ts'
import classes from './meeting-drawer.module.css'

type Step = { key: string; at: string; text: string; isDropped?: boolean }

/** What happened, and which messages went or will go to the guest, in their order. */
export function MeetingHistory({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('meetings')
  const { createdAt, createdBy, openedAt, answeredAt, cancelledBy, status, notices, isBooked } = meeting
  const isAnswered = status === 'Meeting Confirmed' || status === 'Meeting Canceled'
  // Staff may have confirmed or cancelled since the guest answered.
  const answer = cancelledBy === 'guest' ? 'declined' : isAnswered ? 'answered' : 'askedTime'
  const steps: Step[] = [
    {
      key: 'made',
      at: createdAt,
      text: createdBy ? t('history.madeBy', { name: createdBy.name }) : t(isBooked ? 'history.booked' : 'history.made'),
    },
    ...(openedAt ? [{ key: 'opened', at: openedAt, text: t('history.opened') }] : []),
    ...(answeredAt ? [{ key: 'answered', at: answeredAt, text: t(`history.${answer}`) }] : []),
    ...notices.map(({ kind, channel, state, at }) => ({
      key: `${kind} ${channel} ${at}`,
      at,
      text: t(`notices.${state}`, { what: t(`noticeKinds.${kind}`), channel: t(`channels.${channel}`) }),
      isDropped: state === 'dropped',
    })),
  ]
  return (
    <section aria-labelledby="meeting-history">
      <h3 id="meeting-history" className={classes.title}>
        {t('history.title')}
      </h3>
      <ol className={classes.steps}>
        {steps
          .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
          .map(({ key, at, text, isDropped }) => (
            <li key={key} className={classes.step} data-dropped={isDropped || undefined}>
              <span>{text}</span>
              <span className={classes.at}>
                <bdi dir="ltr">{formatDay(at)}</bdi> <bdi dir="ltr">{formatTime(at)}</bdi>
              </span>
            </li>
          ))}
      </ol>
    </section>
  )
}
