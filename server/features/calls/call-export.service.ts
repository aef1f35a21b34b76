import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CALL_EXPORT_MAX, type CallFilters, RECORDING_LINK_SECONDS } from '#contract/calls.ts'
import type { Language } from '#contract/constants.ts'
import { dayOf } from '#contract/date-presets.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { derivedKey } from '../../platform/derived-key.ts'
import type { Member } from '../../platform/http/caller.ts'
import { BOM, csvLine } from '../../platform/http/csv.ts'
import { AppError } from '../../platform/http/errors.ts'
import { heardCampaigns } from '../access/access.rules.ts'
import type { Search } from '../leads/lead-list.rules.ts'
import { listByIds, listCallerIds, listNamedIds, listPiece } from './call-export.queries.ts'
import { headOf, lineOf } from './call-export.rules.ts'
import { type CallFilter, isEmpty } from './call-list.rules.ts'
import { readFilter } from './call-list.service.ts'
import type { CallRow } from './calls.shape.ts'

const PURPOSE = 'call exports'
const PIECE = 1_000

type Asked = { campaignId?: string[] | undefined; filters?: CallFilters | undefined; search?: string | undefined }
type Ticket = {
  asked: Asked
  language: Language
  userId: string
  sessionId: string
  businessId: string
  /** Milliseconds since the epoch. */
  expires: number
}
type Context = { db: Db; caller: Member; language: Language }

/** An address of what is asked, for this person and a while. */
export async function giveExportLink({ env, now }: Deps, context: Context, asked: Asked) {
  await readFilter(context, asked)
  const { userId, sessionId, businessId } = context.caller
  const expires = now().getTime() + RECORDING_LINK_SECONDS * 1_000
  const ticket: Ticket = { asked, language: context.language, userId, sessionId, businessId, expires }
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  const query = new URLSearchParams({ q: text, s: sign(env.secretKey, text) })
  return { url: `/api/call/export?${query}`, expiresAt: new Date(expires).toISOString() }
}

const sign = (secretKey: string, text: string) =>
  createHmac('sha256', derivedKey(secretKey, PURPOSE)).update(text).digest('base64url')

function readTicket(secretKey: string, url: string): Ticket {
  const query = new URL(url, 'http://localhost').searchParams
  const text = query.get('q') ?? ''
  const [given, right] = [Buffer.from(query.get('s') ?? ''), Buffer.from(sign(secretKey, text))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError('not_found')
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket
}

/** The file, written as it is read: nothing of it is ever whole in memory. */
export async function sendExport(deps: Deps, url: string, reply: FastifyReply) {
  const ticket = readTicket(deps.env.secretKey, url)
  if (deps.now().getTime() >= ticket.expires) throw new AppError('link_expired')
  const caller = await deps.access.findMember(ticket)
  if (!caller || heardCampaigns(caller)?.length === 0) throw new AppError('not_found')
  const db = deps.tenants.scope(ticket)
  const filter = await readFilter({ db, caller }, ticket.asked)
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="calls-${dayOf(deps.now())}.csv"`,
    })
    .send(Readable.from(linesOf(db, ticket, filter)))
}

async function* linesOf(db: Db, { businessId, language }: Ticket, filter: CallFilter & { search: Search }) {
  yield BOM + csvLine(headOf(language))
  for await (const rows of piecesOf(db, businessId, filter))
    yield rows.map((row) => csvLine(lineOf(row, language))).join('')
}

async function* piecesOf(db: Db, businessId: string, { search, ...filter }: CallFilter & { search: Search }) {
  if (isEmpty(filter) || search.kind === 'nothing') return
  if (search.kind !== 'none') {
    const ids = await findIds(db, businessId, filter, search)
    for (let i = 0; i < ids.length; i += PIECE) yield await listByIds(db, businessId, filter, ids.slice(i, i + PIECE))
    return
  }
  let after: CallRow | undefined
  for (let sent = 0; sent < CALL_EXPORT_MAX; sent += PIECE) {
    const rows = await listPiece(db, businessId, filter, { after, most: PIECE })
    yield rows
    after = rows.at(-1)
    if (rows.length < PIECE) return
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
