import { FAILING_DAYS, type PauseReason } from '#contract/webhooks/webhooks.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { translate } from '../../../platform/texts.ts'
import { composeMail } from '../../messages/messages.rules.ts'
import { queueMessages } from '../../messages/messages.service.ts'
import { ownersByMail } from '../../notification-settings/notification-recipients.service.ts'
import { findBusinessName, findOwners } from '../../users/joining.service.ts'

type Paused = { businessId: string; webhookId: string; eventId: string; name: string; reason: PauseReason }
/** Queues the mail to the Owners who get it, after their quiet hours. */
export async function pauseMails(tx: Db, { env, mail, now }: Pick<Deps, 'env' | 'mail' | 'now'>, paused: Paused) {
  if (!mail.isAvailable) return
  const { businessId, webhookId, eventId, name, reason } = paused
  const owners = await findOwners(tx, businessId)
  const recipients = await ownersByMail(tx, businessId, { event: 'webhook_paused', owners, now: now() })
  const business = await findBusinessName(tx, businessId)
  const url = `${env.publicUrl}/b/${businessId}/settings/webhooks/${webhookId}`
  await queueMessages(
    tx,
    recipients.map(({ owner: { email, language }, dueAt }) => {
      const say = (key: string) => translate(language, 'webhooks-mail', key, { name, business, count: FAILING_DAYS })
      const title = say('title')
      const paragraphs = [say(`why.${reason}`), say('waits')]
      const content = { language, title, paragraphs, action: { label: say('action'), url }, note: say('note') }
      return {
        ...{
          kind: 'notice' as const,
          channel: 'mail' as const,
          recipient: email,
          subject: title,
          ...composeMail(content),
        },
        ...{ businessId, dedupeKey: `${eventId} mail ${email}`, dueAt },
      }
    }),
  )
}
