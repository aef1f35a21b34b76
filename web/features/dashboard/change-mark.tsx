import { Box } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../lib/i18n/format.ts'
import classes from './change-mark.module.css'

export type Better = 'more' | 'less' | 'neither'
type Props = {
  value: number | null
  previous: number | null
  /** Which direction is an improvement: less for waiting times and unanswered leads; more by default. */
  better?: Better
  /** The formatted previous value; without it only the change is shown. */
  before?: ReactNode
}

/** Change of a figure. The arrows mean up and down, so they are not mirrored. */
export function ChangeMark({ value, previous, better = 'more', before }: Props) {
  const { t } = useTranslation('dashboard')
  if (previous === null) return null
  const difference = (value ?? 0) - previous
  const [Icon, way] =
    difference === 0
      ? ([IconMinus, 'same'] as const)
      : difference > 0
        ? ([IconArrowUpRight, 'up'] as const)
        : ([IconArrowDownRight, 'down'] as const)
  const isNews = difference !== 0 && value !== null && better !== 'neither'
  const tone = isNews ? (difference > 0 === (better === 'more') ? 'better' : 'worse') : undefined
  const share = previous === 0 || value === null ? undefined : formatPercent(Math.abs(difference / previous))
  if (share === undefined && !before) return null
  return (
    <span className={classes.change}>
      {share !== undefined && (
        <Box component="span" className={classes.way} mod={{ tone }}>
          <Icon size={14} stroke={2} role="img" aria-label={t(`change.${way}`)} />
          <bdi dir="ltr">{share}</bdi>
        </Box>
      )}
      {before && (
        <span>
          {t('comparedWith')} <bdi>{before}</bdi>
        </span>
      )}
    </span>
  )
}
