import type { Language } from '#contract/constants.ts'
import { isContact, leadFields } from '#contract/leads/lead-fields.ts'
import type { UndoPreview } from '#contract/leads/operations.ts'
import type { Db } from '../../../platform/db/db.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { ownChanges } from '../../lead-fields/changes.rules.ts'
import { leadState, stateFields } from '../lead-fields.sql.ts'
import { listUserNames } from '../lead-references.queries.ts'
import { statusName } from '../leads.presenter.ts'
import type { LeadReading } from '../leads.service.ts'
import * as queries from './history.queries.ts'

/** [before, after] by field, with ids of statuses, people and campaigns. */
export type Changes = Record<string, [unknown, unknown]>

/** Changes for a reader: names in place of ids, masked where contacts are. */
export async function describeChanges(
  { db, caller, language, own }: LeadReading,
  changes: Changes,
): Promise<Pick<UndoPreview, 'changes' | 'ownFields'>> {
  const isMasked = seesMasked(caller)
  const names = await namesIn(db, caller.businessId, language, {
    campaigns: changedIds([changes], 'campaignId'),
    users: changedIds([changes], 'assignedTo'),
    withStatuses: 'statusId' in changes,
  })
  const { changes: ofOwn, ownFields = {} } = ownChanges(changes, { own, language, isMasked })
  return { changes: named({ ...(isMasked ? maskedChanges(changes) : changes), ...ofOwn }, names), ownFields }
}

/** Fields whose values are ids. */
const idFields: readonly string[] = stateFields.filter((field) => leadState[field].type === 'uuid')

export const changedIds = (changes: readonly Changes[], field: string) =>
  changes.flatMap((one) => one[field]?.filter((id): id is string => typeof id === 'string') ?? [])

export const maskedChanges = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([field, values]) => {
      const shown = (value: unknown) => (isContact(field) && value ? leadFields[field].mask(String(value)) : value)
      return [field, [shown(values[0]), shown(values[1])]]
    }),
  )

export const named = (changes: Changes, names: ReadonlyMap<unknown, string>): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => {
      const nameOf = (value: unknown) => (value === null ? null : (names.get(value) ?? value))
      return [field, idFields.includes(field) ? [nameOf(before), nameOf(after)] : [before, after]]
    }),
  )

type Ids = { campaigns: readonly string[]; users: readonly string[]; withStatuses: boolean }
export async function namesIn(db: Db, businessId: string, language: Language, { campaigns, users, withStatuses }: Ids) {
  const [statuses, ...others] = await Promise.all([
    withStatuses ? queries.listStatusNames(db, businessId) : [],
    queries.listCampaignNames(db, businessId, campaigns),
    listUserNames(db, users),
  ])
  return new Map<unknown, string>([
    ...statuses.map((status): [string, string] => [status.id, statusName(status, language)]),
    ...others.flat().map(({ id, name }): [string, string] => [id, name]),
  ])
}
