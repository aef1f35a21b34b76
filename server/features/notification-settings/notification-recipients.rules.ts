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

const ofPeople: readonly Audience[] = ['owners', 'people', 'assigned']
/** Whether unlisted members may get mail or SMS; if not, only addresses that campaigns list do. */
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
  /** Settings that apply; a missed call that made a lead has two, and either is enough. */
  events: readonly NotificationEvent[]
  channel: Exclude<RecipientChannel, 'app'>
  about: About
  /** Addresses that the campaign lists. */
  listed: readonly string[]
}

/** Recipients by mail or SMS: the campaign's addresses, unless that member opted out, plus members. */
export function recipientsOf(
  plan: Pick<Plan, 'audiences' | 'quiet'>,
  members: readonly RecipientMember[],
  { events, channel, about, listed }: RecipientsInput,
  fallback: Language,
): Recipient[] {
  const addressOf = ({ email, phone }: RecipientMember) => (channel === 'mail' ? email : phone)
  // An unproved address may belong to a stranger.
  const proved = members.filter((member) => (channel === 'mail' ? member.isEmailProved : member.isPhoneProved))
  const byAddress = new Map(proved.map((member) => [addressOf(member), member]))
  const asListed = listed.flatMap((to): Recipient[] => {
    const member = byAddress.get(to)
    // A member's address, proved or not, gets nothing that the member may not read.
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

/** The member is restricted to own leads, and this lead is not theirs. */
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
