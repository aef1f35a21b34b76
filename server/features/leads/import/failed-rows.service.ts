import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { FAILED_ROWS_LINK_SECONDS } from '#contract/leads/sheets/lead-import.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import { BOM, CSV_HEADERS, csvLine } from '../../../platform/http/csv.ts'
import { download } from '../../../platform/http/downloads.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { hasText, translate } from '../../../platform/texts.ts'
import * as queries from './import.queries.ts'
import { importedCampaigns } from './import.rules.ts'
import { requireImport } from './import.service.ts'
import { checkedRows } from './import-check.service.ts'
import { type ImportRequest, readContext } from './import-context.service.ts'

type Wanted = { businessId: string; importId: string; language: Language }

export async function giveFailedLink(deps: Deps, request: ImportRequest, importId: string) {
  const { caller, language } = request
  await requireImport(request, importId)
  return {
    success: true as const,
    ...failedRows.link(deps, caller, { businessId: caller.businessId, importId, language }),
  }
}

/** The rows that were not imported, or would not be, as they are in the file, each with its reason. */
export const failedRows = download<Deps, Wanted>({
  path: '/imports/failed',
  purpose: 'failed rows of imports',
  seconds: FAILED_ROWS_LINK_SECONDS,
  config: { compress: false },
  async open(deps, ticket, from) {
    const { businessId, importId: id, language } = ticket
    const caller = await deps.access.findMember(ticket)
    if (!caller || importedCampaigns(caller)?.length === 0) throw new AppError('not_found')
    const db = deps.tenants.scope(ticket)
    const file = await requireImport({ db, caller }, id)
    const own = await deps.ownFields.find(businessId)
    const { settings, operationId } = file
    if (!settings) throw new AppError('import_unset')
    const context = await readContext(db, businessId, {
      settings,
      own,
      allowed: importedCampaigns(caller),
      now: deps.now(),
    })
    const source = { db, businessId, importId: id }
    const rows = operationId ? importedFailures(source, operationId) : checkedFailures(source, context)
    await inTransaction(db, (tx) =>
      emit(tx, { ...caller, from }, 'leads.import_rows_exported', { campaignId: ALL_CAMPAIGNS, importId: id }),
    )
    const content = linesOf(file, language, rows)
    return { name: `failed-rows-${dayOf(deps.now())}.csv`, headers: CSV_HEADERS, content }
  },
})

type Source = Parameters<typeof checkedRows>[0]
type Failure = { cells: readonly string[]; number: number; reason: string; column: number | null }

async function* checkedFailures(source: Source, context: Parameters<typeof checkedRows>[1]): AsyncGenerator<Failure[]> {
  for await (const rows of checkedRows(source, context))
    yield rows.flatMap(({ row: [number, ...cells], fate }): Failure[] =>
      fate.kind === 'left' ? [{ number, cells, reason: fate.reason, column: fate.column }] : [],
    )
}

async function* importedFailures({ db, businessId, importId }: Source, operationId: string): AsyncGenerator<Failure[]> {
  const failed = await queries.listFailed(db, businessId, operationId)
  const byNumber = new Map(failed.map((one) => [one.number, one]))
  for (let piece = 0; ; piece++) {
    const rows = await queries.findPiece(db, businessId, importId, piece)
    if (!rows) return
    yield rows.flatMap(([number, ...cells]) => {
      const failure = byNumber.get(number)
      return failure ? [{ ...failure, cells }] : []
    })
  }
}

async function* linesOf({ columns }: queries.ImportRow, language: Language, pieces: AsyncIterable<Failure[]>) {
  const text = (key: string) => translate(language, 'lead-sheets', `failed.${key}`)
  yield BOM + csvLine([...columns.map(({ title }) => title), text('reason'), text('row')])
  for await (const rows of pieces)
    yield rows
      .map(({ cells, reason, column, number }) => {
        const title = column === null ? '' : (columns[column]?.title ?? '')
        const said = reasonText(reason, language)
        return csvLine([...columns.map((_, i) => cells[i] ?? ''), title ? `${said} (${title})` : said, String(number)])
      })
      .join('')
}

const reasonText = (reason: string, language: Language) =>
  hasText('operations', `reason.${reason}`) ? translate(language, 'operations', `reason.${reason}`) : reason
