import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { call } from '../../../lib/http/call.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { RowState } from '../../../ui/display/row-state.tsx'
import { leadKeys } from '../lead-keys.ts'
import classes from './duplicates-state.module.css'

/** Groups of possible duplicates that wait for a decision; 0 for those who may not merge leads. */
function useToCheck() {
  const { businessId } = useBusiness()
  const { data } = useQuery({
    queryKey: [...leadKeys.all(businessId), 'duplicates-to-check'],
    queryFn: () => call(duplicateRoutes.groups, { query: { page: 1, limit: 1 } }),
    enabled: useCan('leads.merge'),
    meta: { silent: true },
  })
  return data?.pagination.total ?? 0
}

/** Their number, in the row of the settings. */
export function DuplicatesState() {
  const { t } = useTranslation('duplicate-policy')
  const count = useToCheck()
  if (!count) return null
  return <RowState isToDo>{t('toCheck', { number: formatNumber(count) })}</RowState>
}

/** The way to them, on the page of that row. */
export function DuplicatesToCheck() {
  const { t } = useTranslation('duplicate-policy')
  const { businessId } = useBusiness()
  const count = useToCheck()
  if (!count) return null
  return (
    <Link to={paths.duplicates(businessId)} className={classes.link}>
      {t('check', { count, number: formatNumber(count) })}
    </Link>
  )
}
