import { AUDIT_EXPORT_MAX, AUDIT_LINK_SECONDS, type AuditFilters, type AuditRow } from '#contract/audit.ts'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { hasRight } from '#contract/roles.ts'
import { dayOf, wallTimeOf } from '#contract/values/clock.ts'
import { formatPhone } from '#contract/values/phones.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { parsePosition } from '../../platform/events/position.ts'
import { BOM, CSV_HEADERS, csvLine } from '../../platform/http/csv.ts'
import { download } from '../../platform/http/downloads.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { AuditFilter } from './audit.queries.ts'
import { type AuditContext, readFilter, readRows } from './audit.service.ts'
import { actorText, detailText, headOf } from './audit-texts.ts'

const BATCH_SIZE = 1_000

type Wanted = { asked: AuditFilters; language: Language; businessId: string }

/** The log as a CSV file. The download is logged first, so it appears in the file too. */
export const auditExport = download<Deps, Wanted>({
  path: '/audit/export',
  purpose: 'audit exports',
  seconds: AUDIT_LINK_SECONDS,
  async open(deps, { asked, language, ...ticket }, from) {
    const caller = await deps.access.findMember(ticket)
    if (!caller || !hasRight(caller.role, 'business.settings')) throw new AppError('not_found')
    const db = deps.tenants.scope(ticket)
    const context = { db, caller, language }
    const filter = await readFilter(context, asked)
    await inTransaction(db, (tx) => emit(tx, { ...caller, from }, 'audit.exported', { campaignId: ALL_CAMPAIGNS }))
    return { name: `audit-${dayOf(deps.now())}.csv`, headers: CSV_HEADERS, content: linesOf(context, filter) }
  },
})

const columns = ['time', 'by', 'action', 'subject', 'details', 'ip', 'device']

async function* linesOf(context: AuditContext, filter: AuditFilter) {
  const { language } = context
  yield BOM + csvLine(columns.map((column) => headOf(column, language)))
  let last: AuditRow | undefined
  for (let sent = 0; sent < AUDIT_EXPORT_MAX; sent += BATCH_SIZE) {
    const before = last && parsePosition(last.position)
    const rows = await readRows(context, filter, { before, most: BATCH_SIZE })
    yield rows.map((row) => csvLine(lineOf(row, language))).join('')
    last = rows.at(-1)
    if (rows.length < BATCH_SIZE) return
  }
}

const lineOf = ({ at, by, action, subject, details, from }: AuditRow, language: Language) => [
  wallTimeOf(at),
  actorText(by, language),
  action,
  formatPhone(subject?.name ?? ''),
  details.map((detail) => detailText(detail, language)).join(' | '),
  from?.ip ?? '',
  from?.device ?? '',
]
