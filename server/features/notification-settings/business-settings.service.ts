import { isDeepStrictEqual } from 'node:util'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  type Audiences,
  audiencesOf,
  type BusinessChange,
  type BusinessSettings,
  type EventAudiences,
  notificationEvents,
  recipientChannels,
} from '#contract/notifications/notification-settings.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { audiencesFor } from './notification-recipients.rules.ts'
import * as queries from './notification-settings.queries.ts'
import { toHours, toMinutes } from './quiet.rules.ts'

type BusinessSettingsDeps = Pick<Deps, 'mail' | 'sms'>
type By = { db: Db; caller: Member }

async function requireSettings(db: Db, businessId: string, isLocked = false) {
  const settings = await queries.findSettings(db, businessId, { isLocked })
  if (!settings) throw new AppError('business_not_found')
  return settings
}

const asShown = ({ mail, sms }: BusinessSettingsDeps, settings: queries.Settings): BusinessSettings => ({
  events: notificationEvents.map((event) => ({ event, ...audiencesFor(settings, event) })),
  quiet: toHours(settings),
  mailName: settings.mailName,
  smsSender: settings.smsSender,
  can: { mail: mail.isAvailable, sms: sms.isAvailable, smsSender: sms.isAvailable && sms.takesSender },
})

export const findBusinessSettings = async (deps: BusinessSettingsDeps, { db, caller }: By) =>
  asShown(deps, await requireSettings(db, caller.businessId))

/** Audiences that the event supports, without duplicates, in a fixed order. */
const suited = ({ event, ...chosen }: EventAudiences) =>
  Object.fromEntries(
    recipientChannels.map((channel) => [
      channel,
      audiencesOf(event, channel).filter((one) => chosen[channel].includes(one)),
    ]),
  ) as Audiences

/** A business may not use the installation's sender name, because sign-in codes are sent under it. */
function requireOwnNames({ sms }: BusinessSettingsDeps, { mailName, smsSender }: BusinessChange) {
  const isOurs = (name: string) => /leadline/i.test(name) || name.toLowerCase() === sms.sender.toLowerCase()
  if (mailName && isOurs(mailName)) throw invalidInput('mailName', 'sender_taken')
  if (smsSender && isOurs(smsSender)) throw invalidInput('smsSender', 'sender_taken')
  if (smsSender && !sms.takesSender) throw invalidInput('smsSender', 'sender_not_taken')
}

export function changeBusinessSettings(deps: BusinessSettingsDeps, { db, caller }: By, change: BusinessChange) {
  requireOwnNames(deps, change)
  const { businessId } = caller
  return db.transaction().execute(async (tx) => {
    const before = await requireSettings(tx, businessId, true)
    const next = {
      mailName: change.mailName === undefined ? before.mailName : change.mailName,
      smsSender: change.smsSender === undefined ? before.smsSender : change.smsSender,
      ...toMinutes(change.quiet === undefined ? toHours(before) : change.quiet),
    }
    const changes: Record<string, [unknown, unknown]> = {}
    const note = (field: string, was: unknown, is: unknown) => {
      if (!isDeepStrictEqual(was, is)) changes[field] = [was, is]
    }
    note('mailName', before.mailName, next.mailName)
    note('smsSender', before.smsSender, next.smsSender)
    note('quiet', toHours(before), toHours(next))
    if (Object.keys(changes).length) await queries.upsertSettings(tx, businessId, next)
    const audiences = { ...before.audiences }
    for (const chosen of change.events ?? []) {
      const { event } = chosen
      const [was, is] = [audiencesFor(before, event), suited(chosen)]
      if (isDeepStrictEqual(was, is)) continue
      changes[event] = [was, is]
      audiences[event] = is
      await queries.upsertAudiences(tx, businessId, { event, ...is })
    }
    if (Object.keys(changes).length)
      await emit(tx, caller, 'notification_settings.changed', { campaignId: ALL_CAMPAIGNS, changes })
    return asShown(deps, { ...before, ...next, audiences })
  })
}
