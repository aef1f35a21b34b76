import { sql } from 'kysely'
import type { AccountState } from '#contract/billing/billing.ts'
import type { Meter } from '#contract/billing/plans.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type Account = {
  state: AccountState
  trialUntil: string
  versionId: string | null
  periodFrom: string | null
  periodTo: string | null
  nextVersionId: string | null
  endsAfterPeriod: boolean
  caps: Partial<Record<Meter, number>>
  cappedIn: string | null
  suspendsOn: string | null
  isHeld: boolean
}
const columns = sql`state, trial_until::text as "trialUntil", version_id as "versionId", period_from::text as "periodFrom",
  period_to::text as "periodTo", next_version_id as "nextVersionId", ends_after_period as "endsAfterPeriod", caps,
  capped_in::text as "cappedIn", suspends_on::text as "suspendsOn", is_held as "isHeld"`

export async function findAccount(db: Db, businessId: string) {
  const [account] = await rowsOf<Account>(
    db,
    sql`select ${columns} from billing_accounts where business_id = ${businessId}`,
  )
  return account
}

/** The account, locked until the end of the transaction. */
export async function lockAccount(tx: Db, businessId: string) {
  const [account] = await rowsOf<Account>(
    tx,
    sql`select ${columns} from billing_accounts where business_id = ${businessId} for update`,
  )
  return account
}

/** Gives a business its trial, unless it has an account. */
export const insertAccount = (db: Db, businessId: string, trialUntil: string) =>
  db
    .insertInto('billing_accounts')
    .values({ business_id: businessId, state: 'trial', trial_until: trialUntil })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const listWithoutAccount = (db: Db) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select b.business_id as "businessId" from businesses b where b.erasing_since is null
      and not exists (select from billing_accounts a where a.business_id = b.business_id)`,
  )

type Changes = Partial<Omit<Account, 'trialUntil'>> & { suspendedAt?: Date | null }
export async function updateAccount(tx: Db, businessId: string, changes: Changes) {
  const { versionId, periodFrom, periodTo, nextVersionId, endsAfterPeriod, cappedIn, suspendsOn, suspendedAt } = changes
  const given = {
    state: changes.state,
    version_id: versionId,
    period_from: periodFrom,
    period_to: periodTo,
    next_version_id: nextVersionId,
    ends_after_period: endsAfterPeriod,
    caps: changes.caps && JSON.stringify(changes.caps),
    capped_in: cappedIn,
    suspends_on: suspendsOn,
    suspended_at: suspendedAt === null ? null : suspendedAt?.toISOString(),
    is_held: changes.isHeld,
  }
  await tx.updateTable('billing_accounts').set(given).where('business_id', '=', businessId).execute()
}

/** Open businesses with an account that is due on a day: a trial, a month or a grace that ended. */
export const listDueAccounts = (db: Db, today: string) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select a.business_id as "businessId" from billing_accounts a join businesses b on b.business_id = a.business_id
      where b.closes_at is null and ((a.state = 'trial' and a.trial_until < ${today})
        or a.period_to < ${today} or (a.state = 'past_due' and a.suspends_on <= ${today}))`,
  )

/** Open businesses with an account, for the counting of usage. */
export const listAccounts = (db: Db, { withCaps }: { withCaps: boolean }) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select a.business_id as "businessId" from billing_accounts a join businesses b on b.business_id = a.business_id
      where b.erasing_since is null ${withCaps ? sql`and a.caps <> '{}'` : sql``}`,
  )

export async function insertWarning(
  tx: Db,
  businessId: string,
  { month, meter, percent }: { month: string; meter: Meter; percent: number },
) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('billing_warnings')
    .values({ business_id: businessId, month, meter, percent })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findBusinessName(db: Db, businessId: string) {
  const row = await db.selectFrom('businesses').select('name').where('business_id', '=', businessId).executeTakeFirst()
  return row?.name ?? ''
}
