import type { Language } from '#contract/constants.ts'
import type { SkipReason } from '#contract/leads/history/lead-why.ts'
import {
  type Audience,
  type Choice,
  type NotificationEvent,
  type RecipientChannel,
  standardAudiences,
} from '#contract/notifications/notification-settings.ts'
import type { Plan, RecipientMember } from './notification-recipients.queries.ts'
import type { QuietMinutes } from './quiet.rules.ts'

export type { Plan, RecipientMember }

export const audiencesFor = (plan: Pick<Plan, 'audiences'>, event: NotificationEvent) =>
  plan.audiences[event] ?? standardAudiences(event)

const ofPeople: readonly Audience[] = ['owners', 'people', 'assigned', 'person']
/** Whether members who are not listed by a campaign may get e-mail or SMS. If not, only listed addresses get them. */
export const reachesMembers = (plan: Plan, events: readonly NotificationEvent[]) =>
  plan.hasChoices || audiencesReachMembers(plan, events)
export const audiencesReachMembers = (plan: Pick<Plan, 'audiences'>, events: readonly NotificationEvent[]) =>
  events.some((event) => {
    const { mail, sms } = audiencesFor(plan, event)
    return [...mail, ...sms].some((audience) => ofPeople.includes(audience))
  })

export type About = { campaignId: string; assignedTo: string | null; authorId: string | null }
export type Recipient = { to: string; language: Language; quiet: QuietMinutes; isMasked: boolean; isMember: boolean }
type RecipientsInput = {
  /** Settings that apply. A missed call that created a lead has two; it is sent if either allows it. */
  events: readonly NotificationEvent[]
  channel: Exclude<RecipientChannel, 'app'>
  about: About
  /** Addresses that the campaign lists. */
  listed: readonly string[]
}

/** What a member, or an address that the campaign lists, gets by one channel. */
export type Decision = Omit<Recipient, 'to'> & {
  userId: string | null
  /** Null: the member has no such address. */
  to: string | null
  /** Undefined: a message is sent. */
  reason: SkipReason | undefined
}

/**
 * Decides for the addresses that the campaign lists, those of members who opted out among them, and for other members,
 * who gets a message by e-mail or SMS, and why others do not.
 */
export function decide(
  plan: Pick<Plan, 'audiences' | 'quiet'>,
  members: readonly RecipientMember[],
  { events, channel, about, listed }: RecipientsInput,
  fallback: Language,
): Decision[] {
  const addressOf = ({ email, phone }: RecipientMember) => (channel === 'mail' ? email : phone)
  // An unverified address may belong to a stranger.
  const proved = members.filter((member) => (channel === 'mail' ? member.isEmailProved : member.isPhoneProved))
  const byAddress = new Map(proved.map((member) => [addressOf(member), member]))
  const asListed = listed.map((to): Decision => {
    const member = byAddress.get(to)
    // Addresses of members, verified or not, get nothing that the member may not read.
    const holders = members.filter((one) => addressOf(one) === to)
    const reason = firstReason(events, (event) => {
      if (holders.some((holder) => isOthers(about, holder))) return 'not_theirs'
      const choice = member?.choices[event]
      if (choice) return chosenReason(choice, { channel, about, userId: member?.userId })
      return audiencesFor(plan, event)[channel].includes('listed') ? undefined : 'audience'
    })
    const isMasked = holders.some((holder) => holder.isMasked)
    const { language, quiet } = member ?? { language: fallback, quiet: plan.quiet }
    return { to, reason, userId: member?.userId ?? null, language, quiet, isMasked, isMember: member !== undefined }
  })
  const known = new Set(listed)
  const asMembers = members.flatMap((member): Decision[] => {
    const { userId, language, quiet, isMasked } = member
    const to = addressOf(member)
    if (to && known.has(to)) return []
    const reason = firstReason(events, (event) => skipReason(plan, member, { event, channel, about }))
    return [
      { to, userId, language, quiet, isMasked, isMember: true, reason: reason ?? (to ? undefined : 'no_address') },
    ]
  })
  return [...asListed, ...asMembers]
}

/** Recipients by e-mail or SMS. */
export const recipientsOf = (...input: Parameters<typeof decide>): Recipient[] =>
  decide(...input).flatMap(({ reason, to, userId: _, ...recipient }) => (reason || !to ? [] : [{ ...recipient, to }]))

/** The first reason if each event has one: one event that is sent suffices. */
function firstReason(
  events: readonly NotificationEvent[],
  reasonOf: (event: NotificationEvent) => SkipReason | undefined,
): SkipReason | undefined {
  const reasons = events.map(reasonOf)
  return reasons.includes(undefined) ? undefined : reasons[0]
}

/** Whether the member is restricted to their own leads in the campaign, and this lead is not assigned to them. */
export const isOthers = (
  { campaignId, assignedTo }: Omit<About, 'authorId'>,
  { ownLeadsIn, userId }: RecipientMember,
) => ownLeadsIn.includes(campaignId) && assignedTo !== userId

/** Whether the member may read the leads of the campaign, except those of others. */
export const isReader = ({ campaignId }: Pick<About, 'campaignId'>, { readsAll, campaignIds }: RecipientMember) =>
  readsAll || campaignIds.includes(campaignId)

type ChosenInput = { channel: RecipientChannel; about: About; userId: string | undefined }
function chosenReason(choice: Choice, { channel, about, userId }: ChosenInput): SkipReason | undefined {
  if (!choice[channel]) return 'off'
  return choice.onlyMine && about.assignedTo !== (userId ?? null) ? 'only_mine' : undefined
}

type MemberInput = { event: NotificationEvent; channel: RecipientChannel; about: About }
/** Why a member is not notified of a lead by this channel; undefined: they are. */
export function skipReason(
  plan: Pick<Plan, 'audiences'>,
  member: RecipientMember,
  { event, channel, about }: MemberInput,
): SkipReason | undefined {
  const { isOwner, campaignIds, userId, choices } = member
  if (about.authorId === userId) return 'author'
  if (!isReader(about, member)) return 'no_access'
  if (isOthers(about, member)) return 'not_theirs'
  const choice = choices[event]
  if (choice) return chosenReason(choice, { channel, about, userId })
  const audiences = audiencesFor(plan, event)[channel]
  const isReached =
    (audiences.includes('owners') && isOwner) ||
    (audiences.includes('people') && campaignIds.includes(about.campaignId)) ||
    (audiences.includes('assigned') && about.assignedTo === userId)
  return isReached ? undefined : 'audience'
}

type PersonalInput = { event: NotificationEvent; channel: RecipientChannel }
/** Whether the person gets a notification that concerns them by this channel: their own choice, else the business's. */
export const isPersonallyNotified = (
  plan: Pick<Plan, 'audiences'>,
  { choices }: Pick<RecipientMember, 'choices'>,
  { event, channel }: PersonalInput,
) => choices[event]?.[channel] ?? audiencesFor(plan, event)[channel].includes('person')
