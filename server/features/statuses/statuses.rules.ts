import { askOf, canBeDefault, type StatusType } from '#contract/leads/lead-status.ts'
import type { OwnStatus, StatusChanges } from '#contract/leads/statuses.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { listSets, type SetStatus } from './status-sets.ts'

/** The fields of a status that an Owner sets, except its position. */
export type StatusValues = Pick<
  OwnStatus,
  'nameHe' | 'nameEn' | 'hue' | 'type' | 'asks' | 'followUp' | 'campaignIds' | 'isDefault'
>
const fields = ['nameHe', 'nameEn', 'hue', 'type', 'asks', 'followUp', 'campaignIds', 'isDefault'] as const
type Field = (typeof fields)[number]

/** Campaign ids are compared regardless of order. */
const asText = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...new Set(value)].sort() : value)
const isSame = (a: unknown, b: unknown) => asText(a) === asText(b)
export const differing = (before: StatusValues, after: StatusValues): Field[] =>
  fields.filter((field) => !isSame(before[field], after[field]))

/**
 * The changes for an event: values before and after. The value before is null for a new status, the value after for a
 * deleted one.
 */
export const changesOf = (before: StatusValues | null, after: StatusValues | null) => {
  const changed = before && after ? differing(before, after) : fields
  const pairOf = (field: Exclude<Field, 'followUp'>): [string, [unknown, unknown]] => [
    field,
    [before?.[field] ?? null, after?.[field] ?? null],
  ]
  return Object.fromEntries(
    changed.flatMap((field) => (field === 'followUp' ? ofFollowUp(before, after) : [pairOf(field)])),
  )
}

/** The parts of a follow-up that differ, each under its own name. */
const ofFollowUp = (before: StatusValues | null, after: StatusValues | null) =>
  (['action', 'minutes', 'note'] as const)
    .map((part) => ({ part, values: [before?.followUp?.[part] || null, after?.followUp?.[part] || null] as const }))
    .filter(({ values: [was, is] }) => was !== is)
    .map(({ part, values: [was, is] }): [string, [unknown, unknown]] => [partNames[part], [was, is]])
const partNames = { action: 'followUpAction', minutes: 'followUpMinutes', note: 'followUpNote' } as const

/** Whether one of these fields changed since the sender read it. */
export const wasChanged = (status: StatusValues, { expected, ...wanted }: StatusChanges) =>
  Object.entries(expected ?? {}).some(
    ([field, seen]) => wanted[field as keyof typeof wanted] !== undefined && !isSame(seen, status[field as Field]),
  )

/** The status after the changes. If the new type does not allow the status's question, the question is reset. */
export function withChanges(status: StatusValues, { expected: _, ...changes }: StatusChanges): StatusValues {
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: StatusValues = { ...status, ...defined }
  const keepsAsk = changes.asks !== undefined || after.asks === null || after.asks === askOf[after.type]
  return keepsAsk ? after : { ...after, asks: null }
}

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Conflicts within the status and with the other statuses. */
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

/** Whether an Open status exists, which new leads need. */
export const hasOpen = (statuses: readonly Pick<StatusValues, 'type'>[]) => statuses.some(({ type }) => type === 'Open')

/** Whether a change of type would require recounting leads: sales are summed over won statuses. */
export const isRecounted = (before: StatusType, after: StatusType) =>
  before !== after && (before === 'Won' || after === 'Won')

type Placed = { _id: string; type: StatusType }
/** The order after inserting a new status behind the last one of its type, or at the end. */
export function orderWith(statuses: readonly Placed[], { _id, type }: Placed): string[] {
  const last = statuses.findLastIndex((status) => status.type === type)
  const order = statuses.map((status) => status._id)
  order.splice(last < 0 ? order.length : last + 1, 0, _id)
  return order
}

/** The order after moving a status before another; null means to the end. */
export function orderMoved(order: readonly string[], statusId: string, before: string | null): string[] {
  const left = order.filter((id) => id !== statusId)
  left.splice(before === null ? left.length : left.indexOf(before), 0, statusId)
  return left
}

/** Whether the statuses equal a starter set, in its order. */
export function isUntouched(statuses: readonly StatusValues[]): boolean {
  const look = ({ nameHe, nameEn, hue, type, asks }: SetStatus) => [nameHe, nameEn, hue, type, asks]
  // In the first releases, lost statuses had no question.
  const looks = (of: readonly SetStatus[]) => JSON.stringify(of.map(look))
  const looksBefore = (of: readonly SetStatus[]) =>
    looks(of.map((status) => ({ ...status, asks: status.asks === 'lost_reason' ? null : status.asks })))
  if (statuses.some(({ campaignIds, followUp }) => campaignIds !== null || followUp) || !statuses[0]?.isDefault)
    return false
  return listSets().some((set) => [looks(set.statuses), looksBefore(set.statuses)].includes(looks(statuses)))
}
