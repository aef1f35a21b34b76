import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { newId } from '../../../../platform/ids.ts'
import { type ReadMessage, readMessage } from '../../../../providers/whatsapp/received.ts'
import { WhatsAppError } from '../../../../providers/whatsapp/whatsapp-errors.ts'
import { findCampaignOfNewcomers } from '../../../channels/whatsapp/looking-after.service.ts'
import type { OpenedWhatsApp } from '../../../channels/whatsapp/whatsapp.cache.ts'
import { addReceivedFiles, type ReceivedFile, storeReceivedFile } from '../../../files/received-files.service.ts'
import { createWhatsAppLead } from '../../../leads/intake/phone-intake.service.ts'
import { findMessageByKey, lockConversation } from '../../conversations.queries.ts'
import type { SendDeps } from '../../sending/composing.service.ts'
import { findSubject } from '../../sending/gate.queries.ts'
import { storeReceived, storeWish } from '../received.service.ts'
import { wishOf } from '../withdrawal-words.rules.ts'
import { findLeadOfPhone, findRefusals } from './whatsapp-reports.queries.ts'

type InboundDeps = SendDeps & Pick<Deps, 'tenants' | 'files' | 'onError' | 'screenCaller' | 'wakeRelay'>
type OfReport = { businessId: string; connectionId: string; key: string }
type Report = { message: { type: string }; name: string; phone: string | null }

/**
 * Stores what a person wrote by WhatsApp: a message of the newest lead of that phone, who becomes a lead if there is none. A
 * file becomes one of the lead. Idempotent per report. People on the blacklist can withdraw, and nothing else.
 */
export async function receiveWhatsApp(
  deps: InboundDeps,
  of: OfReport,
  { message, name, phone }: Report,
): Promise<void> {
  const { businessId, connectionId, key } = of
  const read = readMessage(message)
  const opened = await deps.whatsApp.find(connectionId)
  if (!read || !phone || !opened || opened.isGone) return
  const db = deps.tenants.scope({ businessId })
  if (await findMessageByKey(db, businessId, key)) return
  const file = read.media ? await takeFile(deps, db, opened, read.media) : undefined
  let kept: readonly string[] = []
  try {
    const given = { ...read, key, phone, name, file, line: opened.line, campaignId: opened.settings.campaignId }
    kept = await db.transaction().execute((tx) => store(deps, tx, businessId, given))
  } finally {
    if (file?.stored && !kept.includes(file.stored.id)) await file.stored.drop()
  }
  deps.wakeRelay()
}

/** Loads a file from WhatsApp. One that WhatsApp refuses is named with the message; while it does not answer, the job waits. */
async function takeFile(
  deps: InboundDeps,
  db: Db,
  { account, businessId }: OpenedWhatsApp,
  { id, name }: NonNullable<ReadMessage['media']>,
): Promise<ReceivedFile> {
  try {
    const media = await account.findMedia(id)
    if (media.bytes > FILE_MAX_BYTES) return { name, bytes: media.bytes, refusal: 'too_large' }
    return storeReceivedFile(deps, db, businessId, { name, content: await media.load(FILE_MAX_BYTES) })
  } catch (error) {
    if (!(error instanceof WhatsAppError) || error.fault !== 'refused') throw error
    return { name, bytes: 0, refusal: 'unavailable' }
  }
}

type Given = ReadMessage & {
  key: string
  phone: string
  name: string
  file: ReceivedFile | undefined
  line: { phone: string; connectionId: string }
  campaignId: string | null
}
/** Returns the ids of the files that were kept. */
async function store(deps: InboundDeps, tx: Db, businessId: string, given: Given): Promise<string[]> {
  const { key, phone, name, text, file, line } = given
  const now = deps.now()
  const campaignId = await findCampaignOfNewcomers(tx, businessId, given.campaignId)
  const screened = { phone, campaignId, now, screenCaller: deps.screenCaller }
  const { isRefused, isClosing } = await findRefusals(tx, businessId, screened)
  if (isClosing) return []
  const said = file ? undefined : wishOf(text)
  if (said) await storeWish(tx, businessId, { channel: 'whatsapp', said, text, contact: phone, now })
  if (isRefused) return []
  const known = await findLeadOfPhone(tx, businessId, { phone, campaignId })
  // A word of withdrawal is no enquiry.
  const isEnquiry = !known && said !== 'stop' && campaignId !== null
  const leadId = isEnquiry ? await createWhatsAppLead(tx, businessId, { campaignId, phone, name, text }) : known
  if (!leadId) return []
  await lockConversation(tx, businessId, leadId)
  if (await findMessageByKey(tx, businessId, key)) return []
  const subject = await findSubject(tx, businessId, { leadId, now })
  if (!subject) return []
  const attachments = file
    ? await addReceivedFiles(tx, businessId, {
        ...{ leadId, campaignId: subject.campaignId, at: now.toISOString(), files: [file] },
      })
    : []
  const message = { id: newId(), leadId, channel: 'whatsapp', address: phone, line, text, said, now } as const
  await storeReceived(deps, tx, businessId, { ...message, dedupeKey: key, attachments })
  return attachments.flatMap(({ fileId }) => fileId ?? [])
}
