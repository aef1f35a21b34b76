import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isId } from '../../platform/ids.ts'
import { findSentMessage } from '../conversations/conversations.service.ts'
import { handleInboundSms } from '../conversations/inbound/inbound-sms.service.ts'
import { receiveMail, requireAddressee } from '../conversations/inbound/mail/inbound-mail.service.ts'
import { readInThread } from '../conversations/inbound/mail/mail-reader.ts'
import { replyAddressOf, tokenIn } from '../conversations/inbound/mail/reply-addresses.ts'
import { findPointedAt } from '../messages/to-leads.service.ts'

const TEXT_MAX = 1_000

/** Answers a message of the outbox as its lead, by the way that an answer of a real lead would come. */
export async function answerAsLead(deps: Deps, { id, text }: { id: string; text: string }) {
  const answer = text.trim().slice(0, TEXT_MAX)
  const pointed = isId(id) && answer ? await findPointedAt(deps.workerDb, id) : undefined
  const sent = pointed && (await findSentMessage(deps.workerDb, pointed.businessId, pointed.leadMessageId))
  if (!pointed || !sent) throw new AppError('not_found')
  const { businessId } = pointed
  const { address, sender, connectionId, leadId, subject } = sent
  if (sent.channel === 'email') {
    const to = await replyAddressOf(deps, deps.workerDb, { businessId, leadId })
    const token = to && deps.env.mailIn && tokenIn(deps.env.mailIn.domain, to)
    if (!token) throw new AppError('not_found')
    const raw = mailOf({ from: address, to, subject: subject ?? '', text: answer })
    const lead = await requireAddressee(deps, token)
    if (lead) await receiveMail(deps, lead, { from: address, raw, read: await readInThread(raw) })
    return
  }
  if (!sender || !connectionId) throw new AppError('not_found')
  if (sent.channel === 'whatsapp') {
    const opened = await deps.whatsApp.find(connectionId)
    const box = deps.whatsApp.box()
    if (!opened || !box) throw new AppError('not_found')
    await box.receive(opened.phoneNumberId, { from: address, text: answer })
    return
  }
  const form = { MessageSid: `SM${randomUUID().replaceAll('-', '')}`, From: address, To: sender, Body: answer }
  await handleInboundSms(deps, { id: connectionId, businessId }, form)
}

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const mailOf = ({ from, to, subject, text }: Record<'from' | 'to' | 'subject' | 'text', string>) =>
  Buffer.from(
    [
      ...[`From: <${from}>`, `To: <${to}>`, `Subject: ${encoded(`Re: ${subject}`)}`],
      ...[`Message-ID: <${randomUUID()}@localhost>`, 'Content-Type: text/plain; charset=utf-8', '', text],
    ].join('\r\n'),
  )
