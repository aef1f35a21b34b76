import type { SkipReason } from '#contract/leads/history/lead-why.ts'
import type { leadActions, personalActions } from '#contract/notifications/notifications.ts'
import {
  decide,
  isOthers,
  isPersonallyNotified,
  isReader,
  type Plan,
  type RecipientMember,
  skipReason,
} from '../../notification-settings/notification-recipients.rules.ts'
import { eventsOf, type NotifiedEvent, titleKeyOf } from '../recipients.rules.ts'

type Action = (typeof leadActions)[number] | (typeof personalActions)[number]
type Channel = 'app' | 'push' | 'mail' | 'sms'
/** An event with the notification that it makes. */
export type Explained = {
  id: string
  /** What it shows in the app, or null. */
  action: Action | null
  /** Whether it is also sent to the recipients of the campaign. */
  isSent: boolean
  /** The people whom it concerns, of a personal notification. */
  persons: readonly string[]
}

/** A group of people and listed addresses of one channel. Without a reason: they were notified in the app. */
export type DecidedGroup = { channel: Channel; reason?: SkipReason; users?: string[]; addresses?: string[] }

/** What was known when the notifications were decided. */
export type Known = {
  plan: Plan
  members: readonly RecipientMember[]
  /** Whether the person was notified of the event in the app. */
  isShown: (eventId: string, userId: string) => boolean
  /** Whether a personal notification still applies and the person may read it. */
  applies: (eventId: string, userId: string) => boolean
  /** Whether devices of the person show notifications of this business; undefined: there are none. */
  deviceOf: (userId: string) => boolean | undefined
  isConfirmed: (channel: 'mail' | 'sms', address: string) => boolean
  canSend: Record<'mail' | 'sms', boolean>
}

type Entry = { channel: Channel; reason?: SkipReason; user?: string | undefined; address?: string | undefined }

/** Who was notified of the event in the app, and who was not notified by each channel, and why. */
export function decisionsOf(explained: Explained, about: NotifiedEvent, known: Known): DecidedGroup[] {
  const { isSent, persons } = explained
  return grouped([
    ...(persons.length ? [] : inApp(explained, about, known)),
    ...(isSent && titleKeyOf(about) ? sentEntries(about, known) : []),
    ...persons.flatMap((userId) => personalEntries(explained, { userId, about }, known)),
  ])
}

function inApp({ id, action }: Explained, about: NotifiedEvent, known: Known): Entry[] {
  if (!action) return []
  const { plan, members, isShown } = known
  return members
    .filter((member) => isReader(about, member))
    .flatMap((member): Entry[] => {
      const user = member.userId
      if (isShown(id, user)) return shownEntries(action, member, known)
      const reason = skipReason(plan, member, { event: action, channel: 'app', about })
      return reason ? [{ channel: 'app', reason, user }] : []
    })
}

/** A person who was notified in the app, and why no device shows it. */
function shownEntries(action: Action, { userId: user, choices }: RecipientMember, { deviceOf }: Known): Entry[] {
  const device = deviceOf(user)
  const reason =
    choices[action]?.push === false ? 'off' : device === undefined ? 'no_device' : device ? undefined : 'second_factor'
  return [{ channel: 'app', user }, ...(reason ? [{ channel: 'push', reason, user } as const] : [])]
}

const sentChannels = ['mail', 'sms'] as const

/** Members who may read the lead, and addresses that the campaign lists, to whom nothing is sent. */
function sentEntries(about: NotifiedEvent, { plan, members, isConfirmed, canSend }: Known): Entry[] {
  return sentChannels.flatMap((channel) => {
    const listed = channel === 'mail' ? about.mailTo : about.smsTo
    const decisions = decide(plan, members, { events: eventsOf(about), channel, about, listed }, 'he')
    return decisions.flatMap(({ to, userId, isMember, ...decision }): Entry[] => {
      const isUnconfirmed = !isMember && to !== null && !isConfirmed(channel, to)
      const reason = decision.reason ?? (canSend[channel] ? (isUnconfirmed ? 'unconfirmed' : undefined) : 'unavailable')
      if (!reason || reason === 'no_access') return []
      return [{ channel, reason, ...(userId ? { user: userId } : { address: to ?? '' }) }]
    })
  })
}

type Concerned = { userId: string; about: NotifiedEvent }
/** The person whom a personal notification concerns. */
function personalEntries({ id, action }: Explained, { userId: user, about }: Concerned, known: Known): Entry[] {
  const { plan, members, isShown, canSend } = known
  const member = members.find(({ userId }) => userId === user)
  const barred = member ? barredReason(id, { member, about }, known) : 'no_access'
  if (!action || !member || barred)
    return barred ? (['app', ...sentChannels] as const).map((channel) => ({ channel, reason: barred, user })) : []
  const unwanted = member.choices[action] ? 'off' : 'audience'
  const isWanted = (channel: 'app' | 'mail' | 'sms') => isPersonallyNotified(plan, member, { event: action, channel })
  const sent = sentChannels.flatMap((channel): Entry[] => {
    const address = channel === 'mail' ? member.email : member.phone
    const reason = !isWanted(channel)
      ? unwanted
      : !canSend[channel]
        ? 'unavailable'
        : address
          ? undefined
          : 'no_address'
    return reason ? [{ channel, reason, user }] : []
  })
  return [
    ...(isShown(id, user)
      ? shownEntries(action, member, known)
      : isWanted('app')
        ? []
        : [{ channel: 'app', reason: unwanted, user } as const]),
    ...sent,
  ]
}

function barredReason(
  eventId: string,
  { member, about }: { member: RecipientMember; about: NotifiedEvent },
  { applies }: Known,
): SkipReason | undefined {
  if (about.authorId === member.userId) return 'author'
  if (!isReader(about, member)) return 'no_access'
  if (isOthers(about, member)) return 'not_theirs'
  return applies(eventId, member.userId) ? undefined : 'over'
}

function grouped(entries: readonly Entry[]): DecidedGroup[] {
  const groups = Map.groupBy(entries, ({ channel, reason = '' }) => `${channel} ${reason}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const users = group.flatMap(({ user }) => user ?? [])
    const addresses = group.flatMap(({ address }) => address ?? [])
    return {
      channel: first.channel,
      ...(first.reason && { reason: first.reason }),
      ...(users.length > 0 && { users }),
      ...(addresses.length > 0 && { addresses }),
    }
  })
}
