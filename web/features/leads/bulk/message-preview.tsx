import { useTranslation } from 'react-i18next'
import type { BulkPreview } from '#contract/leads/conversations/bulk-messages.ts'
import { formatDateTime, formatNumber } from '../../../lib/i18n/format.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import classes from './message-preview.module.css'

/** Who gets the message, who does not and why, and how it reads for the first of them. */
export function MessagePreview({ preview }: { preview: BulkPreview }) {
  const { t } = useTranslation('bulk-messages')
  const { t: reasons } = useTranslation('operations')
  const { sends, waits, waitsUntil, waitsFor, left, samples, total } = preview
  return (
    <section className={classes.preview} aria-label={t('who')}>
      <p className={classes.gets} role="status">
        {t('gets', { count: sends, sends: formatNumber(sends), total: formatNumber(total) })}
      </p>
      {waits > 0 && waitsUntil && waitsFor && (
        <p className={classes.second}>
          {t('waits', {
            count: waits,
            total: formatNumber(waits),
            until: formatDateTime(waitsUntil),
            why: t(`waitsFor.${waitsFor}`),
          })}
        </p>
      )}
      {left.length > 0 && (
        <ul className={classes.left} aria-label={t('left')}>
          {left.map(({ reason, count }) => (
            <li key={reason}>
              {reasons(`reason.${reason}`)}: <bdi>{formatNumber(count)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {samples.map(({ lead, subject, text, missing, segments }) => (
        <article key={lead._id} className={classes.sample}>
          <h3 className={classes.name}>
            <UserText>{lead.name || t('nameless')}</UserText>
            {segments !== null && <span className={classes.second}>{t('segments', { count: segments })}</span>}
          </h3>
          {subject && <p className={classes.subject}>{subject}</p>}
          <p className={classes.text} dir="auto">
            {text}
          </p>
          {missing.length > 0 && <p className={classes.missing}>{t('missing', { names: missing.join(', ') })}</p>}
        </article>
      ))}
    </section>
  )
}
