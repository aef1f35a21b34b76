import type { Deps } from '../../../deps.ts'
import { isUnreached, NeverSent } from '../../../providers/unreached.ts'
import { mediaKindOf, type WhatsAppMessage } from '../../../providers/whatsapp/whatsapp.ts'
import { reasonOf, WhatsAppError } from '../../../providers/whatsapp/whatsapp-errors.ts'
import type { OpenedWhatsApp } from '../../channels/whatsapp/whatsapp.cache.ts'
import type { Passed } from './delivery.service.ts'
import { beforeSending, type FileToSend, type Handed, readFiles } from './handed.service.ts'

type WhatsAppDeps = Pick<Deps, 'workerDb' | 'files' | 'whatsApp' | 'onError'>

/**
 * By the business's WhatsApp number. Meta offers no idempotency: a request whose answer is missing is not repeated, and a
 * later report says that it was taken. The account pays, so that no ceiling counts it.
 */
export async function byWhatsApp(deps: WhatsAppDeps, passed: Passed): Promise<Handed> {
  const files = await readFiles(deps, passed)
  if ('kind' in files) return files
  const opened = await beforeSending(deps, () => deps.whatsApp.find(passed.line?.connectionId ?? ''))
  if (!opened || opened.isGone) throw new NeverSent('The WhatsApp number is not connected')
  const { account, phoneNumberId } = opened
  try {
    const content = await contentOf(opened, passed, files[0])
    if ('kind' in content && content.kind === 'failed') return content
    const sid = await account.sendWhatsApp(phoneNumberId, { to: passed.address, id: passed.queueId, content })
    return { kind: 'sent', sid, segments: null, delivery: undefined }
  } catch (error) {
    if (!(error instanceof WhatsAppError)) throw error
    const { fault, code, message } = error
    if (isUnreached(error)) throw new NeverSent(message, { cause: error })
    // The owner can connect again, and a busy service takes it later.
    if (fault === 'credentials' || fault === 'busy') throw new NeverSent(message, { cause: error })
    if (fault === 'unavailable') return { kind: 'unknown', why: message }
    return { kind: 'failed', reason: reasonOf(code) ?? 'refused', code, why: message }
  }
}

type Content = WhatsAppMessage['content'] | Extract<Handed, { kind: 'failed' }>
async function contentOf(
  { account, phoneNumberId }: OpenedWhatsApp,
  { template, text }: Passed,
  file: FileToSend | undefined,
): Promise<Content> {
  if (template) return { kind: 'template', template }
  if (!file) return { kind: 'text', text }
  const { name, type, bytes: content } = file
  const media = mediaKindOf({ type, bytes: content.length })
  if (!media) return { kind: 'failed', reason: 'refused', code: null, why: 'WhatsApp takes no files of this type' }
  // Nothing was sent yet: a file whose upload fails is uploaded again.
  const mediaId = await account.uploadMedia(phoneNumberId, { name, type, content }).catch((error: unknown) => {
    if (error instanceof WhatsAppError && error.fault === 'unavailable')
      throw new NeverSent(error.message, { cause: error })
    throw error
  })
  return { kind: 'media', media, mediaId, caption: text, name }
}
