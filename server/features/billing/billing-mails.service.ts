import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { longDay, translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { findOwners } from '../users/joining.service.ts'
import { findBusinessName } from './accounts.queries.ts'

type Template = 'refused' | 'lastRefused' | 'suspended' | 'cap'
type Mail = {
  businessId: string
  template: Template
  /** A mail with a key is sent once. */
  key: string
  values: { amount?: number; date?: Date; meter?: string; percent?: number }
}
/** Queues a mail about money to every Owner. It is not a notification, and cannot be switched off. */
export async function ownerMails(tx: Db, { env, mail }: Pick<Deps, 'env' | 'mail'>, wanted: Mail) {
  if (!mail.isAvailable) return
  const { businessId, template, key, values } = wanted
  const [owners, business] = await Promise.all([findOwners(tx, businessId), findBusinessName(tx, businessId)])
  await queueMessages(
    tx,
    owners.map(({ email, language }) => {
      const say = (name: string) =>
        translate(language, 'billing-mail', name, {
          ...{ business, percent: values.percent },
          ...(values.amount !== undefined && { amount: (values.amount / 100).toFixed(2) }),
          ...(values.date && { date: longDay(language, values.date.toISOString()) }),
          ...(values.meter && { meter: translate(language, 'billing-mail', `meters.${values.meter}`) }),
        })
      const title = say(`${template}.title`)
      return {
        ...{ businessId, kind: 'notice' as const, channel: 'mail' as const, recipient: email, subject: title },
        ...composeMail({
          ...{ language, title, paragraphs: [say(`${template}.text`)] },
          action: { label: say('action'), url: `${env.publicUrl}/b/${businessId}/settings/billing` },
          note: say('note'),
        }),
        dedupeKey: `billing ${key} ${email}`,
      }
    }),
  )
}
