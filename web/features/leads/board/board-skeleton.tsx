import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSlow } from '../../../ui/feedback/skeleton-rows.tsx'
import classes from './lead-board.module.css'

const COLUMNS = [5, 4, 6, 3, 2]

/** Columns that are loading, with cards as high as those that come. */
export function BoardSkeleton() {
  const { t } = useTranslation()
  const isSlow = useSlow()
  return (
    <div className={classes.skeleton} role="status" aria-label={t('loading')}>
      {isSlow &&
        COLUMNS.map((cards, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns without identity
          <div key={column} className={classes.coming} aria-hidden>
            {Array.from({ length: cards }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cards without identity
              <Skeleton key={at} className={classes.card} />
            ))}
          </div>
        ))}
    </div>
  )
}
