import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartUnit, Dashboard } from '#contract/dashboard.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { link } from '../../lib/search.ts'
import { formatBar } from './format.ts'
import classes from './time-chart.module.css'

type Props = {
  points: Dashboard['time']['points']
  unit: ChartUnit
  to: string
  onPoint: (index: number) => void
}

/**
 * Used if bars are too narrow to touch: the finger slides over the chart, and the bar below it is shown with a link to
 * its leads.
 */
export function TimeSlider({ points, unit, to, onPoint }: Props) {
  const { t, i18n } = useTranslation('dashboard')
  const latest = points.findLastIndex(({ total }) => total > 0)
  const [chosen, setChosen] = useState<number>()
  const at = Math.min(chosen ?? Math.max(latest, 0), points.length - 1)
  const point = points[at]
  if (!point) return null
  const { from, to: last, total } = point
  const words = t('bar', { days: formatBar(point, unit), total: formatNumber(total) })
  return (
    <>
      <input
        type="range"
        className={classes.slider}
        min={0}
        max={points.length - 1}
        value={at}
        aria-label={t('overTime')}
        aria-valuetext={words}
        onChange={({ currentTarget }) => {
          setChosen(Number(currentTarget.value))
          onPoint(Number(currentTarget.value))
        }}
      />
      <span className={classes.below} dir={i18n.dir()}>
        {total > 0 ? (
          <Button
            component={Link}
            {...link(to, { from, to: last })}
            variant="default"
            fullWidth
            data-figure={`time.${from}`}
          >
            {words}
          </Button>
        ) : (
          words
        )}
      </span>
    </>
  )
}
