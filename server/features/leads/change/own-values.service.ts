import { isEmptyValue } from '#contract/lead-fields/field-values.ts'
import type { SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { seesMasked } from '../../access/access.rules.ts'
import {
  type FieldDefinitions,
  missingInChanged,
  readValues,
  type StoredValues,
  toWire,
  withValues,
} from '../../lead-fields/values.rules.ts'
import type { LeadState, StateField } from '../lead-fields.sql.ts'
import type { LockedLead } from '../lead-writer.queries.ts'
import { changedKeys, isSameValue } from './lead-writer.rules.ts'

type Context = { caller: Caller; own: FieldDefinitions }

/** The lead's own fields after a change; undefined if it names none. */
export function ownValues(
  { caller, own }: Context,
  before: LockedLead,
  sent: SentFieldValues | undefined,
): StoredValues | undefined {
  if (!sent || Object.keys(sent).length === 0) return undefined
  if (seesMasked(caller)) throw new AppError('own_fields_kept')
  const { values, issues } = readValues(own, sent, before.campaignId)
  if (issues.length) throw new AppError('invalid_input', { issues })
  return withValues(before.fields, values)
}

/** Throws if a changed value is not the one that the client saw. */
export function requireUnchangedValues(
  { own }: Context,
  before: LockedLead,
  after: StoredValues | undefined,
  expected: SentFieldValues | undefined,
) {
  if (!after || !expected) return
  for (const key of changedKeys(before.fields, after)) {
    const field = own.find((one) => one.key === key)
    const seen = expected[key]
    if (!field || seen === undefined) continue
    const stored = toWire(field, before.fields[key]) ?? null
    if (!isSameValue(isEmptyValue(seen) ? null : seen, stored)) throw new AppError('changed_meanwhile')
  }
}

/** People may not empty a required field, nor give a status that asks for a field which is empty. */
export function requireFilled(
  { caller, own }: Context,
  before: LockedLead,
  { fields = before.fields, statusId }: Partial<LeadState>,
  changed: readonly StateField[],
) {
  // Members who see masked contacts cannot fill these fields.
  if (caller.kind !== 'person' || seesMasked(caller)) return
  const cleared = changedKeys(before.fields, fields).filter((key) => fields[key] === undefined)
  const newStatus = changed.includes('statusId') ? statusId : undefined
  const issues = missingInChanged(own, { campaignId: before.campaignId, values: fields, cleared, statusId: newStatus })
  if (issues.length) throw new AppError('invalid_input', { issues })
}
