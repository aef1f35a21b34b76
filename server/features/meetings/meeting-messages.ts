import { type Language, TIME_ZONE } from '#contract/constants.ts'
import type { NoticeChannel, NoticeKind } from '#contract/leads/meetings/meeting-shapes.ts'
import { plainName, withoutAddresses } from '#contract/values/plain-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import { type Message, queueMessage } from '../messages/messages.service.ts'
import type { NotifiableMeeting } from './notices.queries.ts'

const say = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'meetings-mail', key, values)

const timeIn = (language: Language, at: string) =>
  new Intl.DateTimeFormat(language, {
    timeZone: TIME_ZONE,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))
const dayIn = (language: Language, at: string) =>
  new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(at),
  )

const actions: Partial<Record<NoticeKind, string>> = { cancelled: 'open', booked: 'manage' }

type Notice = { noticeId: string; kind: NoticeKind; channel: NoticeChannel; url: string; authorId: string | null }
/**
 * Queues the message of a notice to the guest, once for each notice. It is the only way in which this feature writes to
 * guests, and is called only while the business's quiet for leads is over.
 */
export const notifyGuest = (tx: Db, meeting: NotifiableMeeting, notice: Notice) =>
  queueMessage(tx, messageOf(meeting, notice))

function messageOf(meeting: NotifiableMeeting, { noticeId, kind, channel, url, authorId }: Notice): Message {
  const { language, businessId, startsAt, endsAt } = meeting
  const accountId = authorId ?? meeting.createdBy
  const counted = { businessId, kind: 'stranger' as const, isToLead: true, language, ...(accountId && { accountId }) }
  const dedupeKey = `meeting ${noticeId}`
  const when = { day: dayIn(language, startsAt), time: timeIn(language, startsAt) }
  if (channel === 'sms') {
    const names = { business: plainName(meeting.businessName), ...when }
    const body = [say(language, `sms.${kind}`, names), url].join('\n')
    return { ...counted, channel, recipient: meeting.guestPhone ?? '', body, dedupeKey }
  }
  const names = { business: withoutAddresses(meeting.businessName), ...when }
  const title = say(language, `mail.${kind}`, names)
  const fact = (key: string, value: string, isLtr = false) =>
    value ? [{ label: say(language, key), value, isLtr }] : []
  return {
    ...counted,
    channel,
    recipient: meeting.guestEmail ?? '',
    subject: title,
    ...composeMail({
      language,
      title,
      paragraphs: meeting.message && kind !== 'cancelled' ? [withoutAddresses(meeting.message)] : [],
      facts: [
        ...fact('subject', withoutAddresses(meeting.title)),
        ...fact('day', when.day),
        ...fact('hours', `${when.time}–${timeIn(language, endsAt)}`, true),
        ...fact('place', withoutAddresses(meeting.place)),
      ],
      action: { label: say(language, actions[kind] ?? 'answer'), url },
      note: say(language, 'note', names),
    }),
    dedupeKey,
  }
}
