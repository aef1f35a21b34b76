import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import history from '../history/lead-history.module.css'
import { CommentText } from './comment-text.tsx'
import { type Comment, versionsQuery } from './comments.api.ts'
import classes from './comments.module.css'

type Props = { businessId: string; leadId: string; item: Comment }

/** The earlier texts of an edited comment, the newest first. */
export function CommentVersions({ businessId, leadId, item: { commented } }: Props) {
  const { t } = useTranslation('leads')
  const which = { leadId, commentId: commented._id }
  const { data, error, refetch } = useQuery(versionsQuery(businessId, which, commented.revision))
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={1} columns={1} />
  return (
    <ol className={classes.versions} aria-label={t('history.earlierTexts')}>
      {data.versions.map(({ at, text }) => (
        <li key={at} className={classes.version}>
          <time dateTime={at}>{formatDateTime(at)}</time>
          <p className={history.quote} dir="auto">
            <CommentText {...{ businessId, leadId, text }} mentions={data.mentions} />
          </p>
        </li>
      ))}
    </ol>
  )
}
