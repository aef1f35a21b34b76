import type { Language } from '#contract/constants.ts'
import {
  type Audience,
  type NotificationEvent,
  type RecipientChannel,
  standardAudiences,
} from '#contract/notifications/notification-settings.ts'
import type { Plan, RecipientMember } from './notification-recipients.queries.ts'
import type { QuietMinutes } from './quiet.rules.ts'

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

type About = { campaignId: string; assignedTo: string | null; authorId: string | null }
export type Recipient = { to: string; language: Language; quiet: QuietMinutes; isMasked: boolean; isMember: boolean }
type RecipientsInput = {
  /** Settings that apply. A missed call that created a lead has two; it is sent if either allows it. */
  events: readonly NotificationEvent[]
  channel: Exclude<RecipientChannel, 'app'>
  about: About
  /** Addresses that the campaign lists. */
  listed: readonly string[]
}

/**
 * Recipients by e-mail or SMS: the addresses that the campaign lists, except those of members who opted out, and other
 * members.
 */
export function recipientsOf(
  plan: Pick<Plan, 'audiences' | 'quiet'>,
  members: readonly RecipientMember[],
  { events, channel, about, listed }: RecipientsInput,
  fallback: Language,
): Recipient[] {
  const addressOf = ({ email, phone }: RecipientMember) => (channel === 'mail' ? email : phone)
  // An unverified address may belong to a stranger.
  const proved = members.filter((member) => (channel === 'mail' ? member.isEmailProved : member.isPhoneProved))
  const byAddress = new Map(proved.map((member) => [addressOf(member), member]))
  const asListed = listed.flatMap((to): Recipient[] => {
    const member = byAddress.get(to)
    // Addresses of members, verified or not, get nothing that the member may not read.
    const holders = members.filter((one) => addressOf(one) === to)
    if (holders.some((holder) => isOthers(about, holder))) return []
    const isRecipient = events.some((event) => {
      const choice = member?.choices[event]
      if (choice) return choice[channel] && isTheirs(choice, about, member)
      return audiencesFor(plan, event)[channel].includes('listed')
    })
    const isMasked = holders.some((holder) => holder.isMasked)
    const { language, quiet } = member ?? { language: fallback, quiet: plan.quiet }
    return isRecipient ? [{ to, language, quiet, isMasked, isMember: member !== undefined }] : []
  })
  const known = new Set(listed)
  const asMembers = members.flatMap((member): Recipient[] => {
    const to = addressOf(member)
    if (!to || known.has(to) || !events.some((event) => wants(plan, member, { event, channel, about }))) return []
    return [{ to, language: member.language, quiet: member.quiet, isMasked: member.isMasked, isMember: true }]
  })
  return [...asListed, ...asMembers]
}

/** Whether the member is restricted to their own leads in the campaign, and this lead is not assigned to them. */
const isOthers = ({ campaignId, assignedTo }: About, { ownLeadsIn, userId }: RecipientMember) =>
  ownLeadsIn.includes(campaignId) && assignedTo !== userId

const isTheirs = ({ onlyMine }: { onlyMine: boolean }, { assignedTo }: About, member: RecipientMember | undefined) =>
  !onlyMine || (member !== undefined && assignedTo === member.userId)

type MemberInput = { event: NotificationEvent; channel: Exclude<RecipientChannel, 'app'>; about: About }
function wants(
  plan: Pick<Plan, 'audiences'>,
  member: RecipientMember,
  { event, channel, about }: MemberInput,
): boolean {
  const { isOwner, readsAll, campaignIds, userId, choices } = member
  const isInCampaign = campaignIds.includes(about.campaignId)
  if (about.authorId === userId || !(readsAll || isInCampaign) || isOthers(about, member)) return false
  const choice = choices[event]
  if (choice) return choice[channel] && isTheirs(choice, about, member)
  const audiences = audiencesFor(plan, event)[channel]
  return (
    (audiences.includes('owners') && isOwner) ||
    (audiences.includes('people') && isInCampaign) ||
    (audiences.includes('assigned') && about.assignedTo === userId)
  )
}

type PersonalInput = { event: NotificationEvent; channel: Exclude<RecipientChannel, 'app'> }
/** Whether the person gets a notification that concerns them by this channel: their own choice, else the business's. */
export const isPersonallyNotified = (
  plan: Pick<Plan, 'audiences'>,
  { choices }: Pick<RecipientMember, 'choices'>,
  { event, channel }: PersonalInput,
) => choices[event]?.[channel] ?? audiencesFor(plan, event)[channel].includes('person')
