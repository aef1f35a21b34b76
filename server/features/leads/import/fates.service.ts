import type { LeftReason } from '#contract/leads/operations.ts'
import type { ShownImportTarget } from '#contract/leads/sheets/lead-import.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { StoredRow } from './import.queries.ts'
import type { ImportContext } from './import-context.service.ts'
import { listImported, listMatches, type Match } from './imported-leads.queries.ts'
import { type RowValues, readRow } from './rows.rules.ts'

/** What becomes of a row. */
export type Fate = { number: number; values: RowValues } & (
  | { kind: 'create'; leadId: string; campaignId: string }
  | { kind: 'update'; leadId: string; campaignId: string }
  | { kind: 'join'; person: Person }
  | { kind: 'left'; reason: LeftReason; column: number | null }
)
export type FateOf<K extends Fate['kind']> = Extract<Fate, { kind: K }>

/** A person whom an earlier row of the file named: the row, and the lead that it made or changed. */
export type Person = {
  row: number
  leadId: string
  isNew: boolean
  campaignId: string
  phone: string | null
  email: string | null
}
/** The people of earlier rows, by their contacts and by their leads. */
export type Seen = { byPlace: Map<string, Person>; byLead: Map<string, Person> }
export const nothingSeen = (): Seen => ({ byPlace: new Map(), byLead: new Map() })

type Read = ReturnType<typeof readRow> & { number: number; campaignId: string | null }
export const readRows = (rows: readonly StoredRow[], context: ImportContext): Read[] =>
  rows.map(([number, ...cells]) => {
    const row = readRow(cells, context)
    return { ...row, number, campaignId: row.values.campaignId ?? context.settings.campaignId }
  })

type Deciding = {
  read: readonly Read[]
  context: ImportContext
  seen: Seen
  /** The operation that imports the rows: leads of its earlier rows count as seen. */
  operationId?: string
}
/** Decides what becomes of rows, in their order. */
export async function fatesOf(
  db: Db,
  businessId: string,
  { read, context, seen, operationId }: Deciding,
): Promise<Fate[]> {
  const found = await findMatches(db, businessId, read, context)
  if (operationId && found.length) {
    const imported = await listImported(
      db,
      businessId,
      operationId,
      found.map(({ id }) => id),
    )
    for (const { id, campaignId, phone, email } of found) {
      const row = imported.get(id)?.before
      if (row) meet(seen, { row: row.number, leadId: id, isNew: row.isNew === true, campaignId, phone, email })
    }
  }
  const matches = new Map<string, Match>()
  // The newest comes first.
  for (const match of found)
    for (const key of [match.id, ...placesOf(match)]) if (!matches.has(key)) matches.set(key, match)
  return read.map((row) => {
    const fate = fateOf(row, matches, { context, seen })
    remember(seen, row, fate, { matches, context })
    return { number: row.number, values: row.values, ...fate } as Fate
  })
}

function findMatches(db: Db, businessId: string, read: readonly Read[], { allowed, settings }: ImportContext) {
  const all = <K extends 'phone' | 'email' | 'id'>(key: K) => read.flatMap(({ values }) => values[key] ?? [])
  const wanted = { phones: all('phone'), emails: all('email'), ids: settings.key === 'id' ? all('id') : [] }
  return listMatches(db, businessId, { ...wanted, campaigns: allowed })
}

type Contacts = { campaignId: string | null; phone?: string | null | undefined; email?: string | null | undefined }
const contactsIn = (campaignId: string | null, { phone, email }: Contacts) =>
  [phone, email].flatMap((contact) => (contact ? [`${campaignId} ${contact}`] : []))
/** A lead is found by its contact in its campaign, and in any (null). */
const placesOf = (lead: Contacts) => [...contactsIn(lead.campaignId, lead), ...contactsIn(null, lead)]

function meet({ byPlace, byLead }: Seen, person: Person) {
  byLead.set(person.leadId, person)
  for (const place of placesOf(person)) byPlace.set(place, person)
}

/** Keeps whom a row named, with the contacts that they have after it, so that later rows find them. */
function remember(
  seen: Seen,
  { number, values }: Read,
  fate: Decided,
  { matches, context }: { matches: Matches; context: ImportContext },
) {
  const { phone = null, email = null } = values
  if (fate.kind === 'create')
    meet(seen, { row: number, leadId: fate.leadId, isNew: true, campaignId: fate.campaignId, phone, email })
  if (fate.kind === 'update') {
    const match = matches.get(fate.leadId)
    const has = {
      campaignId: fate.campaignId,
      phone: phone ?? match?.phone ?? null,
      email: email ?? match?.email ?? null,
    }
    meet(seen, { row: number, leadId: fate.leadId, isNew: false, ...has })
  }
  if (fate.kind !== 'join') return
  const { person } = fate
  for (const place of placesOf(person)) if (seen.byPlace.get(place) === person) seen.byPlace.delete(place)
  const fills = context.settings.mode === 'create'
  person.phone = (fills ? (person.phone ?? phone) : (phone ?? person.phone)) ?? null
  person.email = (fills ? (person.email ?? email) : (email ?? person.email)) ?? null
  meet(seen, person)
}

type Matches = ReadonlyMap<string, Match>
type Decided = Fate extends infer F ? (F extends Fate ? Omit<F, 'number' | 'values'> : never) : never
const left = (reason: LeftReason, column: number | null = null): Decided => ({ kind: 'left', reason, column })

type Known = { context: ImportContext; seen: Seen }
function fateOf(row: Read, matches: Matches, known: Known): Decided {
  const { values, issues, campaignId } = row
  const { context, seen } = known
  const { settings, liveCampaigns } = context
  const [issue] = issues
  if (issue) return left(issue.reason, issue.column)
  const byKey = settings.mode === 'create' ? undefined : fateByKey(row, matches, known)
  if (byKey) return byKey
  if (!values.phone && !values.email)
    return left('no_contact', columnOf(context, 'phone') ?? columnOf(context, 'email'))
  if (!campaignId || !liveCampaigns.has(campaignId)) return left('campaign_gone', columnOf(context, 'campaign'))
  const places = contactsIn(campaignId, { campaignId, ...values })
  const person = places.map((place) => seen.byPlace.get(place)).find((one) => one !== undefined)
  if (person) return { kind: 'join', person }
  const isThere = places.some((place) => matchAt(place, matches, seen) !== undefined)
  return isThere ? left('duplicate') : { kind: 'create', leadId: newId(), campaignId }
}

const columnOf = ({ settings }: ImportContext, target: ShownImportTarget) => {
  const column = settings.columns.indexOf(target)
  return column < 0 ? null : column
}

/** A lead that has the contact. One that an earlier row gave another contact does not have its former one any more. */
function matchAt(place: string, matches: Matches, { byLead }: Seen) {
  const match = matches.get(place)
  return match && !byLead.has(match.id) ? match : undefined
}

/** What the lead that the row's key names decides; undefined: it names none, and the row may become a new lead. */
function fateByKey({ values, campaignId }: Read, matches: Matches, { context, seen }: Known): Decided | undefined {
  const { key, mode } = context.settings
  const value = values[key]
  if (!value) return mode === 'update' ? left('no_key', columnOf(context, key)) : undefined
  const place = key === 'id' ? value : `${campaignId} ${value}`
  const person = key === 'id' ? seen.byLead.get(value) : seen.byPlace.get(place)
  if (person) return { kind: 'join', person }
  const match = matchAt(place, matches, seen)
  if (match) return { kind: 'update', leadId: match.id, campaignId: match.campaignId }
  return key === 'id' || mode === 'update' ? left('no_such_lead', columnOf(context, key)) : undefined
}
