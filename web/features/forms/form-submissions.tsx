import { useTranslation } from 'react-i18next'
import type { FormSubmissions } from '#contract/forms.ts'
import { formatNumber, formatShare } from '../../lib/i18n/format.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import classes from './forms-page.module.css'

/** How often a form was submitted, the share that became new leads, the last one, and the spam that it refused. */
export function SubmissionsOf({ submissions }: { submissions: FormSubmissions }) {
  const { t } = useTranslation('forms')
  const { total, newLeads, spam, lastLeadAt } = submissions
  const blocked = spam > 0 && t('submissions.spam', { count: spam, number: formatNumber(spam) })
  if (total === 0)
    return (
      <>
        <span>{t('submissions.none')}</span>
        {blocked && <span className={classes.second}>{blocked}</span>}
      </>
    )
  const share = formatShare(newLeads / total)
  return (
    <>
      <span>{t('submissions.total', { count: total, number: formatNumber(total) })}</span>
      <span className={classes.second}>
        {t('submissions.newLeads', { count: newLeads, number: formatNumber(newLeads), share })}
      </span>
      <span className={classes.second}>
        {lastLeadAt && (
          <>
            {t('submissions.lastLead')} <RelativeTime at={lastLeadAt} ago />
          </>
        )}
        {lastLeadAt && blocked && ' · '}
        {blocked}
      </span>
    </>
  )
}
