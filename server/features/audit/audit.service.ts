import { AUDIT_ACTORS_MAX, type AuditFilters, type AuditRow } from '#contract/audit.ts'
import type { Language } from '#contract/constants.ts'
import type { AuditKind } from '#contract/events/events.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Position, parsePosition } from '../../platform/events/position.ts'
import { statusName } from '../leads/leads.presenter.ts'
import { toRow } from './audit.presenter.ts'
import * as queries from './audit.queries.ts'
import { auditNames, isAside, kindOf, namesOf } from './audit.rules.ts'
import { actionOf } from './audit-texts.ts'

export type AuditContext = { db: Db; caller: { businessId: string }; language: Language }

type LogQuery = AuditFilters & { before?: string | undefined; after?: string | undefined; limit: number }
/** A page of the log, and whether there are pages before and after. */
export async function readLog(context: AuditContext, { before, after, limit, ...filters }: LogQuery) {
  const filter = await readFilter(context, filters)
  const place = { before: before ? parsePosition(before) : undefined, after: after ? parsePosition(after) : undefined }
  const found = await readRows(context, filter, { ...place, most: limit + 1 })
  const isMore = found.length > limit
  const rows = after && !before ? found.slice(-limit) : found.slice(0, limit)
  const isBackwards = after !== undefined && before === undefined
  return {
    success: true as const,
    rows,
    hasNewer: isBackwards ? isMore : before !== undefined && (await hasNewer(context, filter, rows[0])),
    hasOlder: isBackwards ? true : isMore,
  }
}

async function hasNewer({ db, caller }: AuditContext, filter: queries.AuditFilter, first: AuditRow | undefined) {
  const after = first && parsePosition(first.position)
  return !after || (await queries.listEvents(db, caller.businessId, filter, { after, most: 1 })).length > 0
}

/** The filter for queries: event names, author, subject. */
export async function readFilter({ db, caller }: AuditContext, asked: AuditFilters): Promise<queries.AuditFilter> {
  const { by, about, from, to } = asked
  const names = namesOf(asked)
  const [people, aboutKind] = await Promise.all([
    by ? queries.listPeople(db, caller.businessId, [by]) : [],
    about ? queries.findKindOf(db, caller.businessId, about) : undefined,
  ])
  return {
    names,
    isAside: isAside(names),
    ...(by && { by: { kind: people.length ? 'person' : 'key', id: by } }),
    ...(about && aboutKind && { about: { kind: aboutKind, id: about } }),
    from,
    to,
  }
}

type LogPage = { before?: Position | undefined; after?: Position | undefined; most: number }
/** Rows in the reader’s language. */
export async function readRows(context: AuditContext, filter: queries.AuditFilter, page: LogPage): Promise<AuditRow[]> {
  const { db, caller, language } = context
  const events = await queries.listEvents(db, caller.businessId, filter, page)
  const known = await findKnown(context, events)
  return events.map((event) => toRow(event, known, language))
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** All ids in these events, in any field. */
const idsIn = (events: queries.AuditEvent[]) => [
  ...new Set(
    events.flatMap(
      ({ actor, payload, personal, leadId }) => JSON.stringify([actor, payload, personal, leadId]).match(ID) ?? [],
    ),
  ),
]

async function findKnown({ db, caller, language }: AuditContext, events: queries.AuditEvent[]) {
  const ids = idsIn(events)
  const [people, things, statuses] = await Promise.all([
    queries.listPeople(db, caller.businessId, ids),
    queries.listNames(db, caller.businessId, ids),
    queries.listStatuses(db, caller.businessId),
  ])
  return {
    people: new Map(people.map((person) => [person.id, person])),
    there: new Set(things.flatMap(({ id, isThere }) => (isThere ? [id] : []))),
    names: new Map([
      ...statuses.map((status): [string, string] => [status.id, statusName(status, language)]),
      ...[...things, ...people].map(({ id, name }): [string, string] => [id, name]),
    ]),
  }
}

/** Authors and subjects that the log can be filtered by. */
export async function findChoices(context: AuditContext, about: string | undefined) {
  const { db, caller, language } = context
  const { businessId } = caller
  const [people, keys, campaigns, name] = await Promise.all([
    queries.listMembers(db, businessId, AUDIT_ACTORS_MAX),
    queries.listKeys(db, businessId),
    queries.listCampaigns(db, businessId, AUDIT_ACTORS_MAX),
    about && findName(context, about),
  ])
  const toChoice = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })
  return {
    people: people
      .filter((person) => person.name !== '')
      .map((person) => ({ ...toChoice(person), email: person.email, phone: person.phone })),
    keys: keys.map(toChoice),
    campaigns: campaigns.map(toChoice),
    about: about && name ? { _id: about, name } : null,
    actions: auditNames.map((event) => ({
      event,
      kind: kindOf(event) as AuditKind,
      label: actionOf(event, language),
    })),
  }
}

async function findName({ db, caller: { businessId } }: AuditContext, id: string) {
  const [people, things] = await Promise.all([
    queries.listPeople(db, businessId, [id]),
    queries.listNames(db, businessId, [id]),
  ])
  return [...people, ...things][0]?.name
}
