import type { Readable } from 'node:stream'
import type { MessageAttachment } from '#contract/leads/conversations/message-shapes.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { filesSeenBy } from '../access/access.rules.ts'
import * as queries from './files.queries.ts'
import { contentOf } from './stored-names.rules.ts'

export type FileToSend = MessageAttachment & { type: string }
/** Files of a lead that the caller may see, in this order, to be sent with a message. Throws `file_not_found`. */
export async function findFilesToSend(
  { db, caller }: { db: Db; caller: Member },
  leadId: string,
  fileIds: readonly string[],
): Promise<FileToSend[]> {
  const files: FileToSend[] = []
  for (const fileId of fileIds) {
    const row = await queries.findFile(db, caller.businessId, { leadId, fileId, addedBy: filesSeenBy(caller) })
    if (!row || row.deletedAt) throw new AppError('file_not_found')
    files.push({ fileId, name: row.name, bytes: row.bytes, type: row.type, refusal: null })
  }
  return files
}

type OfFile = { leadId: string; fileId: string }
/** A file when its message leaves; undefined if it was deleted. Runs as the worker's role. */
export async function openSentFile(
  { workerDb, files }: Pick<Deps, 'workerDb' | 'files'>,
  businessId: string,
  { leadId, fileId }: OfFile,
): Promise<{ name: string; type: string; content: Readable } | undefined> {
  const row = await queries.findFile(workerDb, businessId, { leadId, fileId, addedBy: null })
  if (!row || row.deletedAt) return undefined
  const stored = await files.get(contentOf(fileId))
  return stored && { name: row.name, type: row.type, content: stored.bytes }
}
