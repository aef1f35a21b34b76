/** A stretch of one day in minutes from midnight. */
export type Stretch = { from: number; to: number }
export type Placed<T> = { item: T; lane: number; lanes: number } & Stretch
export type Hidden = Stretch & { count: number }

/**
 * Places what is at the same time side by side, in at most `most` lanes. What finds no lane is counted in `hidden`, by
 * the group of overlapping items that it belongs to.
 */
export function inLanes<T extends Stretch>(items: readonly T[], most: number) {
  const placed: Placed<T>[] = []
  const hidden: Hidden[] = []
  for (const group of groupsOf(items)) {
    const ends: number[] = []
    const own: Omit<Placed<T>, 'lanes'>[] = []
    const left: T[] = []
    for (const item of group) {
      const free = ends.findIndex((end) => end <= item.from)
      const lane = free === -1 ? ends.length : free
      if (lane >= most) left.push(item)
      else {
        ends[lane] = item.to
        own.push({ item, lane, from: item.from, to: item.to })
      }
    }
    placed.push(...own.map((one) => ({ ...one, lanes: ends.length })))
    const [first] = left
    if (first) hidden.push({ from: first.from, to: first.to, count: left.length })
  }
  return { placed, hidden }
}

/** Groups in which each item overlaps another one, in the order of their beginnings. */
function groupsOf<T extends Stretch>(items: readonly T[]): T[][] {
  const groups: T[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of [...items].sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (item.from >= end) groups.push([])
    groups.at(-1)?.push(item)
    end = Math.max(end, item.to)
  }
  return groups
}
