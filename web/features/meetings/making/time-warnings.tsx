import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBusiness } from '../../../lib/session/session.ts'
import { type TimeAsked, warningsQuery } from '../meetings.api.ts'
import classes from './making.module.css'

/** What speaks against the time. It never forbids it. */
export function TimeWarnings({ asked }: { asked: TimeAsked }) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { data } = useQuery(warningsQuery(businessId, asked))
  const warnings = data?.warnings ?? []
  return (
    <ul className={classes.warnings} aria-live="polite" aria-label={t('warningsTitle')}>
      {warnings.map(({ kind, user }) => (
        <li key={`${kind} ${user?._id}`} className={classes.warning}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {t(`warnings.${kind}`, { name: user?.name })}
        </li>
      ))}
    </ul>
  )
}
