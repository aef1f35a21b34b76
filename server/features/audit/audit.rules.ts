import type { AuditFilters } from '#contract/audit.ts'
import { type EventName, eventNames, eventOf, type SubjectKind } from '#contract/events/catalogue.ts'
import type { AuditKind, EventSubject } from '#contract/events/events.ts'
import type { AuditEvent } from './audit.queries.ts'

/** Null: not in the log. */
export const kindOf = (name: EventName): AuditKind | null => eventOf(name)?.kind ?? null

/** All logged event names: those that screens follow, then those of the log alone. */
export const auditNames = [false, true].flatMap((isOfLogAlone) =>
  eventNames.filter((name) => kindOf(name) && (eventOf(name)?.audience === 'audit') === isOfLogAlone),
)

export const namesOf = ({ kind, without, action }: Pick<AuditFilters, 'kind' | 'without' | 'action'>) =>
  auditNames.filter((name) => {
    const of = kindOf(name)
    return (!kind || of === kind) && (!without || of !== without) && (!action || name === action)
  })

/** Whether none of these events is of a single lead. */
export const isAside = (names: readonly EventName[]) => names.every((name) => eventOf(name)?.subject?.kind !== 'lead')

export type Subject = Pick<EventSubject, 'isPagePermanent'> & {
  kind: SubjectKind
  id: string | null
  campaignId: string
  storedName: string | null
}
export function subjectOf({ name, payload, personal, campaignId }: AuditEvent): Subject | null {
  const about = eventOf(name)?.subject
  if (!about) return null
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const named = about.names?.map((field) => text(payload[field]) ?? text(personal?.[field]))
  return {
    kind: about.kind,
    id: text(payload[about.id]),
    campaignId,
    storedName: named?.find((one) => one !== null) ?? null,
    ...(about.isPagePermanent && { isPagePermanent: true }),
  }
}

export type Detail = { field: string; before?: unknown; after: unknown }
type Changes = Record<string, [unknown, unknown]>

/** Details of an event: changes with the values before, and single facts. */
export function detailsOf({ name, payload, personal }: AuditEvent): Detail[] {
  const changes = { ...(payload.changes as Changes), ...(personal?.changes as Changes) }
  const about = subjectOf({ name, payload, personal } as AuditEvent)
  const { facts, isCreation } = eventOf(name) ?? {}
  const said = { ...payload, ...personal } as Record<string, unknown>
  const isTold = (field: string, value: unknown) =>
    facts?.includes(field) && value !== null && value !== undefined && value !== '' && value !== about?.storedName
  return [
    ...Object.entries(changes).map(([field, [before, after]]) =>
      isCreation ? { field, after } : { field, before, after },
    ),
    ...Object.entries(said)
      .filter(([field, value]) => isTold(field, value))
      .map(([field, value]) =>
        // The only fact that is a change: the state of a join request.
        field === 'state' && Array.isArray(value)
          ? { field, before: value[0], after: value[1] }
          : { field, after: value },
      ),
  ]
}
