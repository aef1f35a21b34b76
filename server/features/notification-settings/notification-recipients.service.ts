import type { Language } from '#contract/constants.ts'
import type { NotificationEvent } from '#contract/notifications/notification-settings.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './notification-recipients.queries.ts'
import { audiencesFor } from './notification-recipients.rules.ts'
import * as settings from './notification-settings.queries.ts'
import { quietEnd } from './quiet.rules.ts'

/** The business's notification settings, read once for a batch of events. */
export const findPlan = (db: Db, businessId: string) => queries.findPlan(db, businessId)
/** Members who may be recipients, with their settings. */
export const listRecipientMembers = (
  db: Db,
  businessId: string,
  input: Parameters<typeof queries.listRecipientMembers>[2],
) => queries.listRecipientMembers(db, businessId, input)
/** The business's own templates. */
export const findTemplates = (db: Db, businessId: string) => queries.listTemplates(db, businessId)

/** Deletes a member's own settings, so that a member who returns to a business starts with the defaults. */
export const deleteChoices = (db: Db, businessId: string, userId: string) =>
  settings.deleteChoices(db, businessId, userId)

type OwnersInput<O> = { event: NotificationEvent; owners: readonly O[]; now: Date }
/** Owners who get e-mail about a team event, each with the end of their current quiet hours. */
export async function ownersByMail<O extends { userId: string; email: string; language: Language }>(
  db: Db,
  businessId: string,
  { event, owners, now }: OwnersInput<O>,
) {
  const recipients = owners.map(({ email }) => email)
  const [plan, members] = await Promise.all([
    findPlan(db, businessId),
    listRecipientMembers(db, businessId, { recipients, campaignIds: [], isAll: false }),
  ])
  const byDefault = audiencesFor(plan, event).mail.includes('owners')
  return owners.flatMap((owner) => {
    const member = members.find(({ userId }) => userId === owner.userId)
    if (!(member?.choices[event]?.mail ?? byDefault)) return []
    return [{ owner, dueAt: quietEnd(now, member?.quiet ?? plan.quiet) }]
  })
}
