import type { BulkChannel } from '#contract/leads/conversations/bulk-messages.ts'
import { SMS_TEXT_MAX } from '#contract/leads/conversations/conversations.ts'
import type { MessagePurpose } from '#contract/leads/conversations/message-shapes.ts'
import { renderContent } from '#contract/leads/messages/template-text.ts'
import type { LeftReason } from '#contract/leads/operations.ts'
import { actsEverywhere, hasRight } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'
import { listLeadNames } from '../../leads/change/lead-operations.service.ts'
import { valuesFor } from '../../message-templates/template-values.service.ts'
import type { ApplyDeps, Batch, OperationHandler, Outcome } from '../../operations/operation-handler.ts'
import { sendToLead } from '../sending/sending.service.ts'
import { withdrawMessage } from '../sending/stopping.service.ts'
import { type Outlook, outlooksOf } from './outlook.service.ts'

/** What an operation keeps: the text as it was when it began, so that a template that changes later does not change it. */
export type BulkAction = {
  kind: 'message'
  channel: BulkChannel
  purpose: MessagePurpose
  subject: string | null
  text: string
  sendAt: string | null
}
/** Messages that are written in one transaction. Each takes about twenty statements. */
export const BULK_BATCH = 25

type Writing = { author: Author; batch: Batch; action: BulkAction }

/** One message to each of many leads: an item is a lead, and what was written is the id of its message. */
export const bulkMessageOperations: OperationHandler = {
  subject: 'messages',
  async apply(tx, author, batch, deps) {
    if (batch.undoes) return stopAll(tx, author, batch, deps)
    const action = batch.action as unknown as BulkAction
    const { channel, purpose } = action
    const sendAt = action.sendAt === null ? null : new Date(action.sendAt)
    const asked = { channel, purpose, sendAt, leadIds: batch.ids }
    const outlooks = await outlooksOf(deps, tx, author.businessId, asked)
    const known = new Map(outlooks.map((outlook) => [outlook.subject.leadId, outlook]))
    const outcomes: Outcome[] = []
    for (const id of batch.ids) outcomes.push(await writeTo(deps, tx, { author, batch, action }, { id, known }))
    return outcomes
  },
  campaignsFor: ({ role, campaignRoles }) =>
    actsEverywhere(role)
      ? null
      : [...campaignRoles].flatMap(([id, ofCampaign]) => (hasRight(ofCampaign, 'messages.advertise') ? [id] : [])),
  namesOf: listLeadNames,
}

const left = (id: string, reason: LeftReason): Outcome => ({ id, outcome: reason, before: null, revision: null })

/** Reasons of the gate by the names of operations. */
const reasons: Partial<Record<string, LeftReason>> = { lead_gone: 'gone', address_changed: 'no_contact' }
export function reasonOf({ verdict }: Outlook): LeftReason | undefined {
  if (verdict.kind === 'left') return verdict.reason
  return verdict.kind === 'refuse' ? (reasons[verdict.reason] ?? (verdict.reason as LeftReason)) : undefined
}

type Item = { id: string; known: ReadonlyMap<string, Outlook> }
async function writeTo(
  deps: ApplyDeps,
  tx: Db,
  { author, batch, action }: Writing,
  { id, known }: Item,
): Promise<Outcome> {
  const outlook = known.get(id)
  if (!outlook) return left(id, 'gone')
  if (batch.campaigns && !batch.campaigns.includes(outlook.subject.campaignId)) return left(id, 'forbidden')
  const reason = reasonOf(outlook)
  if (reason) return left(id, reason)
  const authorId = author.kind === 'person' ? author.userId : null
  const context = await valuesFor(deps, tx, author.businessId, { leadId: id, userId: authorId })
  const { subject, text, missing } = renderContent(action, context)
  if (missing.length) return left(id, 'values_missing')
  if (action.channel === 'sms' && text.length > SMS_TEXT_MAX) return left(id, 'too_long')
  const message = await sendToLead(deps, tx, author, {
    ...{ leadId: id, channel: action.channel, purpose: action.purpose, text, subject: subject ?? undefined },
    ...{ origin: 'automation', authorId: authorId ?? undefined },
    sendAt: action.sendAt === null ? undefined : new Date(action.sendAt),
    // A batch that is done again after its process died writes nothing twice.
    dedupeKey: `bulk ${batch.operationId} ${id}`,
  })
  return { id, outcome: 'changed', before: { messageId: message.id }, revision: null }
}

/** What was not sent yet is stopped; what was sent stays sent. */
async function stopAll(tx: Db, author: Author, batch: Batch, deps: ApplyDeps): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of batch.ids) {
    const { messageId } = (batch.undoes?.get(id)?.before ?? {}) as { messageId?: string }
    const isStopped = messageId && (await withdrawMessage(deps, tx, author, { leadId: id, messageId }))
    outcomes.push(isStopped ? { id, outcome: 'changed', before: null, revision: null } : left(id, 'changed_since'))
  }
  return outcomes
}
