import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  IMPORT_VALUES_MAX,
  IMPORTS_LISTED,
  type ImportSettings,
  type LeadImport,
  type ShownImportTarget,
} from '#contract/leads/sheets/lead-import.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { beginOperation, writeOperation } from '../../operations/operations.service.ts'
import * as queries from './import.queries.ts'
import { importedCampaigns } from './import.rules.ts'
import { contextOf, type ImportRequest, readLookups } from './import-context.service.ts'
import { settingIssues } from './import-settings.service.ts'
import { resolve } from './rows.rules.ts'
import { storeSheet } from './sheet-upload.service.ts'

const hasEnded = (state: string | null) => state === 'done' || state === 'failed' || state === 'cancelled'

function toImport(row: queries.ImportRow): LeadImport {
  const { create, update, join, left } = row
  const isUndone = row.undoneBy !== null && row.undoState !== 'cancelled' && row.undoState !== 'failed'
  return {
    _id: row.id,
    name: row.name,
    format: row.format,
    rows: row.rowCount,
    columns: row.columns,
    settings: row.settings,
    state: row.operationId === null ? 'draft' : (row.state ?? 'done'),
    operationId: row.operationId,
    counts: { create, update, join, left },
    canUndo: hasEnded(row.state) && row.done > 0 && !isUndone,
    isUndone,
    author: { _id: row.userId, name: row.userName, image: row.userImage },
    createdAt: row.createdAt,
  }
}

/** The author whose imports a member sees; null: all. */
const seenAuthor = ({ role, userId }: Member) => (actsEverywhere(role) ? null : userId)

/** Who may import. Members who see masked contacts would learn from the fates which contacts are there. */
export function requireImporter(caller: Member) {
  if (caller.seesMasked || importedCampaigns(caller)?.length === 0) throw new AppError('forbidden')
}

export async function requireImport({ db, caller }: Pick<ImportRequest, 'db' | 'caller'>, id: string) {
  requireImporter(caller)
  const row = await queries.findImport(db, caller.businessId, { id, userId: seenAuthor(caller) })
  if (!row) throw new AppError('import_not_found')
  return row
}

export async function readImport(request: Pick<ImportRequest, 'db' | 'caller'>, id: string) {
  return { success: true as const, import: toImport(await requireImport(request, id)) }
}

export async function listImports({ db, caller }: ImportRequest) {
  requireImporter(caller)
  const { businessId } = caller
  const rows = await queries.listImports(db, businessId, { userId: seenAuthor(caller), limit: IMPORTS_LISTED })
  return { success: true as const, imports: rows.map(toImport) }
}

type Upload = { name: string; settingsOf?: string | undefined; bytes: Buffer }
/** Stores a file. With `settingsOf`, columns of the same title are imported as they were then. */
export async function uploadImport(request: ImportRequest, { name, settingsOf, bytes }: Upload) {
  const { db, caller, own, now } = request
  const { businessId, userId } = caller
  const former = settingsOf === undefined ? undefined : await requireImport(request, settingsOf)
  const id = await storeSheet(db, { businessId, userId, name: name || '—', bytes, own, now })
  if (former?.settings) {
    const { columns } = await requireImport(request, id)
    const { settings } = former
    const targets = columns.map(
      ({ title }) => settings.columns[former.columns.findIndex((column) => column.title === title)] ?? null,
    )
    if (targets.some((target) => target !== null))
      await queries.updateImport(db, businessId, id, { settings: { ...settings, columns: targets } })
  }
  return readImport(request, id)
}

export async function requireDraft(tx: Db, request: ImportRequest, id: string) {
  const { businessId } = request.caller
  await queries.lockImport(tx, businessId, id)
  const row = await requireImport({ ...request, db: tx }, id)
  if (row.operationId) throw new AppError('import_started')
  return row
}

export async function changeImport(request: ImportRequest, id: string, settings: ImportSettings) {
  const { db, caller } = request
  await db.transaction().execute(async (tx) => {
    const { columns } = await requireDraft(tx, request, id)
    const issues = await settingIssues({ ...request, db: tx }, settings, columns)
    if (issues.length) throw new AppError('invalid_input', { issues })
    await queries.updateImport(tx, caller.businessId, id, { settings })
  })
  return readImport(request, id)
}

/** The texts of a column, and what each stands for by its name. */
export async function listValues(
  request: ImportRequest,
  id: string,
  { column, target: asked }: { column: number; target?: ShownImportTarget | undefined },
) {
  const { db, caller, own } = request
  const { businessId } = caller
  const { settings, columns } = await requireImport(request, id)
  if (column >= columns.length)
    throw new AppError('invalid_input', { issues: [{ path: 'column', message: 'invalid_value' }] })
  const target = asked ?? settings?.columns[column] ?? columns[column]?.suggested
  const [found, { lookups }] = await Promise.all([
    queries.listValues(db, businessId, id, { column, limit: IMPORT_VALUES_MAX }),
    readLookups(db, businessId, { own, allowed: importedCampaigns(caller) }),
  ])
  const named = { settings: settings ?? { values: {} }, lookups } as Parameters<typeof resolve>[2]
  const values = found.map((one) => ({ ...one, value: (target && resolve(target, one.text, named)) ?? null }))
  return { success: true as const, values }
}

/** Starts the operation that imports the rows. */
export async function runImport(deps: Deps, request: ImportRequest, id: string) {
  const { db, caller } = request
  const { businessId, userId } = caller
  const stored = await db.transaction().execute(async (tx) => {
    const file = await requireDraft(tx, request, id)
    await contextOf({ ...request, db: tx }, file)
    const action = { kind: 'import' as const, importId: id }
    const campaignIds = importedCampaigns(caller)
    const operation = { subject: 'lead_imports', authorId: userId, action, campaignIds, items: file.rowCount }
    const written = await writeOperation(tx, businessId, operation)
    await queries.updateImport(tx, businessId, id, { operation_id: written.operationId })
    await emit(tx, caller, 'operation.started', {
      campaignId: ALL_CAMPAIGNS,
      kind: 'import',
      operationId: written.operationId,
      leads: file.rowCount,
    })
    return written
  })
  await beginOperation(deps, businessId, stored)
  return readImport(request, id)
}

export async function removeImport(request: ImportRequest, id: string) {
  const { db, caller } = request
  await db.transaction().execute(async (tx) => {
    await requireDraft(tx, request, id)
    await queries.deleteImport(tx, caller.businessId, id)
  })
}
