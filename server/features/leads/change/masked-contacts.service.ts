import type { LeadChanges } from '#contract/leads.ts'
import { CONTACT_CHANGES_A_DAY, isMasked } from '#contract/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { countDailyAct } from '../daily-acts.queries.ts'
import { type HeldLead, isEnteredBy } from './change.queries.ts'

const contacts = ['phone', 'email'] as const
export const isContact = (field: string) => (contacts as readonly string[]).includes(field)

type Values = Record<string, unknown>
const withoutContacts = <T extends Values>(values: T, isDropped: (value: unknown) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isContact(field) || !isDropped(value))) as T
const isMask = (value: unknown) => typeof value === 'string' && isMasked(value)

/**
 * A change by a member who is shown masks. A mask that comes back changes nothing. Only a mask can have been seen, so a
 * whole phone or e-mail is not accepted as expected: the comparison would tell whether it is right.
 */
export const unmasked = ({ expected, ...given }: LeadChanges): LeadChanges => ({
  ...withoutContacts(given, isMask),
  ...(expected && { expected: withoutContacts(expected, (value) => value !== null && !isMask(value)) }),
})

/**
 * Refuses a change of a phone or an e-mail that the member cannot know, because somebody else entered it, and more
 * changes a day than anybody needs. Whether the new value is the old one makes no difference.
 */
export async function requireOwnContacts(
  tx: Db,
  caller: Caller,
  before: HeldLead,
  wanted: Omit<LeadChanges, 'expected'>,
) {
  const given = contacts.filter((field) => wanted[field] !== undefined)
  if (!given.length || caller.kind !== 'person') return
  const { businessId, userId } = caller
  if (given.some((field) => before[field] !== null)) {
    if (!(await isEnteredBy(tx, businessId, { leadId: before.id, userId }))) throw new AppError('contact_kept')
  }
  const times = await countDailyAct(tx, businessId, { userId, act: 'contact_changed' }, 1)
  if (times > CONTACT_CHANGES_A_DAY)
    throw new AppError('too_many_contact_changes', { values: { limit: CONTACT_CHANGES_A_DAY } })
}
