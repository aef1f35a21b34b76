import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './skeleton-rows.module.css'
import { useElapsed } from './timing.ts'

/** Faster replies show no skeleton. */
const SKELETON_AFTER_MS = 150

const widths = ['62%', '48%', '70%', '55%', '40%']

/** True once loading has taken longer than the delay. */
export const useSlow = () => useElapsed(SKELETON_AFTER_MS)

/** Placeholder rows of a list that is loading. */
export function SkeletonRows({ rows = 10, columns = 5 }: { rows?: number; columns?: number }) {
  const { t } = useTranslation()
  const isSlow = useSlow()
  return (
    <div className={classes.rows} role="status" aria-label={t('loading')}>
      {isSlow &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
          <div className={classes.row} key={row} aria-hidden>
            {Array.from({ length: columns }, (_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells without identity
              <span className={classes.cell} key={column}>
                <Skeleton height="0.75rem" width={widths[(row + column) % widths.length]} />
              </span>
            ))}
          </div>
        ))}
    </div>
  )
}
