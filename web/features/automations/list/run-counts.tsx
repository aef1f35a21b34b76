import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AutomationSummary } from '#contract/leads/automations/automations.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { runsOf } from '../automations.api.ts'
import classes from './list.module.css'

/** "312 runs, 18 skipped", and below it what failed. */
export function RunCounts({ automation }: { automation: AutomationSummary }) {
  const { t } = useTranslation('automations')
  const { version, isOn, counts, isOwnerGone } = automation
  const runs = runsOf(automation)
  const number = (count: number) => ({ count, number: formatNumber(count) })
  const parts = [
    ...(version === null ? [t('states.never')] : []),
    ...(version !== null && !isOn ? [t('states.off')] : []),
    ...(runs > 0 ? [t('counts.runs', number(runs))] : []),
    ...(counts.waiting > 0 ? [t('counts.waiting', number(counts.waiting))] : []),
    ...(counts.skipped > 0 ? [t('counts.skipped', number(counts.skipped))] : []),
  ]
  return (
    <span className={classes.counts}>
      <span>{parts.length > 0 ? parts.join(', ') : t('counts.none')}</span>
      {counts.failed > 0 && (
        <span className={classes.failed}>
          <IconAlertCircle size={14} stroke={2} aria-hidden />
          {t('counts.failed', number(counts.failed))}
        </span>
      )}
      {isOwnerGone && (
        <span className={classes.failed}>
          <IconAlertCircle size={14} stroke={2} aria-hidden />
          {t('ownerGone')}
        </span>
      )}
    </span>
  )
}
