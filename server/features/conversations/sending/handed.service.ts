import { buffer } from 'node:stream/consumers'
import type { FailReason, MessageAttachment } from '#contract/leads/conversations/message-shapes.ts'
import type { Deps } from '../../../deps.ts'
import { NeverSent } from '../../../providers/unreached.ts'
import { openSentFile } from '../../files/sent-files.service.ts'
import type { SmsDelivery } from '../../messages/sms.rules.ts'

/** `unknown`: the provider may have taken it. */
export type Handed =
  | { kind: 'sent'; sid: string | null; segments: number | null; delivery: SmsDelivery | undefined }
  | { kind: 'failed'; reason: FailReason; code: number | null; why: string }
  | { kind: 'unknown'; why: string }

/** A fault of our own, before the provider is asked: the message was certainly not taken. */
export async function beforeSending<T>({ onError }: Pick<Deps, 'onError'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NeverSent) throw error
    onError(error)
    throw new NeverSent('The message could not be prepared', { cause: error })
  }
}

type Sending = { businessId: string; leadId: string; attachments: readonly MessageAttachment[] }
export type FileToSend = { name: string; type: string; bytes: Buffer }
/** The files that go along. One that was deleted meanwhile keeps the message from leaving: it would be another one. */
export async function readFiles(
  deps: Pick<Deps, 'workerDb' | 'files' | 'onError'>,
  { businessId, leadId, attachments }: Sending,
): Promise<FileToSend[] | Handed> {
  return beforeSending(deps, async () => {
    const files: FileToSend[] = []
    for (const { fileId } of attachments) {
      const file = fileId && (await openSentFile(deps, businessId, { leadId, fileId }))
      if (!file) return { kind: 'failed' as const, reason: 'file_gone' as const, code: null, why: 'A file was deleted' }
      files.push({ name: file.name, type: file.type, bytes: await buffer(file.content) })
    }
    return files
  })
}
