import type { DuplicateReason } from '#contract/duplicates/duplicates.ts'
import type { Edge, NamedLead, NewGroup } from './grouping.queries.ts'

/** A name that more leads have is common and says nothing. */
export const SAME_NAME_MAX = 5
/** Leads of one group; of more, the newest. */
export const GROUP_MAX = 50

type Group = { ids: Set<string>; reasons: Set<DuplicateReason> }
export const pairOf = (one: string, other: string) => (one < other ? `${one} ${other}` : `${other} ${one}`)

/**
 * Joins leads that match to groups, matches by phone first. Two groups are not joined if a person said of two of their
 * leads that they are not the same person.
 */
export function groupsOf(
  leads: ReadonlyMap<string, NamedLead>,
  edges: readonly Edge[],
  distinct: ReadonlySet<string>,
): Omit<NewGroup, 'id'>[] {
  const groups = new Map<string, Group>()
  const groupOf = (id: string): Group => groups.get(id) ?? { ids: new Set([id]), reasons: new Set() }
  const order: DuplicateReason[] = ['phone', 'email', 'name']
  const sorted = [...edges].sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason))
  for (const { one, other, reason } of sorted) {
    if (!leads.has(one) || !leads.has(other)) continue
    const [mine, theirs] = [groupOf(one), groupOf(other)]
    if (mine !== theirs && isApart(mine, theirs, distinct)) continue
    const ids = new Set([...mine.ids, ...theirs.ids])
    const joined: Group = mine === theirs ? mine : { ids, reasons: new Set([...mine.reasons, ...theirs.reasons]) }
    joined.reasons.add(reason)
    if (mine !== theirs) for (const id of ids) groups.set(id, joined)
  }
  return [...new Set(groups.values())].map(({ ids, reasons }) => {
    const newestFirst = [...ids].sort((a, b) => timeOf(leads, b) - timeOf(leads, a))
    return {
      reasons: order.filter((reason) => reasons.has(reason)),
      newestAt: leads.get(newestFirst[0] ?? '')?.createdAt ?? '',
      leadIds: newestFirst.slice(0, GROUP_MAX),
    }
  })
}
const timeOf = (leads: ReadonlyMap<string, NamedLead>, id: string) => Date.parse(leads.get(id)?.createdAt ?? '')

function isApart(one: Group, other: Group, distinct: ReadonlySet<string>) {
  if (distinct.size === 0) return false
  return [...one.ids].some((id) => [...other.ids].some((theirs) => distinct.has(pairOf(id, theirs))))
}
