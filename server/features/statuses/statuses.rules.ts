import { askOf, canBeDefault, type LeadStatus, type StatusType } from '#contract/lead-status.ts'
import type { StatusChanges } from '#contract/statuses.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { listSets, type SetStatus } from './statuses.sets.ts'

/** What an Owner decides of a status, beside its place. */
export type StatusValues = Pick<LeadStatus, 'nameHe' | 'nameEn' | 'hue' | 'type' | 'asks' | 'campaignIds' | 'isDefault'>
const fields = ['nameHe', 'nameEn', 'hue', 'type', 'asks', 'campaignIds', 'isDefault'] as const
type Field = (typeof fields)[number]

/** Campaigns are a list, whose order says nothing. */
const asText = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...new Set(value)].sort() : value)
const isSame = (a: unknown, b: unknown) => asText(a) === asText(b)
export const differing = (before: StatusValues, after: StatusValues): Field[] =>
  fields.filter((field) => !isSame(before[field], after[field]))

/** What stands in an event: of a new status everything with nothing before it, of a deleted one with nothing behind it. */
export const changesOf = (before: StatusValues | null, after: StatusValues | null) => {
  const changed = before && after ? differing(before, after) : fields
  return Object.fromEntries(
    changed.map((field): [string, [unknown, unknown]] => [field, [before?.[field] ?? null, after?.[field] ?? null]]),
  )
}

/** Somebody else has changed one of these fields since the sender saw it. */
export const wasChanged = (status: StatusValues, { expected, ...wanted }: StatusChanges) =>
  Object.entries(expected ?? {}).some(
    ([field, seen]) => wanted[field as keyof typeof wanted] !== undefined && !isSame(seen, status[field as Field]),
  )

/** A status with its changes; of another type it asks for nothing that this type does not ask for. */
export function withChanges(status: StatusValues, { expected: _, ...wanted }: StatusChanges): StatusValues {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const after: StatusValues = { ...status, ...given }
  const keepsAsk = wanted.asks !== undefined || after.asks === null || after.asks === askOf[after.type]
  return keepsAsk ? after : { ...after, asks: null }
}

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** What does not go together in a status, or beside the others. */
export function issuesOf(status: StatusValues, others: readonly StatusValues[]): Issue[] {
  const { type, asks, campaignIds, isDefault } = status
  return [
    ...(['nameHe', 'nameEn'] as const)
      .filter((name) => others.some((other) => sameName(other[name], status[name])))
      .map((path) => ({ path, message: 'status_name_taken' })),
    ...(asks !== null && asks !== askOf[type] ? [{ path: 'asks', message: 'status_asks_wrong' }] : []),
    ...(isDefault && !canBeDefault(type) ? [{ path: 'type', message: 'default_undecided' }] : []),
    ...(isDefault && campaignIds !== null ? [{ path: 'campaignIds', message: 'default_everywhere' }] : []),
  ]
}

/** Without one nothing could be new. */
export const hasOpen = (statuses: readonly Pick<StatusValues, 'type'>[]) => statuses.some(({ type }) => type === 'Open')

/** What was sold is summed over won statuses: leads would have to be counted anew. */
export const isRecounted = (before: StatusType, after: StatusType) =>
  before !== after && (before === 'Won' || after === 'Won')

type Placed = { _id: string; type: StatusType }
/** The order with a new status behind the last one of its type, or at the end. */
export function orderWith(statuses: readonly Placed[], { _id, type }: Placed): string[] {
  const last = statuses.findLastIndex((status) => status.type === type)
  const order = statuses.map((status) => status._id)
  order.splice(last < 0 ? order.length : last + 1, 0, _id)
  return order
}

/** The order with a status before another; null: at the end. */
export function orderMoved(order: readonly string[], statusId: string, before: string | null): string[] {
  const left = order.filter((id) => id !== statusId)
  left.splice(before === null ? left.length : left.indexOf(before), 0, statusId)
  return left
}

/** Nobody has made anything of their own of these statuses: they are those of a set, in its order. */
export function isUntouched(statuses: readonly StatusValues[]): boolean {
  const look = ({ nameHe, nameEn, hue, type, asks }: SetStatus) => [nameHe, nameEn, hue, type, asks]
  // Lost statuses asked for nothing when the first businesses began.
  const looks = (of: readonly SetStatus[]) => JSON.stringify(of.map(look))
  const looksBefore = (of: readonly SetStatus[]) =>
    looks(of.map((status) => ({ ...status, asks: status.asks === 'lost_reason' ? null : status.asks })))
  if (statuses.some(({ campaignIds }) => campaignIds !== null) || !statuses[0]?.isDefault) return false
  return listSets().some((set) => [looks(set.statuses), looksBefore(set.statuses)].includes(looks(statuses)))
}
