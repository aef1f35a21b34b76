import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { TODAY_COUNT_MAX } from '#contract/leads/follow-ups/today.ts'
import { beginningOf, dayOf, minuteAt, plusDays } from '#contract/values/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import { translate } from '../../../platform/texts.ts'
import { composeMail } from '../../messages/messages.rules.ts'
import { type Message, queueMessages } from '../../messages/messages.service.ts'
import { ownersByMail } from '../../notification-settings/notification-recipients.service.ts'
import { findOwners } from '../../users/joining.service.ts'
import { systemIn } from '../report.service.ts'
import * as queries from './digest.queries.ts'
import { readMissedCallers } from './missed-calls.queries.ts'

/** Not said before eight in the morning, also where a business is open earlier or all day. */
const EARLIEST_MINUTE = 8 * 60
const EVERYTHING = { campaigns: null, own: [], readerId: ALL_CAMPAIGNS, of: { kind: 'team' } } as const

/** Businesses that are open and whose Owners had no digest today. */
export const listBusinessesToTell = ({ workerDb, now }: Deps) => {
  const at = now()
  return minuteAt(at) < EARLIEST_MINUTE ? [] : queries.listDue(workerDb, { day: dayOf(at), now: at })
}

/**
 * Tells the Owners once a day how many callers wait, and how many of yesterday's do not wait any more. Nothing is said if
 * there are neither; then nothing more is said on that day.
 */
export const tellOwners = (deps: Deps, businessId: string) =>
  deps.workerDb.transaction().execute(async (tx) => {
    const now = deps.now()
    const day = dayOf(now)
    const taken = await queries.takeDay(tx, businessId, day)
    if (!taken) return
    const filter = { sight: EVERYTHING, campaignId: undefined, rows: 0, now }
    const yesterday = { from: beginningOf(plusDays(day, -1)), until: beginningOf(day) }
    const [{ total }, returned] = await Promise.all([
      readMissedCallers(tx, businessId, filter),
      queries.countReturned(tx, businessId, yesterday),
    ])
    const counts = { waiting: Math.min(total, TODAY_COUNT_MAX), returned }
    if (counts.waiting + returned === 0) return
    const eventId = await emit(tx, systemIn(businessId), 'missed_calls.counted', {
      campaignId: ALL_CAMPAIGNS,
      ...counts,
    })
    await mailOwners(tx, deps, { eventId, businessId, business: taken.name, ...counts })
  })

type DigestOf = { eventId: string; businessId: string; business: string; waiting: number; returned: number }
async function mailOwners(tx: Db, { env, mail, now }: Deps, { eventId, businessId, ...counts }: DigestOf) {
  if (!mail.isAvailable) return
  const owners = await findOwners(tx, businessId)
  const recipients = await ownersByMail(tx, businessId, { event: 'missed_digest', owners, now: now() })
  const url = `${env.publicUrl}/b/${businessId}/calls/missed`
  await queueMessages(
    tx,
    recipients.map(({ owner, dueAt }) => ({
      ...digestMail(owner, { ...counts, url }),
      businessId,
      dedupeKey: `${eventId} mail ${owner.email}`,
      dueAt,
    })),
  )
}

type Reader = { email: string; language: Language }
function digestMail(
  { email, language }: Reader,
  { business, waiting, returned, url }: Omit<DigestOf, 'eventId' | 'businessId'> & { url: string },
): Omit<Message, 'businessId'> {
  const say = (key: string, values: object = {}) =>
    translate(language, 'missed-calls-mail', key, { business, ...values })
  const title = say('title', { count: waiting })
  return {
    kind: 'notice',
    channel: 'mail',
    recipient: email,
    subject: title,
    ...composeMail({
      language,
      title,
      paragraphs: [say('returned', { count: returned })],
      action: { label: say('action'), url },
      note: say('note'),
    }),
  }
}
