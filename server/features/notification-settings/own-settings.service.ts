import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  type Choice,
  channelsOf,
  isOfLead,
  isPersonal,
  type NotificationEvent,
  notificationEvents,
  type OwnChange,
  type OwnEvent,
  type OwnQuiet,
  type OwnSettings,
} from '#contract/notifications/notification-settings.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findLastMessages } from '../messages/messages.service.ts'
import { listDeviceIds } from '../push/push.service.ts'
import { deliveryOf } from './delivery.rules.ts'
import { findPlan, type Plan } from './notification-recipients.queries.ts'
import { audiencesFor } from './notification-recipients.rules.ts'
import * as queries from './notification-settings.queries.ts'
import { toHours, toMinutes } from './quiet.rules.ts'

type OwnSettingsDeps = Pick<Deps, 'workerDb' | 'mail' | 'sms' | 'now'>
type By = { db: Db; caller: Member }

export async function requirePerson(db: Db, { businessId, userId }: Pick<Member, 'businessId' | 'userId'>) {
  const person = await queries.findPerson(db, businessId, userId)
  if (!person) throw new AppError('user_not_found')
  return person
}

export async function findOwnSettings(deps: OwnSettingsDeps, { db, caller }: By): Promise<OwnSettings> {
  const { businessId } = caller
  const [person, plan] = await Promise.all([requirePerson(db, caller), findPlan(db, businessId)])
  const addresses = {
    mail: deps.mail.isAvailable ? person.email : null,
    sms: deps.sms.isAvailable ? person.phone : null,
  }
  // Uses the worker's role, because the request role may insert messages but not read them.
  const at = deps.now()
  const devices = await listDeviceIds(db, caller.userId, at)
  const last = await findLastMessages(deps.workerDb, businessId, { mail: person.email, sms: person.phone, devices })
  return {
    events: eventsOf(person, plan),
    quiet: quietOf(person),
    businessQuiet: toHours(plan.quiet),
    addresses,
    deliveries: {
      app: person.lastNotifiedAt ? { state: 'arrived', at: person.lastNotifiedAt, reason: null } : null,
      push: deliveryOf(last.push, at),
      mail: deliveryOf(last.mail, at),
      sms: deliveryOf(last.sms, at),
    },
  }
}

/** Team events concern only Owners. */
const eventsOf = (person: queries.Person, plan: Plan): OwnEvent[] =>
  notificationEvents
    .filter((event) => person.isOwner || isOfLead(event) || isPersonal(event))
    .map((event) => {
      const own = person.choices[event]
      return { event, isOwn: own !== undefined, choice: own ?? standardChoice(person, plan, event) }
    })

/** The choice that applies if the person made none. It follows from the business's audiences. */
function standardChoice(
  { isOwner, readsAll, isInCampaign, listed }: queries.Person,
  plan: Plan,
  event: NotificationEvent,
): Choice {
  const audiences = audiencesFor(plan, event)
  const reaches = (channel: 'app' | 'mail' | 'sms', isListed: boolean) => ({
    all:
      audiences[channel].includes('person') ||
      (audiences[channel].includes('owners') && isOwner) ||
      (audiences[channel].includes('people') && isInCampaign) ||
      (audiences[channel].includes('listed') && isListed),
    mine: audiences[channel].includes('assigned') && (readsAll || isInCampaign),
  })
  const ways = { app: reaches('app', false), mail: reaches('mail', listed.mail), sms: reaches('sms', listed.sms) }
  const isReached = ({ all, mine }: { all: boolean; mine: boolean }) => all || mine
  const all = Object.values(ways)
  return {
    app: isReached(ways.app),
    popup: isReached(ways.app),
    push: isReached(ways.app),
    mail: isReached(ways.mail),
    sms: isReached(ways.sms),
    onlyMine: all.some(isReached) && !all.some((way) => way.all),
  }
}

const quietOf = ({ ownQuiet }: queries.Person): OwnQuiet => {
  const hours = ownQuiet && toHours(ownQuiet)
  if (!ownQuiet) return { kind: 'business' }
  return hours ? { kind: 'own', hours } : { kind: 'none' }
}

/**
 * Removes channels that the event does not support. A popup and a push are possible only together with the notification
 * panel.
 */
function suited(event: NotificationEvent, choice: Choice): Choice {
  const has = (channel: keyof Omit<Choice, 'onlyMine'>) => choice[channel] && channelsOf(event).includes(channel)
  const app = has('app')
  const onlyMine = choice.onlyMine && isOfLead(event)
  return { app, popup: app && has('popup'), push: app && has('push'), mail: has('mail'), sms: has('sms'), onlyMine }
}

export async function changeOwnSettings(deps: OwnSettingsDeps, { db, caller }: By, { events = [], quiet }: OwnChange) {
  const { businessId, userId } = caller
  await db.transaction().execute(async (tx) => {
    const before = await requirePerson(tx, caller)
    const changes: Record<string, [unknown, unknown]> = {}
    for (const { event, choice } of events) {
      const next = choice && suited(event, choice)
      const known = before.choices[event] ?? null
      if (isSame(known, next)) continue
      changes[event] = [known, next]
      if (next) await queries.upsertChoice(tx, businessId, { userId, event, choice: next })
      else await queries.deleteChoice(tx, businessId, { userId, event })
    }
    if (quiet && !isSame(quietOf(before), quiet)) {
      changes.quiet = [quietOf(before), quiet]
      if (quiet.kind === 'business') await queries.deleteQuiet(tx, businessId, userId)
      else
        await queries.upsertQuiet(tx, businessId, { userId, ...toMinutes(quiet.kind === 'own' ? quiet.hours : null) })
    }
    if (Object.keys(changes).length)
      await emit(tx, caller, 'notification_settings.changed', { campaignId: ALL_CAMPAIGNS, userId, changes })
  })
  return findOwnSettings(deps, { db, caller })
}

/** Compares two values regardless of the order of fields. */
const isSame = (one: unknown, other: unknown) => sorted(one) === sorted(other)
const sorted = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
