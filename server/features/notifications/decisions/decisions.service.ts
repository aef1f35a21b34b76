import { eventNames, eventOf } from '#contract/events/catalogue.ts'
import { type Notice, type NoticeOutcome, noticeChannels } from '#contract/leads/history/lead-why.ts'
import { leadActions, personalActions } from '#contract/notifications/notifications.ts'
import type { Deps } from '../../../deps.ts'
import { type EventMessage, findMessagesOf } from '../../messages/messages.service.ts'
import { deliveryOf } from '../../notification-settings/delivery.rules.ts'
import { actionFor, actionOf } from '../notifications.rules.ts'
import { personalActionOf } from '../personal.rules.ts'
import * as queries from './decisions.queries.ts'
import type { DecidedGroup } from './decisions.rules.ts'

const actions: readonly string[] = [...leadActions, ...personalActions]
const names = eventNames.filter((name) => actions.includes(eventOf(name)?.notification ?? ''))
/** Events read for one notice: most calls of a lead notify no one. */
const READ_PER_NOTICE = 4

type NoticesDeps = Pick<Deps, 'workerDb' | 'now'>
type OfLeads = { leadIds: readonly string[]; limit: number }
/**
 * The newest events of leads that notified people or could have, with what each person got and why others got nothing. The
 * caller checks the right to read the leads. Runs as the worker's role, which alone reads messages.
 */
export async function findNotices({ workerDb, now }: NoticesDeps, businessId: string, { leadIds, limit }: OfLeads) {
  const page = { leadIds, names, limit: limit * READ_PER_NOTICE }
  const events = await queries.listNotifyingEvents(workerDb, businessId, page)
  const eventIds = events.map(({ id }) => id)
  const [shown, messages] = await Promise.all([
    queries.listShownNotices(workerDb, businessId, eventIds),
    findMessagesOf(workerDb, businessId, eventIds),
  ])
  const entries = events.map((event) => ({
    event,
    sent: [
      ...shown.filter(({ eventId }) => eventId === event.id).map(shownEntry),
      ...messages.filter(({ eventId }) => eventId === event.id).map((message) => sentEntry(message, now())),
    ],
  }))
  const all = entries.map(({ event, sent }) => ({ event, entries: withSkipped(sent, event.decided ?? []) }))
  const userIds = new Set(all.flatMap((one) => one.entries.flatMap(({ userId }) => userId ?? [])))
  const people = new Map((await queries.listUsers(workerDb, [...userIds])).map((user) => [user._id, user]))
  return all
    .filter(({ event, entries: found }) => found.length > 0 || event.payload.isSilent === true)
    .slice(0, limit)
    .map(
      ({ event, entries: found }): Notice => ({
        _id: event.id,
        at: event.at,
        action: actionFor(event) ?? personalActionOf(event.name) ?? silentAction(event),
        isSilent: event.payload.isSilent === true,
        isExplained: event.decided !== null,
        people: [...Map.groupBy(found, ({ userId, address }) => userId ?? address ?? '').values()].map((ofOne) => ({
          user: people.get(ofOne[0]?.userId ?? '') ?? null,
          address: ofOne[0]?.userId ? null : (ofOne[0]?.address ?? null),
          outcomes: ofOne.map(({ outcome }) => outcome).toSorted(byChannel),
        })),
      }),
    )
}

/** Of an import without notifications, and of an answered call that made a lead, which is sent but not shown in the app. */
const silentAction = ({ name }: queries.NotifyingEvent) =>
  name === 'call.ended' ? 'receiving_a_lead' : (actionOf(name) ?? 'receiving_a_lead')

const placeOf = ({ channel }: NoticeOutcome) => noticeChannels.indexOf(channel)
const byChannel = (one: NoticeOutcome, other: NoticeOutcome) => placeOf(one) - placeOf(other)

type Entry = { userId: string | null; address: string | null; outcome: NoticeOutcome }

function shownEntry({
  userId,
  at,
  readAt,
  isSilent,
}: Awaited<ReturnType<typeof queries.listShownNotices>>[number]): Entry {
  const state = readAt ? 'seen' : isSilent ? 'silent' : 'arrived'
  return { userId, address: null, outcome: { channel: 'app', state, at: readAt ?? at, reason: null } }
}

function sentEntry(message: EventMessage, now: Date): Entry {
  const { userId, recipient, channel } = message
  const delivery = deliveryOf(message, now) ?? { state: 'sent', at: message.createdAt, reason: null }
  return { userId, address: userId || channel === 'push' ? null : recipient, outcome: { channel, ...delivery } }
}

/** Adds those who got nothing. What was sent in the meantime counts. */
function withSkipped(sent: readonly Entry[], decided: readonly DecidedGroup[]): Entry[] {
  const keyOf = ({ userId, address, outcome }: Entry) => `${outcome.channel} ${userId ?? address}`
  const known = new Set(sent.map(keyOf))
  const skipped = decided.flatMap(({ channel, reason = null, users = [], addresses = [] }) => {
    const outcome = { channel, state: reason ? ('skipped' as const) : ('removed' as const), at: null, reason }
    return [
      ...users.map((userId): Entry => ({ userId, address: null, outcome })),
      ...addresses.map((address): Entry => ({ userId: null, address, outcome })),
    ]
  })
  return [...sent, ...skipped.filter((entry) => !known.has(keyOf(entry)))]
}
