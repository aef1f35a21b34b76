import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { longDay, translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import { type Message, queueMessages } from '../messages/messages.service.ts'
import { ownersByMail } from '../notification-settings/notification-recipients.service.ts'
import { findOwners } from '../users/joining.service.ts'
import * as queries from './alarms.queries.ts'
import type { HeldAlarm } from './alarms.service.ts'

type Raised = { businessId: string; eventId: string; alarm: HeldAlarm }
/** Queues the mail of an alarm to the Owners who get it, after their quiet hours. */
export async function alarmMails(tx: Db, { env, mail, now }: Deps, { businessId, eventId, alarm }: Raised) {
  if (!mail.isAvailable) return
  const owners = await findOwners(tx, businessId)
  const recipients = await ownersByMail(tx, businessId, { event: alarm.kind, owners, now: now() })
  const business = await queries.findBusinessName(tx, businessId)
  await queueMessages(
    tx,
    recipients.map(({ owner, dueAt }) => ({
      ...mailOf(alarm, { to: owner, business, url: `${env.publicUrl}/b/${businessId}/${pageOf(alarm)}` }),
      businessId,
      dedupeKey: `${eventId} mail ${owner.email}`,
      dueAt,
    })),
  )
}

function pageOf({ kind, subject }: HeldAlarm) {
  if (kind === 'number_quiet' || kind === 'number_test_failed') return `settings/numbers/${subject}`
  if (kind === 'number_hole') return `settings/call-flows/${subject}`
  return /^(phone|telephony)_/.test(kind) ? 'settings/numbers' : 'campaigns'
}

type To = { to: { email: string; language: Language }; business: string; url: string }
function mailOf({ kind, name, count, since }: HeldAlarm, { to, business, url }: To): Omit<Message, 'businessId'> {
  const { email, language } = to
  const say = (key: string) =>
    translate(language, 'alarms-mail', key, {
      ...{ name, count, business },
      ...(since && { date: longDay(language, since) }),
    })
  const title = say(`${kind}.title`)
  return {
    kind: 'notice',
    channel: 'mail',
    recipient: email,
    subject: title,
    ...composeMail({
      language,
      title,
      paragraphs: [say(`${kind}.text`), say(`${kind}.check`)],
      action: { label: say(`${kind}.action`), url },
      note: say('note'),
    }),
  }
}
