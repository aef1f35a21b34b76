import { Box, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartUnit, Dashboard } from '#contract/dashboard.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { link } from '../../lib/search.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import barClasses from '../../ui/layout/segments.module.css'
import { formatBar, formatTick } from './format.ts'
import { lineOf, ticksOf } from './scale.ts'
import classes from './time-chart.module.css'
import { TimeSlider } from './time-slider.tsx'

type Point = Dashboard['time']['points'][number]
type Props = {
  time: Dashboard['time']
  /** Path of the lead list; each bar adds its days. */
  to: string
  onUnit: (unit: ChartUnit) => void
}

/** Number of bars above which they are too narrow to touch: 24 px each on a phone of 390 px. */
const TOUCHABLE = 12
/** Number of labels that fit without overlap. */
const LABELS = { wide: 11, narrow: 5 }

/** Created leads as bars, the previous period as a dashed line. Time runs left to right in both languages. */
export function TimeChart({ time, to, onUnit }: Props) {
  const { t } = useTranslation('dashboard')
  const { unit, units, points } = time
  const isCompared = points.some(({ previous }) => previous !== null)
  return (
    <section className={classes.chart} aria-label={t('overTime')}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t('overTime')}</h2>
        {isCompared && (
          <span className={classes.legend}>
            <span className={classes.key} data-line="now">
              {t('thisPeriod')}
            </span>
            <span className={classes.key} data-line="before">
              {t('periodBefore')}
            </span>
          </span>
        )}
        {units.length > 1 && (
          <Box component="span" className={barClasses.bar} role="group" aria-label={t('unit')}>
            {units.map((one) => (
              <UnstyledButton
                key={one}
                data-small
                className={barClasses.choice}
                aria-pressed={one === unit}
                onClick={() => onUnit(one)}
              >
                {t(`units.${one}`)}
              </UnstyledButton>
            ))}
          </Box>
        )}
      </header>
      <Plot points={points} unit={unit} to={to} />
    </section>
  )
}

function Plot({ points, unit, to }: { points: Point[]; unit: ChartUnit; to: string }) {
  const { t } = useTranslation('dashboard')
  const [pointed, setPointed] = useState<number>()
  const isNarrow = useNarrow()
  const ticks = ticksOf(Math.max(...points.flatMap(({ total, previous }) => [total, previous ?? 0])))
  const top = ticks.at(-1) ?? 1
  const every = Math.ceil(points.length / (isNarrow ? LABELS.narrow : LABELS.wide))
  const shown = pointed === undefined ? undefined : points[pointed]
  const isSlid = isNarrow && points.length > TOUCHABLE
  return (
    <Box className={classes.plot} mod={{ slid: isSlid }} dir="ltr">
      <div className={classes.grid} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={classes.tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
            <span className={classes.number}>{formatNumber(tick)}</span>
          </span>
        ))}
      </div>
      <ol
        className={classes.bars}
        aria-label={t('overTime')}
        aria-hidden={isSlid}
        onPointerLeave={() => setPointed(undefined)}
      >
        {points.map((point, i) => (
          <li key={point.from} className={classes.slot} onPointerEnter={() => setPointed(i)}>
            <Bar
              point={point}
              unit={unit}
              to={isSlid ? undefined : to}
              height={point.total / top}
              onFocus={() => setPointed(i)}
            />
            {i % every === 0 && (
              <span className={classes.label} aria-hidden>
                {formatTick(point, unit)}
              </span>
            )}
          </li>
        ))}
      </ol>
      <svg className={classes.line} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polyline points={lineOf(points, top)} vectorEffect="non-scaling-stroke" />
      </svg>
      {shown && pointed !== undefined && (
        <Box
          className={classes.card}
          mod={{ late: pointed > points.length / 2 }}
          style={{ '--at': `${((pointed + 0.5) / points.length) * 100}%` }}
          aria-hidden
        >
          <PointValues point={shown} unit={unit} />
        </Box>
      )}
      {isSlid && <TimeSlider key={points[0]?.from} points={points} unit={unit} to={to} onPoint={setPointed} />}
    </Box>
  )
}

function PointValues({ point, unit }: { point: Point; unit: ChartUnit }) {
  const { t, i18n } = useTranslation('dashboard')
  return (
    <dl className={classes.values} dir={i18n.dir()}>
      <dt className={classes.when}>{formatBar(point, unit)}</dt>
      <dt>{t('leads')}</dt>
      <dd>{formatNumber(point.total)}</dd>
      {point.previous !== null && (
        <>
          <dt>{t('periodBefore')}</dt>
          <dd>{formatNumber(point.previous)}</dd>
        </>
      )}
    </dl>
  )
}

type BarProps = { point: Point; unit: ChartUnit; to: string | undefined; height: number; onFocus: () => void }
function Bar({ point: { from, to: last, total, previous }, unit, to, height, onFocus }: BarProps) {
  const { t } = useTranslation('dashboard')
  const days = formatBar({ from, to: last }, unit)
  const label =
    previous === null
      ? t('bar', { days, total: formatNumber(total) })
      : t('barCompared', { days, total: formatNumber(total), previous: formatNumber(previous) })
  const fill = <span className={classes.fill} style={{ blockSize: `${height * 100}%` }} />
  // A bar without leads has no link.
  if (total === 0 || to === undefined)
    return (
      <span className={classes.bar} role="img" aria-label={label}>
        {fill}
      </span>
    )
  return (
    <Link
      {...link(to, { from, to: last })}
      className={classes.bar}
      aria-label={label}
      data-figure={`time.${from}`}
      onFocus={onFocus}
    >
      {fill}
    </Link>
  )
}
