import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../../lib/i18n/format.ts'
import { fitted, type Peaks } from './peaks.ts'
import classes from './wave.module.css'

/** Width of a bar and its gap, in pixels. */
const STEP = 5
const BAR = 3
const LANE = 26
const KEY_SECONDS = 5
/** The caller's channel and the answerer's. */
const LANES = [0, 1]

type Props = {
  /** One per channel; undefined if not known (yet). */
  peaks: Peaks | undefined
  lanes: number
  muted: readonly boolean[]
  at: number
  seconds: number
  onSeek: (to: number) => void
}

/** The waveform, one lane a channel. Clicks and arrow keys seek. Time runs left to right in both languages. */
export function Wave({ peaks, lanes, muted, at, seconds, onSeek }: Props) {
  const { t } = useTranslation('calls')
  const { ref, width } = useElementSize<HTMLDivElement>()
  const part = seconds > 0 ? Math.min(1, at / seconds) : 0
  const seek = (event: PointerEvent<HTMLElement>) => {
    const { left, width: whole } = event.currentTarget.getBoundingClientRect()
    if (whole > 0) onSeek(((event.clientX - left) / whole) * seconds)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    seek(event)
  }
  const step = (event: KeyboardEvent) => {
    const places: Record<string, number> = {
      ArrowLeft: at - KEY_SECONDS,
      ArrowDown: at - KEY_SECONDS,
      ArrowRight: at + KEY_SECONDS,
      ArrowUp: at + KEY_SECONDS,
      Home: 0,
      End: seconds,
    }
    const to = places[event.key]
    if (to === undefined) return
    event.preventDefault()
    onSeek(to)
  }
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      dir="ltr"
      className={classes.wave}
      aria-label={t('player.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(seconds)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={t('player.positionIs', { at: formatClock(at), total: formatClock(seconds) })}
      onPointerDown={drag}
      onPointerMove={(event) => event.buttons === 1 && seek(event)}
      onKeyDown={step}
    >
      {LANES.slice(0, lanes).map((lane) => (
        <Lane key={lane} {...{ lane, width, part }} bars={peaks?.[lane]} isMuted={muted[lane] ?? false} />
      ))}
      <span className={classes.head} style={{ insetInlineStart: `${part * 100}%` }} />
    </div>
  )
}

type LaneProps = { lane: number; bars: readonly number[] | undefined; width: number; part: number; isMuted: boolean }

/** One channel: the bars drawn twice; the played ones are clipped at the current position. */
function Lane({ lane, bars, width, part, isMuted }: LaneProps) {
  const played = useId()
  const shape = useMemo(() => {
    const count = Math.max(1, Math.floor(width / STEP))
    return fitted(bars ?? [], count)
      .map((loud, bar) => {
        const height = Math.max(2, loud * LANE)
        return `M${bar * STEP} ${(LANE - height) / 2}h${BAR}v${height}h-${BAR}z`
      })
      .join('')
  }, [bars, width])
  return (
    <svg className={classes.lane} data-lane={lane} data-muted={isMuted || undefined} height={LANE} aria-hidden>
      <clipPath id={played}>
        <rect width={width * part} height={LANE} />
      </clipPath>
      <path d={shape} />
      <path d={shape} data-played clipPath={`url(#${played})`} />
    </svg>
  )
}
