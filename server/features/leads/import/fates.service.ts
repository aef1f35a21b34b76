import type { LeftReason } from '#contract/leads/operations.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { StoredRow } from './import.queries.ts'
import type { ImportContext } from './import-context.service.ts'
import { listHandled, listMatches, type Match } from './imported-leads.queries.ts'
import { type RowValues, readRow } from './rows.rules.ts'

/** What becomes of a row. */
export type Fate = { number: number; values: RowValues } & (
  | { kind: 'create'; campaignId: string }
  | { kind: 'update'; leadId: string }
  | { kind: 'duplicate' }
  | { kind: 'invalid'; reason: LeftReason; column: number | null }
)

/**
 * Contacts and leads of earlier rows. A file may name a person twice: only the first row counts, so that an undo
 * restores what was before the import.
 */
export type Seen = { contacts: Set<string>; leads: Set<string> }
export const nothingSeen = (): Seen => ({ contacts: new Set(), leads: new Set() })

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
  const matches = await findMatches(db, businessId, read, context)
  if (operationId && matches.size) {
    const ids = [...new Set([...matches.values()].map(({ id }) => id))]
    for (const id of await listHandled(db, businessId, operationId, ids)) seen.leads.add(id)
  }
  return read.map((row) => {
    const fate = fateOf(row, matches, { context, seen })
    if (fate.kind === 'create') for (const contact of contactsOf(row)) seen.contacts.add(contact)
    if (fate.kind === 'update') seen.leads.add(fate.leadId)
    return { number: row.number, values: row.values, ...fate }
  })
}

const contactsOf = ({ values: { phone, email }, campaignId }: Read) =>
  [phone, email].flatMap((contact) => (contact ? [`${campaignId} ${contact}`] : []))

type Matches = ReadonlyMap<string, Match>
async function findMatches(db: Db, businessId: string, read: readonly Read[], { allowed, settings }: ImportContext) {
  const all = <K extends 'phone' | 'email' | 'id'>(key: K) => read.flatMap(({ values }) => values[key] ?? [])
  const wanted = { phones: all('phone'), emails: all('email'), ids: settings.key === 'id' ? all('id') : [] }
  const found = await listMatches(db, businessId, { ...wanted, campaigns: allowed })
  const matches = new Map<string, Match>()
  // The newest comes first.
  for (const match of found)
    for (const key of [match.id, ...placesOf(match)]) if (!matches.has(key)) matches.set(key, match)
  return matches
}
/** A lead is found by its contact in its campaign, and in any (null). */
const placesOf = ({ phone, email, campaignId }: Match) =>
  [phone, email].flatMap((contact) => (contact ? [`${campaignId} ${contact}`, `null ${contact}`] : []))

type Decided = Fate extends infer F ? (F extends Fate ? Omit<F, 'number' | 'values'> : never) : never
const invalid = (reason: LeftReason, column: number | null = null): Decided => ({ kind: 'invalid', reason, column })

function fateOf(row: Read, matches: Matches, { context, seen }: { context: ImportContext; seen: Seen }): Decided {
  const { values, issues, campaignId } = row
  const { settings } = context
  const [issue] = issues
  if (issue) return invalid(issue.reason, issue.column)
  const found = settings.mode === 'create' ? undefined : keyMatch(row, matches, context)
  if (typeof found === 'string') return invalid(found)
  if (found) return seen.leads.has(found.id) ? { kind: 'duplicate' } : { kind: 'update', leadId: found.id }
  if (settings.mode === 'update') return invalid('no_such_lead')
  if (!values.phone && !values.email) return invalid('no_contact')
  if (!campaignId || !context.liveCampaigns.has(campaignId)) return invalid('campaign_gone')
  const isKnown = contactsOf(row).some((contact) => matches.has(contact) || seen.contacts.has(contact))
  return isKnown ? { kind: 'duplicate' } : { kind: 'create', campaignId }
}

/** The lead that the row's key names; undefined: none yet; a reason: it cannot name one. */
function keyMatch(
  { values, campaignId }: Read,
  matches: Matches,
  { settings }: ImportContext,
): Match | LeftReason | undefined {
  const key = values[settings.key]
  if (!key) return settings.mode === 'update' ? 'no_key' : undefined
  if (settings.key === 'id') return matches.get(key) ?? 'no_such_lead'
  return matches.get(`${campaignId} ${key}`)
}
