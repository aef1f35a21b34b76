import type {
  FailReason,
  MessagePurpose,
  SendingChannel,
  WaitReason,
} from '#contract/leads/conversations/message-shapes.ts'
import { quietForLeads } from '#contract/working-hours/quiet-for-leads.ts'
import type { LeadQuiet } from '#contract/working-hours/quiet-terms.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import type { ConsentState } from '../../consents/consents.rules.ts'

/** `withdrawal`: the one answer to a withdrawal. `guest`: the confirmation of what a guest just did on a page. */
export type Occasion = 'withdrawal' | 'guest'
export type Origin = 'person' | 'automation' | 'system'

/** What is asked to leave. */
export type Leaving = {
  channel: SendingChannel
  purpose: MessagePurpose
  origin: Origin
  occasion: Occasion | null
  writtenAt: Date
  sendAt: Date | null
  /** Its author may send answers in quiet. */
  mayBeAtOnce: boolean
  /** Words of one's own at WhatsApp, which takes them within a day of the person's last message; templates always. */
  needsWindow: boolean
}
/** All that the gate knows of the lead and its business at the moment of sending. */
export type GateFacts = {
  now: Date
  hours: WorkingHours
  quiet: LeadQuiet
  /** The demo sends to no one outside, and may be tried at any hour. */
  isQuietOff: boolean
  consent: Record<MessagePurpose, ConsentState>
  /** The sender's carrier refuses messages to this phone, because it replied STOP. */
  isOptedOut: boolean
  /** Until when WhatsApp takes words of one's own to this phone; null: templates alone. */
  windowUntil: Date | null
  /** When the lead last wrote. */
  lastInboundAt: Date | null
  /** Messages of automations that the lead got within a day. */
  automationsToday: number
  isClosing: boolean
  /** In the trash or erased. */
  isLeadGone: boolean
  /** The address still belongs to the lead. */
  isAddressKept: boolean
}
export type Verdict =
  | { kind: 'go' }
  | { kind: 'wait'; until: Date; waitsFor: WaitReason }
  | { kind: 'refuse'; reason: FailReason }

const HOUR_MS = 3_600_000

/**
 * Decides about every message to a lead or a guest, at the moment at which it would leave: never what was once decided.
 * What cannot be sent at all is refused; what may not be sent now waits; then consent is read.
 */
export function gateOf(leaving: Leaving, facts: GateFacts): Verdict {
  const { now, isClosing, isLeadGone, isAddressKept } = facts
  if (isClosing) return refuse('closing')
  if (isLeadGone) return refuse('lead_gone')
  if (!isAddressKept) return refuse('address_changed')
  if (isWindowClosed(leaving, facts, now)) return refuse('window_closed')
  const later = leaving.sendAt && leaving.sendAt > now ? leaving.sendAt : undefined
  const quiet = later ? { until: later, reason: 'later' as const } : quietOf(leaving, facts)
  // What would wait until after the window is refused at once, so that its writer can choose a template.
  if (quiet && isWindowClosed(leaving, facts, quiet.until)) return refuse('window_closed')
  if (quiet) return waitFor(quiet.until, quiet.reason)
  const reason = refusalOf(leaving, facts)
  if (reason) return refuse(reason)
  const isOverCap = leaving.origin === 'automation' && facts.automationsToday >= facts.quiet.automationsPerDay
  return isOverCap ? refuse('cap_reached') : { kind: 'go' }
}
const refuse = (reason: FailReason): Verdict => ({ kind: 'refuse', reason })
const waitFor = (until: Date, waitsFor: WaitReason): Verdict => ({ kind: 'wait', until, waitsFor })

const isWindowClosed = ({ needsWindow }: Leaving, { windowUntil }: GateFacts, at: Date) =>
  needsWindow && (windowUntil === null || at > windowUntil)

type Refusal = 'no_consent' | 'withdrawn' | 'service_closed' | 'opted_out'
type Known = Pick<GateFacts, 'consent' | 'isOptedOut'>
/** Why the person may not be written to, whatever the time. */
export function refusalOf(
  { channel, purpose, occasion }: Leaving,
  { consent, isOptedOut }: Known,
): Refusal | undefined {
  if (channel === 'sms' && isOptedOut) return 'opted_out'
  if (occasion === 'withdrawal' && purpose === 'service') return undefined
  if (consent.service === 'withdrawn') return 'service_closed'
  if (purpose === 'advertising' && consent.advertising === 'withdrawn') return 'withdrawn'
  if (purpose === 'advertising' && consent.advertising === 'none') return 'no_consent'
  return undefined
}

/** The quiet that holds the message. Of the exceptions none is for advertising. */
export function quietOf(leaving: Leaving, { now, hours, quiet, isQuietOff, ...facts }: GateFacts) {
  const isAdvertising = leaving.purpose === 'advertising'
  if (isQuietOff || (!isAdvertising && leaving.occasion === 'withdrawal')) return undefined
  const found = quietForLeads({ hours, quiet, isAdvertising }, now)
  if (!found || isAdvertising) return found
  if (leaving.occasion === 'guest' && (leaving.channel === 'email' || found.reason === 'night')) return undefined
  return quiet.answersAtOnce && isAnswer(leaving, { now, ...facts }) ? undefined : found
}

/** A service message that a person wrote within an hour of the lead's own, and which leaves within that hour. */
function isAnswer(
  { purpose, origin, mayBeAtOnce, writtenAt }: Leaving,
  { now, lastInboundAt }: Pick<GateFacts, 'now' | 'lastInboundAt'>,
): boolean {
  if (purpose !== 'service' || origin !== 'person' || !mayBeAtOnce || !lastInboundAt) return false
  return lastInboundAt <= writtenAt && now.getTime() - lastInboundAt.getTime() <= HOUR_MS
}
