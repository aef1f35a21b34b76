import { useTranslation } from 'react-i18next'
import { BLOCK_HOURS, blocksOf, type CoverageBlock, type CoverageSpan, stripHours } from '#contract/shifts/coverage.ts'
import type { Coverage, GridPerson } from '#contract/shifts/shifts.ts'
import { formatNumber, formatTime } from '../../../lib/i18n/format.ts'
import classes from './coverage.module.css'

const spansOf = ({ spans }: Coverage): CoverageSpan[] =>
  spans.map(({ from, to, userIds }) => ({ from: Date.parse(from), to: Date.parse(to), userIds }))

/** The hours that all strips of a week show. */
export const hoursOf = (coverage: readonly Coverage[]) => stripHours(coverage.flatMap(spansOf))

type Props = {
  coverage: Coverage
  people: readonly GridPerson[]
  day: string
  hours: { from: number; to: number }
  /** Opens the hole that begins or lasts at a block; absent: the reader assigns no one. */
  onHole?: ((at: { from: number; to: number }) => void) | undefined
}

/** How many people are on shift in each block of a day; hours run in the direction of reading. */
export function CoverageStrip({ coverage, people, day, hours, onHole }: Props) {
  return (
    <div className={classes.strip}>
      {blocksOf(spansOf(coverage), day, hours).map((block) => (
        <Block key={block.from} {...{ block, people, onHole }} minimum={coverage.minimum} />
      ))}
    </div>
  )
}

type BlockProps = Pick<Props, 'people' | 'onHole'> & { block: CoverageBlock; minimum: number }
function Block({ block, people, minimum, onHole }: BlockProps) {
  const { t } = useTranslation('shifts')
  const { from, to, count, userIds } = block
  if (count === null) return <span className={classes.block} data-closed />
  const isHole = count < minimum
  const names = people.filter(({ _id }) => userIds.includes(_id)).map(({ name }) => name)
  const time = `\u2066${formatTime(new Date(from))}–${formatTime(new Date(to))}\u2069`
  const text = t('coverage.block', { time, count, names: names.join(', ') || t('coverage.noOne') })
  const look = {
    className: classes.block,
    title: text,
    'data-level': Math.min(count, 4),
    'data-hole': isHole || undefined,
  }
  if (isHole && onHole && to > Date.now())
    return (
      <button type="button" {...look} aria-label={text} onClick={() => onHole({ from, to })}>
        {formatNumber(count)}
      </button>
    )
  return (
    <span {...look} role="img" aria-label={text}>
      {formatNumber(count)}
    </span>
  )
}

/** The first and the last hour below a strip. */
export const StripScale = ({ hours }: { hours: Props['hours'] }) => (
  <div className={classes.scale} aria-hidden>
    <span>{clock(hours.from)}</span>
    <span>{clock(hours.from + Math.ceil((hours.to - hours.from) / BLOCK_HOURS) * BLOCK_HOURS)}</span>
  </div>
)
const clock = (hour: number) => String(hour).padStart(2, '0')
