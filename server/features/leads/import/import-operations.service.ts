import type { ImportCounts } from '#contract/leads/sheets/lead-import.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'
import { leadScope } from '../../access/access.rules.ts'
import { findFields } from '../../lead-fields/lead-fields.service.ts'
import type { Action, Batch, OperationHandler, Outcome, Progress } from '../../operations/operation-handler.ts'
import { listNames, lockContacts } from '../leads.queries.ts'
import { type Fate, type FateOf, fatesOf, nothingSeen, readRows } from './fates.service.ts'
import { addFates, findImport, findPiece } from './import.queries.ts'
import { importedCampaigns } from './import.rules.ts'
import { readContext } from './import-context.service.ts'
import { analyzeLeads, type ImportedRow } from './imported-leads.queries.ts'
import { createImported, readStatuses, undoImported, updateImported } from './imported-leads.service.ts'
import { joinImported } from './joined-rows.service.ts'

/** Numbers of passed rows at which the planner's statistics are refreshed. */
const ANALYZED_AT = [2_000, 8_000, 32_000, 128_000]
/** Rows of a piece; a batch imports one. */
export const PIECE_SIZE = 500

export type ImportAction = { kind: 'import'; importId: string }
const importOf = (action: Action) => (action as ImportAction).importId

/** Ids of rows without a lead, made of their numbers in the file. */
const ROW_ID = '00000000-0000-8000-8000-'
const rowId = (number: number) => ROW_ID + number.toString(16).padStart(12, '0')
const numberOf = (id: string) => Number.parseInt(id.slice(ROW_ID.length), 16)

export const importOperations: OperationHandler = {
  subject: 'lead_imports',
  campaignsFor: importedCampaigns,
  next: (tx, progress) => nextRows(tx, progress),
  apply: (tx, author, batch) =>
    batch.undoes ? undoImported(tx, author, { ...batch, undoes: batch.undoes }) : importRows(tx, author, batch),
  async namesOf(db, caller, ids) {
    const names = await listNames(db, caller.businessId, { ids, scope: leadScope(caller) })
    const rows = ids.filter((id) => id.startsWith(ROW_ID)).map((id) => [id, `#${numberOf(id)}`] as const)
    return new Map([...names, ...rows])
  },
}

/** The number of the piece that follows this number of rows; only the last piece may have fewer. */
const pieceAfter = (passed: number) => Math.ceil(passed / PIECE_SIZE)

/** The tenant of a handler's transaction is the business of its operation. */
async function businessOf(tx: Db, operationId: string) {
  const found = await tx
    .selectFrom('operations')
    .select('business_id as businessId')
    .where('id', '=', operationId)
    .executeTakeFirst()
  return found?.businessId ?? ''
}

async function nextRows(tx: Db, { operationId, action, passed }: Progress) {
  const businessId = await businessOf(tx, operationId)
  const rows = await findPiece(tx, businessId, importOf(action), pieceAfter(passed))
  return (rows ?? []).map(([number]) => rowId(number))
}

async function importRows(tx: Db, author: Author, { operationId, action, passed, campaigns, now }: Batch) {
  const { businessId } = author
  const id = importOf(action)
  if (ANALYZED_AT.includes(passed)) await analyzeLeads(tx)
  const [file, rows, own] = await Promise.all([
    findImport(tx, businessId, { id, userId: null }),
    findPiece(tx, businessId, id, pieceAfter(passed)),
    findFields(tx, businessId),
  ])
  if (!file?.settings || !rows) return []
  const context = await readContext(tx, businessId, { settings: file.settings, own, allowed: campaigns, now })
  const read = readRows(rows, context)
  const contacts = read.flatMap(({ values: { phone, email } }) => [phone, email].flatMap((contact) => contact ?? []))
  await lockContacts(tx, businessId, contacts)
  const fates = await fatesOf(tx, businessId, { read, context, seen: nothingSeen(), operationId })
  const writing = { context, statuses: await readStatuses(tx, businessId), operationId }
  const ofKind = <K extends Fate['kind']>(kind: K) => fates.filter((fate): fate is FateOf<K> => fate.kind === kind)
  const created = await createImported(tx, author, ofKind('create'), writing)
  const updated = await updateImported(tx, author, ofKind('update'), writing)
  const joining = { ...writing, rowId, outcomes: [...created, ...updated] }
  const outcomes = [...(await joinImported(tx, author, ofKind('join'), joining)), ...ofKind('left').map(left)]
  await addFates(tx, businessId, id, fatesIn(outcomes))
  return outcomes
}

/** How many rows of a batch have which fate; a lead whose row was counted before is none of them. */
function fatesIn(outcomes: readonly Outcome[]): ImportCounts {
  const counts = { create: 0, update: 0, join: 0, left: 0 }
  for (const { outcome, before, replaces } of outcomes) {
    const { isNew, joins } = before as ImportedRow
    const isIn = outcome === 'changed' || outcome === 'same'
    if (!replaces) counts[isNew ? 'create' : joins ? 'join' : isIn ? 'update' : 'left']++
  }
  return counts
}

function left({ number, reason, column }: FateOf<'left'>): Outcome {
  const before: ImportedRow = { number, column }
  return { id: rowId(number), outcome: reason, before, revision: null }
}
