import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/format.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { leftQuery } from './operations.api.ts'
import classes from './operations-page.module.css'

type Props = { businessId: string; id: string; skipped: number }

/** Skipped leads with their reasons; leads that already had the wanted value are only counted. */
export function LeftLeads({ businessId, id, skipped }: Props) {
  const { t } = useTranslation('operations')
  const { t: common } = useTranslation()
  const { data, error } = useQuery(leftQuery(businessId, id))
  if (error) return <span className={classes.second}>{error.message}</span>
  if (!data) return <span className={classes.second}>{common('loading')}</span>
  const { left, leftCount } = data
  const [same, further] = [skipped - leftCount, leftCount - left.length]
  return (
    <ul className={classes.left}>
      {left.map(({ leadId, name, reason }) => (
        <li key={leadId}>
          {name ? <UserText>{name}</UserText> : t('nameless')} – {t(`reason.${reason}`)}
        </li>
      ))}
      {further > 0 && <li>{t('further', { count: further, total: formatNumber(further) })}</li>}
      {same > 0 && <li>{t('same', { count: same, total: formatNumber(same) })}</li>}
    </ul>
  )
}
