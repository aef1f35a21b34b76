import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../lib/i18n/format.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { fatesQuery } from './operations.api.ts'
import classes from './operations-page.module.css'

/** What became of the messages of an operation: numbers by state, and one by one. */
export function MessageFates({ businessId, id }: { businessId: string; id: string }) {
  const { t } = useTranslation('operations')
  const { t: words } = useTranslation('conversations')
  const { t: common } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(fatesQuery(businessId, id, page))
  if (error) return <span className={classes.second}>{error.message}</span>
  if (!data) return <span className={classes.second}>{common('loading')}</span>
  const textOf = (state: string, reason: string | null) =>
    reason
      ? t('fates.because', { state: words(`states.${state}`), reason: words(`reasons.${reason}`) })
      : words(`states.${state}`)
  const { counts, messages, pagination } = data
  return (
    <div>
      <ul className={classes.left} aria-label={t('fates.counts')}>
        {counts.map(({ state, reason, count }) => (
          <li key={`${state} ${reason}`}>
            {textOf(state, reason)}: <bdi>{formatNumber(count)}</bdi>
          </li>
        ))}
      </ul>
      <ul className={classes.left} aria-label={t('fates.list')}>
        {messages.map(({ lead, state, reason, waitsUntil }) => (
          <li key={lead._id}>
            {lead.name ? <UserText>{lead.name}</UserText> : t('nameless')} – {textOf(state, reason)}
            {waitsUntil && state === 'waiting' && ` (${formatDateTime(waitsUntil)})`}
          </li>
        ))}
      </ul>
      {pagination.pages > 1 && (
        <span>
          <Button variant="subtle" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('fates.previous')}
          </Button>
          <Button variant="subtle" size="xs" disabled={page >= pagination.pages} onClick={() => setPage(page + 1)}>
            {t('fates.next')}
          </Button>
        </span>
      )}
    </div>
  )
}
