import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './skeleton-rows.module.css'

/** Answers faster than this show no skeleton. */
export const SKELETON_AFTER_MS = 150

const widths = ['62%', '48%', '70%', '55%', '40%']

/** True once something has taken long enough to be worth a skeleton. */
export function useSlow() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SKELETON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** Rows of a list that is on its way, in its real shape: as many columns as it has. */
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
