import type { FastifyReply } from 'fastify'
import { FILES_BYTES_MAX, type LeadFile } from '#contract/files/files.ts'
import { isErased } from '#contract/leads/leads.ts'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emit, type Origin } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { contentDisposition } from '../../platform/http/content/content-disposition.ts'
import { sendInRange } from '../../platform/http/content/ranges.ts'
import { readTicket } from '../../platform/http/downloads.ts'
import { AppError } from '../../platform/http/errors.ts'
import { filesSeenBy } from '../access/access.rules.ts'
import { requireLead } from '../leads/leads.service.ts'
import * as links from './file-links.rules.ts'
import { toFile } from './files.presenter.ts'
import * as queries from './files.queries.ts'
import { canAddFiles, canDeleteFile } from './files.rules.ts'
import { contentOf, previewOf, thumbnailOf } from './stored-names.rules.ts'
import { requireTotal } from './uploads.service.ts'

/** Nothing in an opened file is a document or a script of this site. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"

type Context = { db: Db; caller: Member }
type Signing = Pick<Deps, 'env' | 'now'>
type OfFile = { leadId: string; fileId: string }
type Lead = Awaited<ReturnType<typeof requireLead>>

const shownTo = ({ env, now }: Signing, caller: Member, lead: Lead) => {
  const urlOf = links.fileUrl({ secretKey: env.secretKey, now: now(), caller })
  const place = { campaignId: lead.campaign_id, isTrashed: lead.deleted_at !== null }
  const show = (row: queries.FileRow): LeadFile => toFile(row, { urlOf, mayDelete: canDeleteFile(caller, row, place) })
  return { urlOf, show }
}

export async function findFiles(deps: Signing, { db, caller }: Context, leadId: string) {
  const lead = await requireLead({ db, caller }, leadId)
  const [rows, bytes] = await Promise.all([
    queries.listFiles(db, caller.businessId, { leadId, addedBy: filesSeenBy(caller) }),
    queries.findTotal(db, caller.businessId),
  ])
  return {
    files: rows.map(shownTo(deps, caller, lead).show),
    used: { bytes, limit: FILES_BYTES_MAX },
    mayAdd: canAddFiles(caller, lead.campaign_id) && !lead.deleted_at && !isErased(lead),
  }
}

/** A file that the caller may see, and its lead; else 404. `isDeleted`: a deleted one. */
async function requireFile({ db, caller }: Context, { leadId, fileId }: OfFile, isDeleted = false) {
  const lead = await requireLead({ db, caller }, leadId)
  const row = await queries.findFile(db, caller.businessId, { leadId, fileId, addedBy: filesSeenBy(caller) })
  if (!row || (row.deletedAt !== null) !== isDeleted) throw new AppError('file_not_found')
  return { lead, row }
}

export async function getFile(deps: Signing, context: Context, of: OfFile) {
  const { lead, row } = await requireFile(context, of)
  const { urlOf, show } = shownTo(deps, context.caller, lead)
  const isShown = row.preview === 'image' || row.preview === 'pdf'
  return {
    file: show(row),
    url: urlOf(row, 'download'),
    preview: isShown ? urlOf(row, 'preview') : null,
    expiresAt: new Date(links.expiryOf(deps.now())).toISOString(),
  }
}

type Change = { of: OfFile; isRestored: boolean; at: string }
/** Deletes a file or takes that back; twice is once. */
async function change({ db, caller }: Context, { of, isRestored, at }: Change) {
  await db.transaction().execute(async (tx) => {
    const { businessId } = caller
    await queries.lockLead(tx, businessId, of.leadId)
    const { lead, row } = await requireFile({ db: tx, caller }, of, isRestored)
    const campaignId = lead.campaign_id
    if (lead.deleted_at) throw new AppError('lead_not_found')
    if (!canDeleteFile(caller, row, { campaignId, isTrashed: false })) throw new AppError('forbidden')
    await queries.updateDeleted(tx, businessId, row.id, isRestored ? null : at)
    if (isRestored) await requireTotal(tx, businessId)
    const { id: fileId, leadId, bytes, type, name } = row
    const facts = { campaignId, leadId, fileId, bytes, type, personal: { file: name } }
    await emit(tx, caller, isRestored ? 'file.restored' : 'file.deleted', facts)
  })
}

export const deleteFile = ({ now }: Signing, context: Context, of: OfFile) =>
  change(context, { of, isRestored: false, at: now().toISOString() })

export async function restoreFile(deps: Signing, context: Context, of: OfFile) {
  await change(context, { of, isRestored: true, at: deps.now().toISOString() })
  return (await getFile(deps, context, of)).file
}

type Request = { url: string; range: string | undefined; from: Origin }
/** Serves a file at its signed address to the person that it is for, while they may see it. */
export async function sendFile(deps: Deps, { url, range, from }: Request, reply: FastifyReply) {
  const ticket = readTicket<links.FileTicket>(deps, links.PURPOSE, url)
  const member = await deps.access.findMember(ticket)
  if (!member) throw new AppError('file_not_found')
  const { lead, row } = await requireFile({ db: deps.tenants.scope(ticket), caller: member }, ticket)
  const served = servedOf(row, ticket.as)
  const isBegun = !range || /^bytes=0-/.test(range)
  if (ticket.as !== 'thumbnail' && isBegun) await noteOpening(deps, { ...member, from }, { lead, row, as: ticket.as })
  const isSent = await sendInRange(reply, range, {
    get: (rangeOf) => deps.files.get(served.stored, rangeOf),
    headers: { ...served.headers, 'content-security-policy': POLICY, 'cross-origin-resource-policy': 'same-origin' },
  })
  if (!isSent) throw new AppError('file_not_found')
  return reply
}

/** Pictures that the server made and PDFs are shown in place; everything else is an attachment. */
function servedOf({ id, name, type, preview }: queries.FileRow, as: links.Serving) {
  const kept = { 'cache-control': `private, max-age=3600` }
  if (as === 'download') {
    const disposition = contentDisposition('attachment', name)
    const headers = { 'content-type': type, 'content-disposition': disposition, 'cache-control': 'private, no-store' }
    return { stored: contentOf(id), headers }
  }
  const isPdf = preview === 'pdf' && as === 'preview'
  if (!isPdf && preview !== 'image') throw new AppError('file_not_found')
  const stored = isPdf ? contentOf(id) : as === 'preview' ? previewOf(id) : thumbnailOf(id)
  return {
    stored,
    headers: {
      ...kept,
      'content-type': isPdf ? 'application/pdf' : 'image/webp',
      'content-disposition': contentDisposition('inline', name),
    },
  }
}

type Opening = { lead: Lead; row: queries.FileRow; as: links.Serving }
async function noteOpening(deps: Deps, caller: Member, { lead, row, as }: Opening) {
  const { id: fileId, leadId, bytes, type, name } = row
  const opened = { campaignId: lead.campaign_id, leadId, fileId, bytes, type, isDownload: as === 'download' }
  await inTransaction(deps.tenants.scope(caller), (tx) =>
    emit(tx, caller, 'file.opened', { ...opened, personal: { file: name } }),
  )
  deps.wakeRelay()
}
