import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { LeadChoice } from '#contract/leads/operations.ts'
import { EXPORT_LINK_SECONDS, LEAD_EXPORT_MAX, type LeadExport } from '#contract/leads/sheets/lead-export.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../../deps.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { withinTime } from '../../../platform/db/within-time.ts'
import { emit } from '../../../platform/events/emit.ts'
import { campaignsExported, type Member } from '../../../platform/http/caller.ts'
import { BOM, CSV_HEADERS, csvLine } from '../../../platform/http/csv.ts'
import { download } from '../../../platform/http/downloads.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { type Cell, XLSX_HEADERS, xlsxOf } from '../../../platform/sheets/xlsx-writer.ts'
import { translate } from '../../../platform/texts.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { matchingLeads, requireLeads } from '../list/chosen-leads.service.ts'
import * as queries from './export.queries.ts'
import { cellsOf, cellText, knownColumns, titleOf } from './export.rules.ts'
import { withIds, without } from './export.sql.ts'

/** Time limit for finding the leads. */
const SELECT_TIMEOUT_MS = 30_000
/** Leads read at once. Between two reads no connection is held, so a slow reader delays no other. */
const BATCH_SIZE = 2_000
const ID_BYTES = 16

type Wanted = { businessId: string; exportId: string; language: Language }
type Context = { db: Db; caller: Member; now: Date; own: FieldDefinitions }

/** A statement that selects the chosen leads that the caller may export. */
async function chosenLeads(context: Context, choice: LeadChoice) {
  const allowed = campaignsExported(context.caller)
  if (allowed?.length === 0) throw new AppError('forbidden')
  if (choice.leadIds) {
    const ids = [...new Set(choice.leadIds)]
    await requireLeads(context, ids, allowed)
    return withIds(ids)
  }
  if (allowed && choice.campaignId?.some((id) => !allowed.includes(id))) throw new AppError('forbidden')
  const except = choice.except ?? []
  const matching = await matchingLeads(context, choice, { allowed, limit: LEAD_EXPORT_MAX + 1 + except.length })
  return except.length ? without(matching, except) : matching
}

/** An address of the file for this person, valid for a while. */
export async function giveExportLink(deps: Deps, context: Context & { language: Language }, asked: LeadExport) {
  const { db, caller, language } = context
  const chosen = await chosenLeads(context, asked.choice)
  const leads = await withinTime(db, SELECT_TIMEOUT_MS, (tx) => queries.countLeads(tx, caller.businessId, chosen))
  if (leads > LEAD_EXPORT_MAX) throw new AppError('too_many_to_export')
  const exportId = newId()
  await queries.insertExport(db, caller.businessId, { id: exportId, userId: caller.userId, asked })
  return { ...leadExport.link(deps, caller, { businessId: caller.businessId, exportId, language }), leads }
}

/**
 * The chosen leads as a file that is never held whole. The ids are read first, in one statement, so the file has exactly
 * the leads that the list has at that moment; then the leads, in batches.
 */
export const leadExport = download<Deps, Wanted>({
  path: '/lead/export/file',
  purpose: 'lead exports',
  seconds: EXPORT_LINK_SECONDS,
  config: { compress: false },
  async open(deps, ticket, from) {
    const { language, businessId, exportId: id } = ticket
    const caller = await deps.access.findMember(ticket)
    if (!caller || campaignsExported(caller)?.length === 0) throw new AppError('not_found')
    const db = deps.tenants.scope(ticket)
    const asked = await queries.findExport(db, businessId, { id, userId: caller.userId })
    if (!asked) throw new AppError('link_expired')
    const context = { db, caller, now: deps.now(), own: await deps.ownFields.find(businessId) }
    const chosen = await chosenLeads(context, asked.choice)
    const ids = await withinTime(db, SELECT_TIMEOUT_MS, (tx) => queries.listIds(tx, businessId, chosen))
    await inTransaction(db, (tx) =>
      emit(tx, { ...caller, from }, 'leads.exported', {
        campaignId: ALL_CAMPAIGNS,
        leads: ids.length / ID_BYTES,
        format: asked.format,
      }),
    )
    const file = fileOf({ db, businessId, language, own: context.own, now: context.now }, asked, ids)
    return { ...file, name: `leads-${dayOf(deps.now())}.${asked.format}` }
  },
})

type Reading = { db: Db; businessId: string; language: Language; own: FieldDefinitions; now: Date }
function fileOf(reading: Reading, asked: LeadExport, ids: Buffer) {
  const { language, own, now } = reading
  const columns = knownColumns(own, asked.columns)
  const head = columns.map((column) => titleOf(column, reading))
  const rows = rowsOf(reading, ids, cellsOf(columns, { language, own }))
  if (asked.format === 'csv') return { headers: CSV_HEADERS, content: linesOf(head, rows) }
  const name = translate(language, 'leads', 'title')
  return { headers: XLSX_HEADERS, content: xlsxOf({ name, isRightToLeft: language === 'he', head, rows }, now) }
}

type Cells = (row: queries.ExportedRow) => Cell[]
async function* rowsOf({ db, businessId }: Reading, ids: Buffer, cells: Cells): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE * ID_BYTES) {
    const wanted = idsIn(ids.subarray(at, at + BATCH_SIZE * ID_BYTES))
    const rows = await queries.listExported(db, businessId, wanted)
    // A file that lacks leads would be a lie: the download fails instead.
    if (rows.length < wanted.length) throw new Error('Leads were deleted permanently during an export')
    yield rows.map(cells)
  }
}

async function* linesOf(head: readonly string[], rows: AsyncIterable<Cell[][]>) {
  yield BOM + csvLine(head)
  for await (const piece of rows) yield piece.map((row) => csvLine(row.map(cellText))).join('')
}

function idsIn(bytes: Buffer) {
  const hex = bytes.toString('hex')
  return Array.from({ length: bytes.length / ID_BYTES }, (_, i) =>
    hex.slice(i * 2 * ID_BYTES, (i + 1) * 2 * ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  )
}
