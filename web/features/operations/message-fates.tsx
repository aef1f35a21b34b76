import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkMessageRoutes } from '#contract/leads/conversations/bulk-messages.ts'
import { call } from '../../lib/http/call.ts'
import { formatDateTime, formatNumber } from '../../lib/i18n/format.ts'
import { operationsKey } from '../../shared/popups/undo/undo.api.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './operations-page.module.css'

const ROWS = 25
const POLL_MS = 5_000
/** States that change by themselves. */
const open = ['waiting', 'queued', 'sending', 'sent']

/** What became of the messages of an operation: numbers by state, and one by one. */
export function MessageFates({ businessId, id }: { businessId: string; id: string }) {
  const { t } = useTranslation('operations')
  const { t: words } = useTranslation('conversations')
  const { t: common } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    queryKey: [...operationsKey(businessId), 'fates', id, page],
    queryFn: ({ signal }) =>
      call(bulkMessageRoutes.fates, { params: { id }, query: { page, limit: ROWS } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.counts.some((one) => open.includes(one.state)) ? POLL_MS : false),
  })
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
