import { contactFields, isContact } from '#contract/leads/lead-fields.ts'
import type { LeadChanges } from '#contract/leads/leads.ts'
import { CONTACT_CHANGES_A_DAY, isMasked } from '#contract/values/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { countDailyAct } from '../daily-acts.queries.ts'
import type { LockedLead } from '../lead-writer.queries.ts'
import { isCreatedBy } from './change.queries.ts'

type Values = Record<string, unknown>
const withoutContacts = <T extends Values>(values: T, isDropped: (value: unknown) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isContact(field) || !isDropped(value))) as T
const isMask = (value: unknown) => typeof value === 'string' && isMasked(value)

/**
 * Drops masks from a change by a member who sees masked contacts. Drops full values from `expected` too: comparing
 * them would confirm a guess.
 */
export const unmasked = ({ expected, ...changes }: LeadChanges): LeadChanges => ({
  ...withoutContacts(changes, isMask),
  ...(expected && { expected: withoutContacts(expected, (value) => value !== null && !isMask(value)) }),
})

/**
 * Refuses to change a contact that another user entered, and to exceed the daily limit of contact changes. Entering an
 * unchanged value counts too.
 */
export async function requireOwnContacts(
  tx: Db,
  caller: Caller,
  before: LockedLead,
  requested: Omit<LeadChanges, 'expected'>,
) {
  const changed = contactFields.filter((field) => requested[field] !== undefined)
  if (!changed.length || caller.kind !== 'person') return
  const { businessId, userId } = caller
  if (changed.some((field) => before[field] !== null)) {
    if (!(await isCreatedBy(tx, businessId, { leadId: before.id, userId }))) throw new AppError('contact_kept')
  }
  const times = await countDailyAct(tx, businessId, { userId, act: 'contact_changed' }, 1)
  if (times > CONTACT_CHANGES_A_DAY)
    throw new AppError('too_many_contact_changes', { values: { limit: CONTACT_CHANGES_A_DAY } })
}
