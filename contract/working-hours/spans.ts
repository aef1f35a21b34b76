/** A span of time in ms; `to` is exclusive. */
export type Span = { from: number; to: number }

/** The same times as spans in order that neither meet nor overlap. */
export function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (from < to) found.push({ from, to })
  }
  return found
}

/** What is left of a span outside others. Empty parts are dropped at each step: kept, they would double with each other span. */
export const without = (span: Span, others: readonly Span[]): Span[] =>
  others.reduce<Span[]>(
    (left, { from, to }) =>
      left
        .flatMap((one) => [
          { from: one.from, to: Math.min(one.to, from) },
          { from: Math.max(one.from, to), to: one.to },
        ])
        .filter((part) => part.from < part.to),
    [span].filter((one) => one.from < one.to),
  )

/** What two lists of spans have in common. */
export const common = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap((one) =>
    others
      .map(({ from, to }) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
      .filter(({ from, to }) => from < to),
  )
