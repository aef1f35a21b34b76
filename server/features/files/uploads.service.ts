import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { FILES_BYTES_MAX, FILES_PER_LEAD } from '#contract/files/files.ts'
import { isErased } from '#contract/leads/leads.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { onceInTransaction } from '../../platform/db/idempotency.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { TakeFile } from '../../platform/http/handle.ts'
import { counterOf, type Limit, limitTo } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { requireLead } from '../leads/leads.service.ts'
import { fileNameOf } from './file-names.rules.ts'
import { fileTypeOf } from './file-types.rules.ts'
import * as queries from './files.queries.ts'
import { canAddFiles } from './files.rules.ts'
import { makePreview } from './previews.ts'
import { insertRemoval } from './removals.queries.ts'
import { type Spooled, spool, withSpoolFile } from './spool.ts'
import { contentOf, previewOf, storedNamesOf, thumbnailOf } from './stored-names.rules.ts'

export const UPLOAD_LIMIT: Limit = { max: 600, seconds: 3_600 }
/** Longer than the way from the first stored byte to the row. */
const UNTIL_REMOVAL_MS = 3_600_000
const GIGABYTE = 1024 ** 3

export const spoolFolderOf = ({ env }: Pick<Deps, 'env'>) => join(env.dataDir, 'uploads')

type StoreDeps = Pick<Deps, 'files' | 'now' | 'onError'>
type Context = { db: Db; caller: Member; idempotencyKey: string | undefined }

/** A live lead to which the caller may add a file, and to which one more may be added. */
async function requireRoom({ db, caller }: Pick<Context, 'db' | 'caller'>, leadId: string) {
  const lead = await requireLead({ db, caller }, leadId)
  if (lead.deleted_at) throw new AppError('lead_not_found')
  if (!canAddFiles(caller, lead.campaign_id)) throw new AppError('forbidden')
  if (isErased(lead)) throw new AppError('lead_erased')
  if ((await queries.countFilesOf(db, caller.businessId, leadId)) >= FILES_PER_LEAD)
    throw new AppError('lead_files_full', { values: { limit: FILES_PER_LEAD } })
  return lead
}

export async function requireTotal(db: Db, businessId: string, added = 0) {
  if ((await queries.findTotal(db, businessId)) + added > FILES_BYTES_MAX)
    throw new AppError('business_files_full', { values: { limit: FILES_BYTES_MAX / GIGABYTE } })
}

/**
 * Adds the uploaded file to a lead and returns its id. The file is on disk while it arrives, then in the storage, and
 * last a row names it. Whatever breaks off before that is removed, at the latest by the loop in removals.ts.
 */
export async function addFile(deps: Deps, context: Context, leadId: string, take: TakeFile): Promise<string> {
  const { db, caller } = context
  await requireRoom(context, leadId)
  await requireTotal(db, caller.businessId, 1)
  await limitTo(deps.tenants.pool, counterOf('file', caller.userId), UPLOAD_LIMIT, deps.now())
  return withSpoolFile(spoolFolderOf(deps), async (path) => {
    const { sent, ...seen } = await take(async ({ name: sent, bytes }) => ({ ...(await spool(bytes, path)), sent }))
    const { drop, ...stored } = await storeFile(deps, db, { sent, seen, by: caller.userId })
    try {
      const file = { ...stored, leadId, userId: caller.userId, at: deps.now().toISOString() }
      const kept = await keep(context, file, seen.sha256)
      if (kept !== stored.id) await drop()
      return kept
    } catch (error) {
      await drop()
      throw error
    }
  })
}

/** `sent`: its name. `by`: who waits their turn for the making of pictures. */
type ToStore = { sent: string; seen: Spooled; by: string }
/**
 * Puts a spooled file with its pictures into the storage, before a row names it. `drop` removes it again. Throws
 * `file_empty`, and the refusals of fileTypeOf.
 */
export async function storeFile(deps: StoreDeps, db: Db, { sent, seen, by }: ToStore) {
  if (seen.bytes === 0) throw new AppError('file_empty')
  const name = fileNameOf(sent)
  const type = fileTypeOf(name, seen.head)
  const { preview, pictures } = await makePreview(seen.path, type, by)
  const id = newId()
  const drop = async () => {
    for (const stored of storedNamesOf(id)) await deps.files.remove(stored).catch(deps.onError)
  }
  await insertRemoval(db, id, new Date(deps.now().getTime() + UNTIL_REMOVAL_MS))
  try {
    await deps.files.put(contentOf(id), createReadStream(seen.path))
    if (pictures) {
      await deps.files.put(previewOf(id), pictures.preview)
      await deps.files.put(thumbnailOf(id), pictures.thumbnail)
    }
  } catch (error) {
    await drop()
    throw error
  }
  return { id, name, bytes: seen.bytes, type, preview, drop }
}

/** Writes the row with its event; an earlier request with the same key has written it already. */
async function keep(context: Context, file: queries.NewFile, sha256: string) {
  const { caller } = context
  const { businessId } = caller
  const { leadId, name } = file
  const { fileId } = await onceInTransaction(context, { leadId, name, sha256 }, async (tx) => {
    await queries.lockLead(tx, businessId, leadId)
    const lead = await requireRoom({ db: tx, caller }, leadId)
    await queries.insertFile(tx, businessId, file)
    await requireTotal(tx, businessId)
    await emit(tx, caller, 'file.added', {
      campaignId: lead.campaign_id,
      leadId,
      fileId: file.id,
      bytes: file.bytes,
      type: file.type,
      personal: { file: name },
    })
    return { fileId: file.id }
  })
  return fileId
}
