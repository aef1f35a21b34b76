import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { type Channel, TEST_MINUTES, TESTS_MAX } from '#contract/notifications/notification-settings.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo } from '../../platform/http/rate-limits.ts'
import { translate } from '../../platform/texts.ts'
import { requireRoom } from '../ceilings/ceilings.service.ts'
import { composeMail } from '../messages/messages.rules.ts'
import { queueMessage, queueMessages } from '../messages/messages.service.ts'
import { pushMessage, testText } from '../push/push.rules.ts'
import { listDeviceIds } from '../push/push.service.ts'
import type { Person } from './notification-settings.queries.ts'
import { requirePerson } from './own-settings.service.ts'

const limit: Limit = { max: TESTS_MAX, seconds: TEST_MINUTES * 60 }

type TestDeps = Pick<Deps, 'workerDb' | 'env' | 'mail' | 'sms' | 'now'>
type By = { db: Db; caller: Member }

/**
 * Sends a test message to the caller on the normal path: through the outbox and the provider, or through the relay and
 * the notification panel.
 */
export function sendTest(deps: TestDeps, { db, caller }: By, channel: Channel) {
  const { businessId, userId } = caller
  return db.transaction().execute(async (tx) => {
    await limitTo(tx, counterOf('notificationTests', userId, channel), limit, deps.now())
    if (channel === 'app' || channel === 'popup') {
      const isSilent = channel === 'app'
      await emit(tx, caller, 'notification.tested', { campaignId: ALL_CAMPAIGNS, userId, isSilent })
      return
    }
    const person = await requirePerson(tx, caller)
    if (channel === 'push') {
      const devices = await listDeviceIds(tx, userId, deps.now())
      if (!devices.length) throw new AppError('channel_unavailable')
      const text = testText(person.language, person.businessName)
      const messages = devices.map((deviceId) => ({ businessId, ...pushMessage(text, { userId, deviceId }) }))
      return queueMessages(tx, messages)
    }
    const to = channel === 'mail' ? person.email : person.phone
    if (!deps[channel].isAvailable || !to) throw new AppError('channel_unavailable')
    const message = channel === 'mail' ? mailTo(person, deps) : smsTo(person)
    const counted = { businessId, accountId: userId, channel, kind: 'notice' } as const
    await requireRoom(deps, { ...counted, count: 1 })
    await queueMessage(tx, { ...counted, recipient: to, language: person.language, ...message })
  })
}

const say = ({ language, businessName }: Person, key: string) =>
  translate(language, 'notification-test-mail', key, { business: businessName })

function mailTo(person: Person, { env }: TestDeps) {
  const title = say(person, 'title')
  return {
    subject: title,
    ...composeMail({
      language: person.language,
      title,
      paragraphs: [say(person, 'text')],
      action: { label: say(person, 'action'), url: `${env.publicUrl}/user/settings/notifications` },
      note: say(person, 'note'),
    }),
  }
}

const smsTo = (person: Person) => ({ body: say(person, 'sms') })
