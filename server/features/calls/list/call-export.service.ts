import { CALL_EXPORT_MAX, type CallFilters, RECORDING_LINK_SECONDS } from '#contract/calls/calls.ts'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../../deps.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { BOM, CSV_HEADERS, csvLine } from '../../../platform/http/csv.ts'
import { download } from '../../../platform/http/downloads.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { exportedCampaigns, seesMasked } from '../../access/access.rules.ts'
import type { Search } from '../../leads/list/list.rules.ts'
import type { Names } from '../../names/names.cache.ts'
import { type CallRow, idsOf } from '../calls.presenter.ts'
import { listBatch, listByIds, listCallerIds, listNamedIds } from './call-export.queries.ts'
import { headOf, lineOf } from './call-export.rules.ts'
import { type CallFilter, isEmpty } from './call-list.rules.ts'
import { readFilter } from './call-list.service.ts'

const BATCH_SIZE = 1_000

type ExportRequest = {
  campaignId?: string[] | undefined
  filters?: CallFilters | undefined
  search?: string | undefined
}
type Wanted = { asked: ExportRequest; language: Language; businessId: string }
type Context = { db: Db; caller: Member; language: Language }

/** Whether the caller may export calls of this list, and of each campaign that the filter names. */
export function mayExport(caller: Member, campaignId: readonly string[] | undefined) {
  const exported = exportedCampaigns(caller)
  return exported === null || (exported.length > 0 && (campaignId ?? []).every((id) => exported.includes(id)))
}

/** A download address for this list and person, valid for a while. */
export async function giveExportLink(deps: Deps, context: Context, asked: ExportRequest) {
  await readExported(context, asked)
  const { caller, language } = context
  return callExport.link(deps, caller, { asked, language, businessId: caller.businessId })
}

/** The list, limited to campaigns whose calls the caller may export; 403 for a named campaign without that right. */
async function readExported(context: Pick<Context, 'db' | 'caller'>, asked: ExportRequest) {
  const filter = await readFilter(context, asked)
  const exported = exportedCampaigns(context.caller)
  if (exported === null) return filter
  if (!exported.length || asked.campaignId?.some((id) => !exported.includes(id))) throw new AppError('forbidden')
  return { ...filter, campaigns: (filter.campaigns ?? exported).filter((id) => exported.includes(id)) }
}

/** The list as a CSV file; it is never held in memory whole. */
export const callExport = download<Deps, Wanted>({
  path: '/call/export',
  purpose: 'call exports',
  seconds: RECORDING_LINK_SECONDS,
  async open(deps, ticket, from) {
    const caller = await deps.access.findMember(ticket)
    if (!caller || exportedCampaigns(caller)?.length === 0) throw new AppError('not_found')
    const db = deps.tenants.scope(ticket)
    const filter = await readExported({ db, caller }, ticket.asked)
    await inTransaction(db, (tx) =>
      emit(tx, { ...caller, from }, 'calls.exported', {
        campaignId: ALL_CAMPAIGNS,
        personal: { asked: ticket.asked },
      }),
    )
    const content = linesOf(db, { ...ticket, names: deps.names, isMasked: seesMasked(caller) }, filter)
    return { name: `calls-${dayOf(deps.now())}.csv`, headers: CSV_HEADERS, content }
  },
})

type Reader = Pick<Wanted, 'businessId' | 'language'> & { names: Names; isMasked: boolean }
async function* linesOf(db: Db, { businessId, names, ...reader }: Reader, filter: CallFilter & { search: Search }) {
  yield BOM + csvLine(headOf(reader.language))
  for await (const rows of piecesOf(db, businessId, filter)) {
    const named = await names.find(db, businessId, idsOf(rows))
    yield rows.map((row) => csvLine(lineOf(row, { ...reader, named }))).join('')
  }
}

async function* piecesOf(db: Db, businessId: string, { search, ...filter }: CallFilter & { search: Search }) {
  if (isEmpty(filter) || search.kind === 'nothing') return
  if (search.kind !== 'none') {
    const ids = await findIds(db, businessId, filter, search)
    for (let i = 0; i < ids.length; i += BATCH_SIZE)
      yield await listByIds(db, businessId, filter, ids.slice(i, i + BATCH_SIZE))
    return
  }
  let after: CallRow | undefined
  for (let sent = 0; sent < CALL_EXPORT_MAX; sent += BATCH_SIZE) {
    const rows = await listBatch(db, businessId, filter, { after, most: BATCH_SIZE })
    yield rows
    after = rows.at(-1)
    if (rows.length < BATCH_SIZE) return
  }
}

const findIds = (
  db: Db,
  businessId: string,
  filter: CallFilter,
  search: Exclude<Search, { kind: 'none' | 'nothing' }>,
) =>
  search.kind === 'digits'
    ? listCallerIds(db, businessId, { ...filter, digits: search.digits, most: CALL_EXPORT_MAX })
    : listNamedIds(db, businessId, { ...filter, text: search.text, most: CALL_EXPORT_MAX })
