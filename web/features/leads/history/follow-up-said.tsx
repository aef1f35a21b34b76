import { useTranslation } from 'react-i18next'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import { formatDayHead, formatTime } from '../../../lib/i18n/format.ts'

/** What an event says of a follow-up: the action, when and who. */
export function FollowUpSaid({
  followUp: { action, dueAt, user, status },
}: {
  followUp: NonNullable<HistoryItem['followUp']>
}) {
  const { t } = useTranslation('leads')
  return (
    <>
      <span>{t(`followUpActions.${action}`)}</span>
      <time dateTime={dueAt}>
        <bdi>{formatDayHead(dueAt)}</bdi>, <bdi dir="ltr">{formatTime(dueAt)}</bdi>
      </time>
      <bdi>{user}</bdi>
      {status !== undefined && <span>{t('history.ofStatus', { status })}</span>}
    </>
  )
}
