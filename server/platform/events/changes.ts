export type Changes = Record<string, [unknown, unknown]>

/** [before, after] of each given value that differs. */
export function changesTo(before: object, given: object): Changes {
  const was = before as Record<string, unknown>
  const differing = Object.entries(given).filter(
    ([name, value]) => value !== undefined && JSON.stringify(was[name]) !== JSON.stringify(value),
  )
  return Object.fromEntries(differing.map(([name, value]): [string, [unknown, unknown]] => [name, [was[name], value]]))
}

/** Splits changes into those of these fields and the others. */
export function partOf(changes: Changes, names: readonly string[]): { named: Changes; others: Changes } {
  const entries = Object.entries(changes)
  return {
    named: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    others: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  }
}
