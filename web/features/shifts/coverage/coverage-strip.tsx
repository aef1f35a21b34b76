import { useTranslation } from 'react-i18next'
import { BLOCK_HOURS, blocksOf, type CoverageBlock, type CoverageSpan, stripHours } from '#contract/shifts/coverage.ts'
import type { Coverage, GridPerson } from '#contract/shifts/shifts.ts'
import { formatNumber, formatTime } from '../../../lib/i18n/format.ts'
import type { Hole } from '../team/week-rules.ts'
import classes from './coverage.module.css'

const spansOf = ({ spans }: Pick<Coverage, 'spans'>): CoverageSpan[] =>
  spans.map(({ from, to, userIds }) => ({ from: Date.parse(from), to: Date.parse(to), userIds }))

/** The hours that all strips of a week show. */
export const hoursOf = (coverage: readonly Coverage[]) => stripHours(coverage.flatMap(spansOf))

type Props = {
  coverage: Coverage
  people: readonly GridPerson[]
  day: string
  hours: { from: number; to: number }
  holes: readonly Hole[]
  /** Opens the hole that begins or lasts at a block; absent: the reader assigns no one. */
  onHole?: ((hole: Hole) => void) | undefined
}

const holeAt = (holes: readonly Hole[], campaignId: string | null, { from, to }: CoverageBlock) =>
  holes.find((hole) => hole.campaignId === campaignId && Date.parse(hole.from) < to && from < Date.parse(hole.to))

/** How many people are on shift in each block of a day; hours run in the direction of reading. */
export function CoverageStrip({
  coverage: { campaignId, minimum, ...coverage },
  people,
  day,
  hours,
  holes,
  onHole,
}: Props) {
  const open = (block: CoverageBlock) => {
    const hole = holeAt(holes, campaignId, block)
    if (hole) onHole?.(hole)
  }
  return (
    <div className={classes.strip}>
      {blocksOf(spansOf(coverage), day, hours).map((block) => (
        <Block key={block.from} {...{ block, people, minimum }} onOpen={onHole && open} />
      ))}
    </div>
  )
}

type BlockProps = Pick<Props, 'people'> & {
  block: CoverageBlock
  minimum: number
  onOpen: ((block: CoverageBlock) => void) | undefined
}
function Block({ block, people, minimum, onOpen }: BlockProps) {
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
  if (isHole && onOpen && to > Date.now())
    return (
      <button type="button" {...look} aria-label={text} onClick={() => onOpen(block)}>
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
