import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Act, isByHand } from '#contract/leads/history/lead-why.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { FieldChange } from '../history/field-change.tsx'
import { useStatuses } from '../status/use-statuses.ts'
import classes from './lead-why.module.css'

/** A change of the lead with its cause. */
export function WhyAct({ act, leadId }: { act: Act; leadId: string }) {
  const { t } = useTranslation(['lead-why', 'leads'])
  const { businessId } = useBusiness()
  const { role } = useSession()
  const statuses = useStatuses(businessId)
  const { event, at, cause, by, keyName, formName, automationName, automationId, ownFields } = act
  const author = by?.name ?? keyName ?? formName ?? automationName
  const changes = event === 'lead.changed' ? Object.entries(act.changes ?? {}) : []
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.changes}>
          {changes.length === 0 &&
            t(event === 'lead.changed' ? 'changed' : `history.${event.replace('lead.', '')}`, {
              ns: event === 'lead.changed' ? 'lead-why' : 'leads',
            })}
          {changes.map(([field, values]) => (
            <FieldChange key={field} {...{ field, values, statuses }} own={ownFields?.[field]} />
          ))}
        </span>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </div>
      <p className={classes.cause}>
        {automationId && role === 'Owner' ? (
          <Link
            {...link(paths.automation(businessId, automationId), { tab: 'runs', lead: leadId })}
            className={classes.author}
          >
            <bdi>{automationName}</bdi>
          </Link>
        ) : author ? (
          <bdi className={classes.author}>{author}</bdi>
        ) : (
          !isByHand(cause) && <span className={classes.mark}>{t('byItself')}</span>
        )}{' '}
        <span>{t(`causes.${cause}`)}</span>
      </p>
    </li>
  )
}
