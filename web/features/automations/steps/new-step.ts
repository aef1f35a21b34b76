import type { Language } from '#contract/constants.ts'
import type { Step, Trigger } from '#contract/leads/automations/automation-shapes.ts'

const ROUND = 30
const DAY_START = 9
const QUIET_HOURS = 9

/** A new step. What only a person can choose is empty, and the sentence asks for it. */
export function newStep(kind: Step['kind'], id: string, language: Language): Step {
  const made: { [K in Step['kind']]: Extract<Step, { kind: K }> } = {
    assign: { id, kind: 'assign', userId: '' },
    assign_by_rule: { id, kind: 'assign_by_rule' },
    set_status: { id, kind: 'set_status', statusId: '' },
    set_value: { id, kind: 'set_value', value: null },
    set_field: { id, kind: 'set_field', field: 'fields.', value: null },
    tag: { id, kind: 'tag', add: [], remove: [] },
    follow_up: { id, kind: 'follow_up', userId: null, action: 'Call Back', minutes: ROUND, note: '' },
    send: { id, kind: 'send', templateId: '', language },
    notify: { id, kind: 'notify', to: 'assigned', userId: null, text: '' },
    wait: { id, kind: 'wait', minutes: ROUND },
    wait_open: { id, kind: 'wait_open' },
    branch: { id, kind: 'branch', where: { all: [{ field: 'phone', op: 'notEmpty' }] }, yes: [], no: [] },
    stop: { id, kind: 'stop' },
  }
  return made[kind]
}

export function newTrigger(kind: Trigger['kind']): Trigger {
  const made: { [K in Trigger['kind']]: Extract<Trigger, { kind: K }> } = {
    lead_created: { kind: 'lead_created' },
    lead_repeated: { kind: 'lead_repeated' },
    status_changed: { kind: 'status_changed', to: [] },
    field_changed: { kind: 'field_changed', field: 'assignedTo' },
    call_ended: { kind: 'call_ended', as: [] },
    message_received: { kind: 'message_received' },
    meeting_answered: { kind: 'meeting_answered', as: [] },
    inactive: { kind: 'inactive', hours: QUIET_HOURS },
    date_reached: { kind: 'date_reached', field: 'fields.', days: 0, hour: DAY_START },
  }
  return made[kind]
}
