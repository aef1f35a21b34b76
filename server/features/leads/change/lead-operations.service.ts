import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { type LeadChoice, OPERATION_LEADS_MAX, type OperationAction } from '#contract/leads/operations.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { withinTime } from '../../../platform/db/within-time.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { canInCampaign, canReadCampaign, leadScope, seesMasked } from '../../access/access.rules.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import type { OperationHandler } from '../../operations/operation-handler.ts'
import {
  beginOperation,
  type OperationDeps,
  readOperation,
  recordOperation,
  writeOperation,
} from '../../operations/operations.service.ts'
import { countKnownCampaigns } from '../lead-references.queries.ts'
import type { LockedLead } from '../lead-writer.queries.ts'
import { listChangedSince, listNames } from '../leads.queries.ts'
import { matchingLeads, requireAssignable, requireLeads, requireStatus } from '../list/chosen-leads.service.ts'
import { type AppliedChange, campaignsFor, changeableOf, type LeadAction } from './bulk.rules.ts'
import { changeLeads } from './bulk.service.ts'
import { markLeads } from './read-marks.service.ts'

/** Time limit for selecting and storing the matching leads. */
const SELECT_TIMEOUT_MS = 20_000

type Recorded = {
  id: string
  action: OperationAction
  leads: readonly LockedLead[]
  revisions: ReadonlyMap<string, number | undefined>
}
/** Stores an action on a few leads that was done in the same transaction, so that it can be undone. */
export async function recordChange(tx: Db, { businessId, userId }: Member, { id, action, leads, revisions }: Recorded) {
  const [only, ...others] = leads
  const leadId = others.length ? undefined : only?.id
  const operation = { id, subject: 'leads', action, authorId: userId, campaignIds: null, leadId }
  const outcomes = leads.map((lead) => ({
    id: lead.id,
    outcome: 'changed' as const,
    before: changeableOf(lead),
    revision: revisions.get(lead.id) ?? null,
    priorRevision: lead.revision,
  }))
  await recordOperation(tx, businessId, operation, outcomes)
}

export const readingOf = (caller: Member) => ({ scope: leadScope(caller), isMasked: seesMasked(caller) })

/** Names of the leads that the caller may read. */
export const listLeadNames = (db: Db, caller: Member, ids: readonly string[]) =>
  listNames(db, caller.businessId, { ids, ...readingOf(caller) })

type Context = { db: Db; caller: Member; language: Language }

export const leadOperations: OperationHandler = {
  subject: 'leads',
  apply(tx, author, { action, undoes, ...batch }) {
    const { kind } = action as OperationAction
    if (kind === 'read' || kind === 'unread')
      return markLeads(tx, author.businessId, { ...batch, kind, undoes, at: batch.now.toISOString() })
    const undo = undoes && ({ kind: 'undo', of: kind, done: undoes as ReadonlyMap<string, AppliedChange> } as const)
    return changeLeads(tx, author, { ...batch, act: undo ?? (action as LeadAction) })
  },
  campaignsFor: (caller, { kind }) => campaignsFor(caller, kind as OperationAction['kind']),
  canRedo: (kind) => kind !== 'read' && kind !== 'unread',
  changedSince: listChangedSince,
  namesOf: listLeadNames,
}

/**
 * Starts an operation on leads. A small operation completes before the function returns; for a large one, the function
 * returns once its leads are selected.
 */
export async function createOperation(
  deps: OperationDeps & Pick<Deps, 'ownFields'>,
  context: Context,
  input: { action: OperationAction; choice: LeadChoice },
) {
  const { db, caller } = context
  const { action, choice } = input
  const allowed = campaignsFor(caller, action.kind)
  if (allowed?.length === 0) throw new AppError('forbidden')
  const own = await deps.ownFields.find(caller.businessId)
  const stored = await withinTime(db, SELECT_TIMEOUT_MS, async (tx) => {
    const matching = await selectLeads({ db: tx, caller, now: deps.now(), own }, input, allowed)
    const except = choice.except?.length
      ? sql`select id from (${matching}) all_matching where id <> all(${choice.except}::uuid[])`
      : matching
    const leadId = onlyIn(choice)
    const operation = { subject: 'leads', authorId: caller.userId, action, campaignIds: allowed, leadId, items: except }
    const written = await writeOperation(tx, caller.businessId, operation)
    const { operationId, items } = written
    if (items > OPERATION_LEADS_MAX) throw new AppError('too_many_leads')
    await emit(tx, caller, 'operation.started', {
      campaignId: ALL_CAMPAIGNS,
      kind: action.kind,
      operationId,
      leads: items,
    })
    return written
  })
  await beginOperation(deps, caller.businessId, stored)
  return (await readOperation(deps, context, stored.operationId)).operation
}

/** The lead, if exactly one was chosen by its id. */
function onlyIn({ leadIds }: LeadChoice): string | undefined {
  const [only, ...others] = new Set(leadIds)
  return others.length ? undefined : only
}

/** Leads are moved only to a campaign in which the caller may move them, too. */
async function requireTarget(db: Db, caller: Member, campaignId: string) {
  const isKnown =
    canReadCampaign(caller, campaignId) && (await countKnownCampaigns(db, caller.businessId, [campaignId]))
  if (!isKnown) throw new AppError('campaign_not_found')
  if (!canInCampaign(caller, 'leads.move', campaignId)) throw new AppError('forbidden')
}

async function selectLeads(
  context: { db: Db; caller: Member; now: Date; own: FieldDefinitions },
  { action, choice }: { action: OperationAction; choice: LeadChoice },
  allowed: readonly string[] | null,
) {
  const { db, caller } = context
  const { businessId } = caller
  if (action.kind === 'status') await requireStatus(db, businessId, action)
  if (action.kind === 'move') await requireTarget(db, caller, action.campaignId)
  const assignee = action.kind === 'assign' ? action.assignedTo : null
  if (!choice.leadIds) {
    if (assignee) await requireAssignable(db, businessId, assignee, [])
    // Only leads in the trash can be restored.
    const filters = action.kind === 'restore' ? { ...choice.filters, trash: true as const } : choice.filters
    const limit = OPERATION_LEADS_MAX + 1 + (choice.except?.length ?? 0)
    return matchingLeads(context, { ...choice, filters }, { allowed, limit })
  }
  const ids = [...new Set(choice.leadIds)]
  const leads = await requireLeads(context, ids, allowed)
  const campaigns = leads.map(({ campaignId }) => campaignId)
  if (assignee) await requireAssignable(db, businessId, assignee, campaigns)
  return sql`select unnest(${ids}::uuid[]) as id`
}
