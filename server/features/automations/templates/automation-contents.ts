import { missedStatuses } from '#contract/calls/call-statuses.ts'
import type { Language } from '#contract/constants.ts'
import type { AutomationContent, Step, Trigger } from '#contract/leads/automations/automation-shapes.ts'
import type { AutomationTemplate } from '#contract/leads/automations/automation-templates.ts'
import type { FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { Where } from '#contract/leads/lead-where.ts'
import type { AutomationMessage } from './automation-messages.ts'

const HOUR = 60
const DAY = 24 * HOUR
const WORKING_DAY_HOURS = 9
const WORKING_WEEK_DAYS = 5
const LARGE_AGOROT = 2_000_000

/** `idOf`: the id of a message's template. Notes and tags are in the language of the person who starts. */
type Wanted = { idOf: (message: AutomationMessage) => string; language: Language }

const words = {
  referral: { he: 'לבקש המלצה', en: 'Ask for a recommendation' },
  winBack: { he: 'לבדוק אם הנושא שוב רלוונטי', en: 'Ask whether it is relevant again' },
  repeat: { he: 'פנייה חוזרת', en: 'Repeat enquiry' },
  waits: { he: 'ליד מחכה לטיפול', en: 'A lead waits' },
  stillWaits: { he: 'ליד עדיין מחכה לטיפול', en: 'A lead still waits' },
  large: { he: 'עסקה גדולה', en: 'Large deal' },
  unassigned: { he: 'הודעה מליד בלי אחראי', en: 'A message of a lead that has no person' },
  declined: { he: 'הפגישה בוטלה או נדחית', en: 'The meeting was cancelled or is to be moved' },
  cold: { he: 'ליד שהתקרר', en: 'A lead that went cold' },
} as const

const where = (field: 'statusType', ...value: string[]) => ({ all: [{ field, op: 'in' as const, value }] })
const isOpen = where('statusType', 'Open', 'Ongoing', 'On hold')
const noOne: Where = { all: [{ field: 'assigned', op: 'empty' }] }

type Rule = Partial<AutomationContent> & { trigger: Trigger; steps: Step[] }
const rule = (given: Rule): AutomationContent => ({ conditions: null, exit: null, oncePerLead: false, ...given })

const followUp = (id: string, minutes: number, { action = 'Call Back' as FollowUpAction, note = '' } = {}): Step => ({
  ...{ id, kind: 'follow_up', userId: null, action, minutes, note },
})
const notify = (id: string, to: 'assigned' | 'owners', text: string): Step => ({
  ...{ id, kind: 'notify', to, userId: null, text },
})
const wait = (id: string, minutes: number): Step => ({ id, kind: 'wait', minutes })
const tag = (id: string, one: string): Step => ({ id, kind: 'tag', add: [one], remove: [] })
const byRule = (id: string): Step => ({ id, kind: 'assign_by_rule' })
const created: Trigger = { kind: 'lead_created' }
const changed = (field: 'value' | 'assignedTo'): Trigger => ({ kind: 'field_changed', field })
const moved: Trigger = { kind: 'status_changed', to: [] }
const inactive = (hours: number): Trigger => ({ kind: 'inactive', hours })

type Making = { say: (of: keyof typeof words) => string; send: (id: string, message: AutomationMessage) => Step }

/** Of leads that come, call or write. */
const arrivals = ({ say, send }: Making) => ({
  thanks: rule({ trigger: created, oncePerLead: true, steps: [byRule('a'), send('b', 'thanks'), followUp('c', 30)] }),
  assign_and_call: rule({ trigger: created, steps: [byRule('a'), followUp('b', 10)] }),
  call_at_opening: rule({
    trigger: created,
    conditions: isOpen,
    steps: [{ id: 'a', kind: 'wait_open' }, byRule('b'), followUp('c', 5)],
  }),
  missed_call: rule({
    trigger: { kind: 'call_ended', as: [...missedStatuses] },
    steps: [send('a', 'missed'), byRule('b'), followUp('c', 15)],
  }),
  repeat_enquiry: rule({
    trigger: { kind: 'lead_repeated' },
    steps: [tag('a', say('repeat')), notify('b', 'assigned', say('repeat')), followUp('c', 15)],
  }),
  answer_message: rule({
    trigger: { kind: 'message_received' },
    steps: [
      {
        ...{ id: 'a', kind: 'branch', where: noOne },
        yes: [byRule('b'), notify('c', 'owners', say('unassigned'))],
        no: [followUp('d', 15, { action: 'Send SMS' })],
      },
    ],
  }),
  meeting_declined: rule({
    trigger: { kind: 'meeting_answered', as: ['cancelled', 'time_asked'] },
    steps: [followUp('a', 30), notify('b', 'assigned', say('declined'))],
  }),
})

/** Of open leads on which work goes on, or should. */
const work = ({ say, send }: Making) => ({
  untouched: rule({
    trigger: inactive(WORKING_DAY_HOURS),
    exit: where('statusType', 'Won', 'Lost'),
    steps: [
      notify('a', 'assigned', say('waits')),
      wait('b', DAY),
      {
        ...{ id: 'c', kind: 'branch', where: { all: [{ field: 'lastActivity', op: 'olderThanDays', value: 2 }] } },
        yes: [notify('d', 'owners', say('stillWaits'))],
        no: [],
      },
    ],
  }),
  long_silence: rule({
    trigger: inactive(WORKING_DAY_HOURS * WORKING_WEEK_DAYS),
    steps: [send('a', 'stillWanted'), followUp('b', DAY, { note: say('cold') })],
  }),
  after_offer: rule({ trigger: changed('value'), conditions: isOpen, steps: [followUp('a', 2 * DAY)] }),
  large_deal: rule({
    trigger: changed('value'),
    conditions: { all: [{ field: 'value', op: 'gte', value: LARGE_AGOROT }] },
    oncePerLead: true,
    steps: [tag('a', 'VIP'), notify('b', 'owners', say('large'))],
  }),
  handed_over: rule({
    trigger: changed('assignedTo'),
    conditions: { all: [{ field: 'assigned', op: 'notEmpty' }, ...isOpen.all] },
    steps: [followUp('a', 2 * HOUR)],
  }),
})

/** Of leads that were won or lost. */
const closings = ({ say, send }: Making) => ({
  won_thanks: rule({
    trigger: moved,
    conditions: where('statusType', 'Won'),
    oncePerLead: true,
    steps: [send('a', 'won')],
  }),
  referral: rule({
    trigger: moved,
    conditions: where('statusType', 'Won'),
    oncePerLead: true,
    steps: [wait('a', 7 * DAY), followUp('b', HOUR, { action: 'None', note: say('referral') })],
  }),
  win_back: rule({
    trigger: moved,
    conditions: where('statusType', 'Lost'),
    exit: isOpen,
    steps: [wait('a', 60 * DAY), followUp('b', HOUR, { note: say('winBack') })],
  }),
})

export function contentOf(template: AutomationTemplate, { idOf, language }: Wanted): AutomationContent {
  const making: Making = {
    say: (of) => words[of][language],
    send: (id, message) => ({ id, kind: 'send', templateId: idOf(message), language }),
  }
  const all: Record<AutomationTemplate, AutomationContent> = {
    ...arrivals(making),
    ...work(making),
    ...closings(making),
  }
  return all[template]
}
