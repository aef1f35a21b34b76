import { useTranslation } from 'react-i18next'
import { DAY_MINUTES, type OpenRange, spanOf } from '#contract/working-hours/ranges.ts'
import classes from './open-ranges.module.css'

/** Says that a range is a whole day, or until when on the next day it lasts. */
export function RangeHint({ range }: { range: OpenRange }) {
  const { t } = useTranslation('open-ranges')
  if (!range.from || !range.to) return null
  const [from, to] = spanOf(range)
  if (to <= DAY_MINUTES && to - from < DAY_MINUTES) return null
  const isWhole = to - from === DAY_MINUTES && from === 0
  return <span className={classes.hint}>{isWhole ? t('allDay') : t('nextDay', { time: range.to })}</span>
}

/** Opening ranges of a day as text. */
export function RangeTexts({ ranges }: { ranges: readonly OpenRange[] }) {
  const { t } = useTranslation('open-ranges')
  return (
    <span className={classes.texts}>
      {ranges.length === 0 && <span className={classes.closed}>{t('closed')}</span>}
      {ranges.map((range) => (
        <span key={`${range.from} ${range.to}`}>
          <bdi dir="ltr">{`${range.from}–${range.to}`}</bdi> <RangeHint range={range} />
        </span>
      ))}
    </span>
  )
}
