import { Readable } from 'node:stream'
import { FILES_BYTES_MAX, FILES_PER_LEAD } from '#contract/files/files.ts'
import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import type { MessageAttachment } from '#contract/leads/conversations/message-shapes.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { fileNameOf } from './file-names.rules.ts'
import * as queries from './files.queries.ts'
import { spool, withSpoolFile } from './spool.ts'
import { spoolFolderOf, storeFile } from './uploads.service.ts'

type ReceiveDeps = Pick<Deps, 'env' | 'files' | 'now' | 'onError'>
type Sent = { name: string; content: Buffer }
type Stored = Awaited<ReturnType<typeof storeFile>>
/** A file that a lead sent: in the storage but not yet in a row, or refused. */
export type ReceivedFile = { name: string; bytes: number; stored?: Stored; refusal?: MessageAttachment['refusal'] }

/** Stores a file that a lead sent, with the limits and types of uploads. */
export async function storeReceivedFile(deps: ReceiveDeps, db: Db, businessId: string, { name, content }: Sent) {
  const file = { name: fileNameOf(name), bytes: content.length }
  if (file.bytes > FILE_MAX_BYTES) return { ...file, refusal: 'too_large' as const }
  return withSpoolFile(spoolFolderOf(deps), async (path): Promise<ReceivedFile> => {
    const seen = await spool(Readable.from([content]), path)
    try {
      return { ...file, stored: await storeFile(deps, db, { sent: name, seen, by: businessId }) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...file, refusal: 'type' as const }
    }
  })
}

type Received = { leadId: string; campaignId: string; at: string; files: ReceivedFile[] }
/**
 * Writes the rows of files that a lead sent, as far as the lead and the business have room, in the transaction of their
 * message, and returns what became of each. What was refused is removed from the storage.
 */
export async function addReceivedFiles(tx: Db, businessId: string, { leadId, campaignId, at, files }: Received) {
  await queries.lockLead(tx, businessId, leadId)
  const added: MessageAttachment[] = []
  for (const { name, bytes, stored, refusal = null } of files) {
    const full = stored && (await fullOf(tx, businessId, { leadId, bytes }))
    if (!stored || full) {
      added.push({ fileId: null, name, bytes, refusal: full ?? refusal })
      continue
    }
    const { drop: _, ...file } = stored
    await queries.insertFile(tx, businessId, { ...file, leadId, userId: null, at })
    const facts = { campaignId, leadId, fileId: file.id, bytes, type: file.type, personal: { file: name } }
    await emit(tx, { kind: 'system', businessId }, 'file.added', facts)
    added.push({ fileId: file.id, name, bytes, refusal: null })
  }
  return added
}

/** Strangers must not use up what the business needs: half of it is for its members, and a lead gets a part of the rest. */
const RECEIVED_BYTES_MAX = FILES_BYTES_MAX / 2
const RECEIVED_OF_LEAD_MAX = FILES_BYTES_MAX / 20

type Wanted = { leadId: string; bytes: number }
async function fullOf(tx: Db, businessId: string, { leadId, bytes }: Wanted): Promise<MessageAttachment['refusal']> {
  const received = await queries.findReceived(tx, businessId, leadId)
  if ((await queries.countFilesOf(tx, businessId, leadId)) >= FILES_PER_LEAD) return 'lead_full'
  if (received.ofLead + bytes > RECEIVED_OF_LEAD_MAX) return 'lead_full'
  const isFull = (await queries.findTotal(tx, businessId)) + bytes > FILES_BYTES_MAX
  return isFull || received.bytes + bytes > RECEIVED_BYTES_MAX ? 'business_full' : null
}
