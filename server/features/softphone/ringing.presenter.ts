import {
  type CallPhase,
  type CallStage,
  type KnownLead,
  LAST_NOTE_MAX,
  type RingingCall,
} from '#contract/calls/softphone.ts'
import { withNames } from '#contract/leads/comments/mentions.ts'
import { maskPhone } from '#contract/values/masks.ts'
import type { KnownRow, RingingRow } from './ringing.queries.ts'

/** What the caller of an unanswered call does now. */
export function stageOf({
  state,
  isRinging,
  wasRung,
  hasGreeting,
  hasSteps,
  isInMenu,
  inLineSince,
}: RingingRow): CallStage | null {
  if (state !== 'ringing') return null
  if (isRinging) return 'ringing'
  if (inLineSince) return 'line'
  // A call that comes to a menu later is rung for first.
  if (isInMenu && (wasRung || !hasSteps)) return 'menu'
  // The caller chose what rings no phone.
  if (!hasSteps) return null
  return hasGreeting && !wasRung ? 'greeting' : 'ringing'
}

const cut = (text: string) => {
  const letters = [...text]
  return letters.length > LAST_NOTE_MAX ? `${letters.slice(0, LAST_NOTE_MAX - 1).join('')}…` : text
}

function toKnown({ lastNote, earlier, earlierCount, ...known }: KnownRow, canEdit: boolean): KnownLead {
  return {
    ...known,
    earlier: { count: earlierCount, last: earlier },
    lastNote: lastNote && {
      text: cut(withNames(lastNote.text, lastNote.mentioned)),
      author: lastNote.author,
      at: lastNote.at,
    },
    canEdit,
  }
}

function phaseOf({ state, phase, isPassed }: RingingRow): CallPhase {
  if (state === 'ended') return 'over'
  if (isPassed) return 'passed'
  return state === 'talking' ? 'talking' : phase === 'lead' ? 'lead' : 'agent'
}

type Reader = { isMasked: boolean; canEdit: (campaignId: string) => boolean }
export function toRingingCall(row: RingingRow, { isMasked, canEdit }: Reader): RingingCall {
  const { leadId, leadName, campaignId, campaignName, numberPhone, numberLabel, known } = row
  const shown = (text: string | null) => (text && isMasked ? maskPhone(text) : text)
  const stage = stageOf(row)
  return {
    isWaiting: row.state === 'ringing',
    stage,
    inLineSince: stage === 'line' ? row.inLineSince : null,
    caller: shown(row.isMade ? row.called : row.caller),
    callerText: shown(row.callerText),
    isTest: row.isTest,
    making: row.isMade ? phaseOf(row) : null,
    isNewLead: row.isNewLead,
    lead: leadId && leadName !== null ? { _id: leadId, name: leadName } : null,
    campaign: campaignId && campaignName !== null ? { _id: campaignId, name: campaignName } : null,
    number: numberPhone !== null ? { phone: numberPhone, label: numberLabel ?? '' } : null,
    known: known && toKnown(known, canEdit(known.campaignId)),
  }
}
