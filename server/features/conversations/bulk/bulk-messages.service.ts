import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  BULK_MESSAGES_MAX,
  BULK_SAMPLES,
  type BulkMessage,
  type BulkPreview,
} from '#contract/leads/conversations/bulk-messages.ts'
import { SEND_AT_DAYS_MAX } from '#contract/leads/conversations/conversations.ts'
import { renderContent } from '#contract/leads/messages/template-text.ts'
import type { LeadChoice, LeftReason } from '#contract/leads/operations.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { onceInTransaction } from '../../../platform/db/idempotency.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { paginate } from '../../../platform/lists/paging.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { listLeadNames } from '../../leads/change/lead-operations.service.ts'
import { matchingLeads, requireLeads } from '../../leads/list/chosen-leads.service.ts'
import { findContent, valuesFor } from '../../message-templates/template-values.service.ts'
import {
  beginOperation,
  type OperationDeps,
  readOperation,
  writeOperation,
} from '../../operations/operations.service.ts'
import { compose } from '../sending/composing.service.ts'
import * as queries from './bulk-messages.queries.ts'
import { leadsOf, without } from './bulk-messages.sql.ts'
import { BULK_BATCH, type BulkAction, bulkMessageOperations, reasonOf } from './bulk-operations.service.ts'
import { type Outlook, outlooksOf } from './outlook.service.ts'

type BulkDeps = OperationDeps & Pick<Deps, 'ownFields'>
type Context = { db: Db; caller: Member; language: Language }
type Wanted = { message: BulkMessage; choice: LeadChoice }

const DAY_MS = 86_400_000

/** The text that is sent, before each lead's values: that of the template as it is now, or the one that was written. */
async function actionOf({ now }: BulkDeps, { db, caller }: Context, { message }: Wanted): Promise<BulkAction> {
  const { channel, purpose, template, text = '', subject = null, sendAt = null } = message
  if (sendAt && Date.parse(sendAt) > now().getTime() + SEND_AT_DAYS_MAX * DAY_MS)
    throw invalidInput('message.sendAt', 'out_of_range')
  const written = { kind: 'message', channel, purpose, sendAt } as const
  if (!template) return { ...written, subject, text }
  const content = await findContent(db, caller.businessId, { templateId: template._id, language: template.language })
  if (content.channel !== channel) throw invalidInput('message.channel', 'invalid_value')
  if (content.purpose !== purpose) throw invalidInput('message.purpose', 'invalid_value')
  return { ...written, subject: content.subject, text: content.text }
}

/**
 * The chosen leads in campaigns in which the caller may write to many. Members who see masked contacts could ask for the
 * phone in a text.
 */
async function selectLeads(deps: BulkDeps, { db, caller }: Context, { choice }: Wanted, action: BulkAction) {
  if (seesMasked(caller)) throw new AppError('forbidden')
  const allowed = bulkMessageOperations.campaignsFor(caller, action)
  if (allowed?.length === 0) throw new AppError('forbidden')
  if (choice.leadIds) {
    const ids = [...new Set(choice.leadIds)]
    await requireLeads({ db, caller }, ids, allowed)
    return { allowed, matching: leadsOf(ids) }
  }
  const own = await deps.ownFields.find(caller.businessId)
  const limit = BULK_MESSAGES_MAX + 1 + (choice.except?.length ?? 0)
  const found = await matchingLeads({ db, caller, now: deps.now(), own }, choice, { allowed, limit })
  return { allowed, matching: without(found, choice.except) }
}

/** Who would get the message now, who would not and why, and how it would read. Nothing is stored. */
export async function previewBulk(deps: BulkDeps, context: Context, wanted: Wanted): Promise<BulkPreview> {
  const { db, caller } = context
  const action = await actionOf(deps, context, wanted)
  const { matching } = await selectLeads(deps, context, wanted, action)
  const leadIds = await queries.listChosen(db, caller.businessId, matching)
  if (leadIds.length > BULK_MESSAGES_MAX) throw new AppError('too_many_leads')
  const { channel, purpose } = action
  const sendAt = action.sendAt === null ? null : new Date(action.sendAt)
  const outlooks = await outlooksOf(deps, db, caller.businessId, { channel, purpose, sendAt, leadIds })
  const going = outlooks.filter((outlook) => reasonOf(outlook) === undefined)
  const waits = going.flatMap(({ verdict }) => (verdict.kind === 'wait' ? [verdict] : []))
  return {
    total: leadIds.length,
    sends: going.length,
    waits: waits.length,
    waitsUntil: waits[0]?.until.toISOString() ?? null,
    waitsFor: waits[0]?.waitsFor ?? null,
    left: countedLeft(outlooks, leadIds.length),
    samples: await samplesOf(deps, context, action, going.slice(0, BULK_SAMPLES)),
  }
}

function countedLeft(outlooks: readonly Outlook[], total: number) {
  const counted = new Map<LeftReason, number>()
  const add = (reason: LeftReason, count: number) => counted.set(reason, (counted.get(reason) ?? 0) + count)
  for (const outlook of outlooks) {
    const reason = reasonOf(outlook)
    if (reason) add(reason, 1)
  }
  if (total > outlooks.length) add('gone', total - outlooks.length)
  return [...counted].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

async function samplesOf(deps: BulkDeps, { db, caller }: Context, action: BulkAction, outlooks: readonly Outlook[]) {
  const { businessId, userId } = caller
  const samples: BulkPreview['samples'] = []
  for (const { subject: lead } of outlooks) {
    const values = await valuesFor(deps, db, businessId, { leadId: lead.leadId, userId })
    const { missing, ...content } = renderContent(action, values)
    const address = (action.channel === 'sms' ? lead.phone : lead.email) ?? ''
    const way = { channel: action.channel, address, line: null }
    const about = { businessId, messageId: lead.leadId, subject: lead, way }
    const { subject, text } = compose(deps, about, { purpose: action.purpose, ...content })
    const segments = action.channel === 'sms' ? countSms(text).segments : null
    samples.push({ lead: { _id: lead.leadId, name: lead.leadName }, subject, text, missing, segments })
  }
  return samples
}

type Sending = Context & { idempotencyKey: string | undefined }
/** Starts an operation that writes to each lead, once for each `Idempotency-Key`. */
export async function sendBulk(deps: BulkDeps, context: Sending, wanted: Wanted) {
  const { caller } = context
  const stored = await onceInTransaction(context, { bulk: true, ...wanted }, async (tx) => {
    const inTx = { ...context, db: tx }
    const action = await actionOf(deps, inTx, wanted)
    const { allowed, matching } = await selectLeads(deps, inTx, wanted, action)
    const written = await writeOperation(tx, caller.businessId, {
      ...{ subject: 'messages', authorId: caller.userId, action, campaignIds: allowed },
      ...{ items: matching, batchSize: BULK_BATCH },
    })
    if (written.items > BULK_MESSAGES_MAX) throw new AppError('too_many_leads')
    const { operationId, items: leads } = written
    await emit(tx, caller, 'operation.started', { campaignId: ALL_CAMPAIGNS, kind: 'message', operationId, leads })
    return written
  })
  await beginOperation(deps, caller.businessId, stored)
  return (await readOperation(deps, context, stored.operationId)).operation
}

type Page = { page: number; limit: number }
/** What became of the messages of an operation that the caller may see. */
export async function readFates(deps: OperationDeps, context: Context, operationId: string, { page, limit }: Page) {
  const { db, caller } = context
  await readOperation(deps, context, operationId)
  const { businessId } = caller
  const offset = (page - 1) * limit
  const counts = await queries.countFates(db, businessId, operationId)
  const rows = await queries.listFates(db, businessId, { operationId, offset, limit })
  const names = await listLeadNames(
    db,
    caller,
    rows.map(({ leadId }) => leadId),
  )
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return {
    success: true as const,
    counts,
    messages: rows.map(({ leadId, ...fate }) => ({ lead: { _id: leadId, name: names.get(leadId) ?? '' }, ...fate })),
    pagination: paginate({ page, limit }, total, true),
  }
}
