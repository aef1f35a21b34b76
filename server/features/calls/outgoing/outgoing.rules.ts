import { LEAD_SECONDS } from '#contract/calls/outgoing/terms.ts'
import type { Routing } from '#contract/calls/routing.ts'
import type { Instruction } from '../../../providers/voice/voice.ts'
import type { Plan, Texts } from '../../numbers/routing.rules.ts'
import { type CallFacts, outcomeOf } from '../hooks/call-facts.rules.ts'
import type { PlanContext } from '../hooks/call-instructions.rules.ts'

type Planned = {
  /** The number that is shown to the person who is called. */
  number: { phone: string; routing: Routing }
  phone: string
  outgoing: NonNullable<Plan['outgoing']>
}
/**
 * The plan of a call that a member makes: one step that rings the person. It is recorded as the number says; the person
 * hears that before they are connected, if the number announces it to callers. The announcement is the standard one,
 * because a business writes its own for people who call it.
 */
export function planOutgoing({ number, phone, outgoing }: Planned, texts: Texts): Plan {
  const { recording, announcement, language } = number.routing
  return {
    block: null,
    language,
    recording,
    announcement: null,
    whisper: recording && announcement.isOn ? texts(language, 'recorded') : null,
    screening: false,
    callerId: number.phone,
    steps: [{ seconds: LEAD_SECONDS, legs: [{ kind: 'phone', phone, userId: null }] }],
    closing: { kind: 'hangup' },
    outgoing,
  }
}

const KEY_SECONDS = 6
const HANGUP: Instruction = { verb: 'hangup' }

/** The member's telephone was answered: 1 connects, which a voicemail does not press. */
export function askToConnect(
  { language, outgoing }: Plan,
  { name, isAgain }: { name: string | null; isAgain: boolean },
  { hooks, texts }: PlanContext,
): Instruction[] {
  const key = `${outgoing?.newLead ? 'new_lead' : 'press_1'}${name ? '_to' : ''}`
  const text = texts(language, `out.${key}`, { name, ...outgoing?.newLead })
  const doneHook = `${hooks}/${isAgain ? 'accept-again' : 'accept'}`
  return [{ verb: 'gather', seconds: KEY_SECONDS, doneHook, prompts: [{ text, language }] }, HANGUP]
}

const said = ({ language }: Plan, key: string, texts: Texts): Instruction[] => [
  { verb: 'say', text: texts(language, `out.${key}`), language },
  HANGUP,
]

/** A colleague answered the new lead while the member's phone rang. */
export const alreadyAnswered = (plan: Plan, { texts }: PlanContext) => said(plan, 'already_answered', texts)

/** The call may not ring the person now. */
export const notPossible = (plan: Plan, { texts }: PlanContext) => said(plan, 'not_possible', texts)

/** What the member hears when the person did not answer. */
export function afterLead(plan: Plan, { steps }: CallFacts, { texts }: PlanContext): Instruction[] {
  const last = steps.at(-1)
  const outcome = last && outcomeOf(last)
  const key = outcome === 'busy' ? 'busy' : outcome === 'failed' ? 'failed' : 'no_answer'
  return said(plan, key, texts)
}
