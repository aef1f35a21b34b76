import type { ConsentAct, consentStates } from '#contract/leads/conversations/consents.ts'
import type { consentSources } from '#contract/leads/conversations/lists.ts'
import type { MessageChannel, MessagePurpose } from '#contract/leads/conversations/message-shapes.ts'

export type ConsentSource = (typeof consentSources)[number]
export type ConsentState = (typeof consentStates)[number]
type Act = Pick<ConsentAct, 'channel' | 'purpose' | 'act' | 'source' | 'at'>
type About = { channel: MessageChannel; purpose: MessagePurpose }

/** Sources that are acts of the person, who alone lifts a withdrawal. */
const ofPerson: readonly ConsentSource[] = ['form', 'api', 'reply', 'link']

/**
 * What holds by these acts, in any order. A withdrawal beats every consent, except one that the person gave later; at the
 * same moment the withdrawal holds.
 */
export function consentOf(
  acts: readonly Act[],
  { channel, purpose }: About,
): { state: ConsentState; since: string | null } {
  const about = acts.filter((one) => one.channel === channel && one.purpose === purpose)
  const withdrawn = latest(about.filter(({ act }) => act === 'withdrawn'))
  const given = about.filter(({ act }) => act === 'given')
  const valid = withdrawn
    ? given.filter(({ source, at }) => ofPerson.includes(source) && Date.parse(at) > Date.parse(withdrawn.at))
    : given
  const consent = latest(valid)
  if (consent) return { state: 'given', since: consent.at }
  return withdrawn ? { state: 'withdrawn', since: withdrawn.at } : { state: 'none', since: null }
}

const latest = <A extends { at: string }>(acts: readonly A[]): A | undefined =>
  acts.reduce<A | undefined>((last, one) => (last && Date.parse(last.at) >= Date.parse(one.at) ? last : one), undefined)

/** Words by which a consent text says that it is about advertising, as in migration 0061. */
const advertising = /פרסומ|דיוור|שיווק|מבצע|ניוזלטר|advertis|marketing|promotion|newsletter/i
export const isAboutAdvertising = (wording: string) => advertising.test(wording)

/** The channels that a withdrawal by one of them closes: a phone's, or those of an e-mail address. */
export const closedWith = (channel: MessageChannel): readonly MessageChannel[] =>
  channel === 'email' ? ['email'] : ['sms', 'whatsapp']
