import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { AUDIT_EXPORT_MAX, AUDIT_LINK_SECONDS, type AuditFilters, type AuditRow } from '#contract/audit.ts'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { hasRight } from '#contract/roles.ts'
import { dayOf } from '#contract/values/date-presets.ts'
import { formatPhone } from '#contract/values/phones.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { parsePosition } from '../../platform/events/position.ts'
import type { Member } from '../../platform/http/caller.ts'
import { type Client, originOfClient } from '../../platform/http/client.ts'
import { BOM, csvLine } from '../../platform/http/csv.ts'
import { AppError } from '../../platform/http/errors.ts'
import { holdPlace } from '../../platform/http/hold-place.ts'
import { readTicket, ticketQuery } from '../../platform/http/tickets.ts'
import type { AuditFilter } from './audit.queries.ts'
import { type AuditContext, readFilter, readRows } from './audit.service.ts'
import { actorText, detailText, headOf, timeText } from './audit-texts.ts'

const PURPOSE = 'audit exports'
const BATCH_SIZE = 1_000

type Ticket = {
  asked: AuditFilters
  language: Language
  userId: string
  sessionId: string
  businessId: string
  /** Milliseconds since the epoch. */
  expires: number
}

/** A signed, short-lived download address for this member. */
export function exportLink({ env, now }: Deps, caller: Member, language: Language, asked: AuditFilters) {
  const { userId, sessionId, businessId } = caller
  const expires = now().getTime() + AUDIT_LINK_SECONDS * 1_000
  const ticket: Ticket = { asked, language, userId, sessionId, businessId, expires }
  const query = ticketQuery(env.secretKey, PURPOSE, ticket)
  return { url: `/api/audit/export?${query}`, expiresAt: new Date(expires).toISOString() }
}

type Request = { url: string; client: Client }
/** Streams the file. The download is logged first, so it appears in the file too. */
export async function sendExport(deps: Deps, { url, client }: Request, reply: FastifyReply) {
  const ticket = readTicket<Ticket>(deps.env.secretKey, PURPOSE, url)
  if (deps.now().getTime() >= ticket.expires) throw new AppError('link_expired')
  await holdPlace(deps.enterHeavy, ticket.userId, reply)
  const caller = await deps.access.findMember(ticket)
  if (!caller || !hasRight(caller.role, 'business.settings')) throw new AppError('not_found')
  const db = deps.tenants.scope(ticket)
  const context = { db, caller, language: ticket.language }
  const filter = await readFilter(context, ticket.asked)
  const author = { ...caller, from: originOfClient(client) }
  await inTransaction(db, (tx) => emit(tx, author, 'audit.exported', { campaignId: ALL_CAMPAIGNS }))
  deps.wakeRelay()
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${dayOf(deps.now())}.csv"`,
    })
    .send(Readable.from(linesOf(context, filter)))
}

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
  timeText(at),
  actorText(by, language),
  action,
  formatPhone(subject?.name ?? ''),
  details.map((detail) => detailText(detail, language)).join(' | '),
  from?.ip ?? '',
  from?.device ?? '',
]
