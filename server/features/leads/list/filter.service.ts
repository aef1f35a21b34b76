import {
  hasOptions,
  isOwnFieldName,
  keyOfFieldName,
  whereKindOf,
  YES_NO_KEYS,
} from '#contract/lead-fields/own-fields.ts'
import { callsNeededBy } from '#contract/leads/lead-fields.ts'
import type { LeadFilters } from '#contract/leads/lead-filters.ts'
import { misfitOf, rulesIn, type Where, type WhereRule } from '#contract/leads/lead-where.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError, type Issue } from '../../../platform/http/errors.ts'
import { canReadCampaign, heardCampaigns, leadScope, seesMasked } from '../../access/access.rules.ts'
import { type FieldDefinitions, fieldWithKey } from '../../lead-fields/values.rules.ts'
import type { CallSight } from '../field-kinds.sql.ts'
import { listStatusIds } from './list.queries.ts'
import {
  filterOf,
  type ListFilter,
  maskedSearchOf,
  type ResolvedFilters,
  type Search,
  searchOf,
  searchOfMasked,
} from './list.rules.ts'

export type Selection = {
  campaignId?: readonly string[] | undefined
  filters?: LeadFilters | undefined
  search?: string | undefined
}

/** The filter of a request, within the caller's scope. Refuses campaigns that the caller may not read. */
export async function readFilter(
  { db, caller, now, own }: { db: Db; caller: Caller; now: Date; own: FieldDefinitions },
  selection: Selection,
): Promise<{ filter: ListFilter; search: Search }> {
  const { campaignId } = selection
  if (campaignId?.some((id) => !canReadCampaign(caller, id))) throw new AppError('campaign_not_found')
  const calls = callSight(caller)
  requireKnownFields(selection.filters, { own, calls })
  const isMasked = seesMasked(caller)
  const search = (isMasked ? searchOfMasked : searchOf)(selection.search)
  const filters = await resolve(db, caller.businessId, selection.filters)
  const filter = filterOf({ campaignId, filters }, { businessId: caller.businessId, scope: leadScope(caller) }, now)
  return { filter: { ...filter, own, calls, ...(isMasked && { masked: maskedSearchOf(search) }) }, search }
}

/**
 * Readers of a lead read its calls, too, but recordings only where they hear calls. An API key needs the scope for calls,
 * and reads those of its campaigns.
 */
function callSight(caller: Caller): CallSight | undefined {
  const heard = heardCampaigns(caller)
  if (caller.kind === 'person') return { read: null, heard }
  return caller.scopes.includes('calls:read') ? { read: heard, heard } : undefined
}
type Known = { own: FieldDefinitions; calls: CallSight | undefined }

/** Refuses rules on own fields that do not exist, those that do not fit the field's type, and those on unseen calls. */
function requireKnownFields({ where, option }: LeadFilters = {}, known: Known) {
  const issues = where ? issuesIn(where, known) : []
  const field = option && fieldWithKey(known.own, keyOfFieldName(option.field))
  if (option && !(field && hasOptions(field.type)))
    issues.push({ path: 'filters.option', message: field ? 'invalid_value' : 'unknown_field' })
  if (issues.length) throw new AppError('invalid_input', { issues })
}

/** Rules on own fields that do not exist, those that do not fit the field's type, and those on unseen calls. */
export const issuesIn = (where: Where, known: Known) => rulesIn(where).flatMap((rule) => ruleIssues(rule, known))

function ruleIssues(rule: WhereRule, { own, calls }: Known): Issue[] {
  const { field: name, value } = rule
  const path = `filters.where.${name}`
  if (!isOwnFieldName(name)) {
    const needed = callsNeededBy(name)
    return needed && (!calls || calls[needed]?.length === 0) ? [{ path, message: 'unknown_field' }] : []
  }
  const field = fieldWithKey(own, keyOfFieldName(name))
  if (!field) return [{ path, message: 'unknown_field' }]
  const isWrong =
    misfitOf(whereKindOf[field.type], rule, true) ||
    (field.type === 'yes_no' &&
      Array.isArray(value) &&
      !value.every((one) => YES_NO_KEYS.some((known) => known === one)))
  return isWrong ? [{ path, message: 'invalid_value' }] : []
}

/** Replaces `statusType` by the ids of the matching statuses. */
async function resolve(
  db: Db,
  businessId: string,
  { statusType, ...filters }: LeadFilters = {},
): Promise<ResolvedFilters> {
  if (!statusType) return filters
  const ofTypes = await listStatusIds(db, businessId, statusType)
  return { ...filters, status: filters.status?.filter((id) => ofTypes.includes(id)) ?? ofTypes }
}
