import type { Dashboard } from '#contract/dashboard.ts'

const LINES = 4

/** Axis ticks: evenly spaced round numbers from 0 to at least `most`, with steps of 1, 2 or 5 times a power of ten. */
export function ticksOf(most: number): number[] {
  const rough = Math.max(1, most) / LINES
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough)
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, i) => i * step)
}

/** Points of the previous period's line, at the middles of the bars, in percent of the plot. */
export const lineOf = (points: Dashboard['time']['points'], top: number) =>
  points
    .flatMap(({ previous }, i) =>
      previous === null
        ? []
        : [`${(((i + 0.5) / points.length) * 100).toFixed(2)},${(100 - (previous / top) * 100).toFixed(2)}`],
    )
    .join(' ')
