import type { ErrorCode } from '#contract/errors.ts'
import { keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import type { ActStep } from '#contract/leads/automations/automation-shapes.ts'
import type { StepReason } from '#contract/leads/automations/automations.ts'
import { SMS_TEXT_MAX } from '#contract/leads/conversations/conversations.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Author, emit } from '../../../platform/events/emit.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { askRule } from '../../assignment/assigning.service.ts'
import type { SendDeps } from '../../conversations/sending/composing.service.ts'
import { sendToLead } from '../../conversations/sending/sending.service.ts'
import { followUpByAutomation } from '../../follow-ups/by-automation.service.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { changeByAutomation, type WantedChange } from '../../leads/change/automation-changes.service.ts'
import type { LeadToAssign } from '../../leads/change/rule-assignment.service.ts'
import { renderFor } from '../../message-templates/template-values.service.ts'
import { listReceivers, undoStep } from './runs.queries.ts'

export type ActDeps = SendDeps & Pick<Deps, 'templateSources'>

export type Acting = {
  deps: ActDeps
  tx: Db
  author: Author & { kind: 'automation' }
  ownerId: string
  own: FieldDefinitions
  lead: LeadToAssign
  now: Date
  /** The automation's name. */
  name: string
  /** What a trial shows of the step: the text of a message. */
  say: (text: string) => void
}
export type Acted = 'done' | 'same' | { reason: StepReason }
type Actions = { [K in ActStep['kind']]: (acting: Acting, step: Extract<ActStep, { kind: K }>) => Promise<Acted> }

const change = ({ tx, lead, author, ownerId, own }: Acting, wanted: WantedChange) =>
  changeByAutomation(tx, { author, ownerId, own }, lead, wanted)

/** Refusals of a message that the log names; any other error fails the step. */
const refusals: Partial<Record<ErrorCode, StepReason>> = {
  message_template_not_found: 'template_gone',
  message_template_language: 'template_gone',
  message_template_values_missing: 'value_missing',
  no_phone_or_email: 'no_address',
  channel_unavailable_to_leads: 'no_channel',
}

type Send = Extract<ActStep, { kind: 'send' }>
/** Writes in the name of the responsible person, else of the Owner. What is refused leaves nothing in the conversation. */
async function send(acting: Acting, { templateId, language }: Send): Promise<Acted> {
  const { deps, tx, author, lead, ownerId, say } = acting
  const wanted = { templateId, language, leadId: lead.id, userId: lead.assignedTo ?? ownerId }
  try {
    const { channel, purpose, subject, text, sent } = await renderFor(deps, tx, author.businessId, wanted)
    if (channel === 'sms' && text.length > SMS_TEXT_MAX) return { reason: 'value_unfit' }
    say(text)
    const message = {
      leadId: lead.id,
      channel,
      purpose,
      text,
      subject: subject ?? undefined,
      template: sent,
      origin: 'automation' as const,
    }
    const { state } = await sendToLead(deps, tx, author, message)
    if (state !== 'failed') return 'done'
    await undoStep(tx)
    return { reason: 'message_refused' }
  } catch (error) {
    const reason = error instanceof AppError ? refusals[error.code] : undefined
    if (!reason) throw error
    return { reason }
  }
}

type Notify = Extract<ActStep, { kind: 'notify' }>
async function notify(acting: Acting, { to, userId, text }: Notify): Promise<Acted> {
  const { tx, author, lead, name } = acting
  const { automationId, businessId } = author
  if (to === 'assigned' && !lead.assignedTo) return { reason: 'no_assignee' }
  const wanted = to === 'owners' ? null : to === 'assigned' ? lead.assignedTo : userId
  const notifies = await listReceivers(tx, businessId, { leadId: lead.id, userId: wanted })
  if (!notifies.length) return { reason: 'no_receiver' }
  const { campaignId, id: leadId } = lead
  const about = { campaignId, leadId, automationId, notifies, personal: { text: text || name } }
  await emit(tx, author, 'automation.notified', about)
  return 'done'
}

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
  send,
  notify,
}

export const act = (acting: Acting, step: ActStep) =>
  (actions[step.kind] as (acting: Acting, step: ActStep) => Promise<Acted>)(acting, step)
