import { keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import type { ActStep } from '#contract/leads/automations/automation-shapes.ts'
import type { StepReason } from '#contract/leads/automations/automations.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'
import { askRule } from '../../assignment/assigning.service.ts'
import { followUpByAutomation } from '../../follow-ups/by-automation.service.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { changeByAutomation, type WantedChange } from '../../leads/change/automation-changes.service.ts'
import type { LeadToAssign } from '../../leads/change/rule-assignment.service.ts'

export type Acting = {
  tx: Db
  author: Author & { kind: 'automation' }
  ownerId: string
  own: FieldDefinitions
  lead: LeadToAssign
  now: Date
}
export type Acted = 'done' | 'same' | { reason: StepReason }
type Actions = { [K in ActStep['kind']]: (acting: Acting, step: Extract<ActStep, { kind: K }>) => Promise<Acted> }

const change = ({ tx, lead, ...by }: Acting, wanted: WantedChange) => changeByAutomation(tx, by, lead, wanted)

/** What each kind of step does to the lead. A feature that adds a kind to the contract adds its action here. */
const actions: Actions = {
  assign: (acting, { userId }) => change(acting, { assignedTo: userId }),
  async assign_by_rule({ tx, author, lead }) {
    if (lead.assignedTo) return { reason: 'has_assignee' }
    return (await askRule(tx, author.businessId, lead.id)) ? 'done' : { reason: 'no_rule' }
  },
  set_status: (acting, { statusId }) => change(acting, { statusId }),
  set_value: (acting, { value }) => change(acting, { value }),
  set_field: (acting, { field, value }) => change(acting, { fields: { [keyOfFieldName(field)]: value } }),
  tag: (acting, { add, remove }) => change(acting, { tags: { add, remove } }),
  async follow_up({ tx, author, ownerId, lead, now }, { userId, action, minutes, note }) {
    const follower = userId ?? lead.assignedTo
    if (!follower) return { reason: 'no_assignee' }
    const dueAt = new Date(now.getTime() + minutes * 60_000).toISOString()
    const wanted = { userId: follower, ownerId, action, dueAt, note, now }
    return (await followUpByAutomation(tx, author, lead, wanted)) ? 'done' : { reason: 'not_allowed' }
  },
}

export const act = (acting: Acting, step: ActStep) =>
  (actions[step.kind] as (acting: Acting, step: ActStep) => Promise<Acted>)(acting, step)
