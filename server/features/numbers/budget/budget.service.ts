import type { NumberKind } from '#contract/calls/numbers.ts'
import { type BudgetChanges, CREDIT_FLOOR, type TelephonyBudget } from '#contract/calls/telephony-budget.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { changesTo } from '../../../platform/events/changes.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { VoiceMoney } from '../../../providers/voice/voice.ts'
import { requireNumber } from '../numbers.service.ts'
import { listCharged } from '../numbers-work.queries.ts'
import { findVoiceConnection } from '../voice-connections.queries.ts'
import { asAppErrors } from '../voice-connections.service.ts'
import * as queries from './budget.queries.ts'

type Context = { db: Db; caller: Member }
type BudgetDeps = Pick<Deps, 'voice' | 'now'>

/** Accounts of businesses that a provider charges. */
export const listChargedAccounts = listCharged

/** Providers count months in UTC. */
const monthOf = (now: Date) => `${now.toISOString().slice(0, 7)}-01`

const NONE: queries.BudgetRow = {
  ...{ cap: null, creditFloor: CREDIT_FLOOR, currency: null, spent: null, balance: null, readAt: null },
}
const toBudget = ({ readAt, ...row }: queries.BudgetRow): TelephonyBudget => ({
  ...row,
  readAt: readAt && new Date(readAt).toISOString(),
})

/** The account that the business pays for; undefined: it has none. */
async function findCharged({ voice }: BudgetDeps, { db, caller }: Context) {
  const row = await findVoiceConnection(db, caller.businessId)
  const connection = row?.provider === 'twilio' ? await voice.find(row.id) : undefined
  return connection?.provider.money && { id: connection.id, money: connection.provider.money }
}

type Account = { businessId: string; connectionId: string }
/** Asks the account what it has cost this month and what credit is left, and stores that. */
export async function readAccount(deps: BudgetDeps, db: Db, { businessId, connectionId }: Account) {
  const money = (await deps.voice.find(connectionId))?.provider.money
  const now = deps.now()
  const month = monthOf(now)
  if (money) {
    const [spent, balance] = await Promise.all([money.findSpent(), money.findBalance()])
    const currency = balance?.currency ?? spent?.currency ?? null
    const read = { currency, spent: spent?.amount ?? null, balance: balance?.amount ?? null }
    await queries.storeMoney(db, businessId, { connectionId, ...read, month, now })
  }
  return { ...toBudget((await queries.findBudget(db, businessId, { connectionId, month })) ?? NONE), month }
}

/** Read from the account first, if it answers; else as it last said. */
export async function findBudget(deps: BudgetDeps, { db, caller }: Context): Promise<TelephonyBudget | null> {
  const charged = await findCharged(deps, { db, caller })
  if (!charged) return null
  const of = { businessId: caller.businessId, connectionId: charged.id }
  const { month: _, ...budget } = await readAccount(deps, db, of).catch(async () => ({
    ...toBudget((await queries.findBudget(db, caller.businessId, { ...of, month: monthOf(deps.now()) })) ?? NONE),
    month: '',
  }))
  return budget
}

export async function changeBudget(deps: BudgetDeps, { db, caller }: Context, changes: BudgetChanges) {
  const { businessId } = caller
  const charged = await findCharged(deps, { db, caller })
  if (!charged) throw new AppError('connection_not_found')
  const of = { connectionId: charged.id, month: monthOf(deps.now()) }
  await db.transaction().execute(async (tx) => {
    const before = (await queries.findBudget(tx, businessId, of)) ?? NONE
    await queries.setBudget(tx, businessId, { ...of, ...changes })
    const made = changesTo(before, changes)
    if (Object.keys(made).length)
      await emit(tx, caller, 'telephony_budget.changed', { campaignId: ALL_CAMPAIGNS, changes: made })
  })
  return toBudget((await queries.findBudget(db, businessId, of)) ?? NONE)
}

export async function findPrices(deps: BudgetDeps, context: Context) {
  const charged = await findCharged(deps, context)
  return (charged && (await asAppErrors(charged.money.findNumberPrices()))) ?? null
}

/** The kind of a number by its beginning; undefined: its price is not known. */
function kindOf(phone: string): NumberKind | undefined {
  if (/^\+9721800/.test(phone)) return 'tollFree'
  if (/^\+9721700/.test(phone)) return 'sharedCost'
  if (/^\+9725/.test(phone)) return 'mobile'
  if (/^\+9727/.test(phone)) return 'national'
  return /^\+972[23489]/.test(phone) ? 'local' : undefined
}

const highest = (amounts: (number | null | undefined)[]) => {
  const known = amounts.filter((amount) => typeof amount === 'number')
  return known.length ? Math.max(...known) : null
}

/** What a number costs in the account that it belongs to; null: that does not charge, or does not say. */
export async function findPrice({ voice }: BudgetDeps, { db, caller }: Context, id: string) {
  const { phone, connectionId, routing } = await requireNumber({ db, caller }, id)
  const money = (await voice.find(connectionId))?.provider.money
  if (!money) return null
  const phones = routing.ring.targets.flatMap((target) => (target.kind === 'phone' ? target.phone : []))
  const [numbers, own, ...others] = await asAppErrors(pricesOf(money, phone, phones))
  const currency = own?.currency ?? numbers?.currency
  if (!currency) return null
  const kind = kindOf(phone)
  // What is sold as national is priced as local where the country has no such kind.
  const monthly = (kind && numbers?.monthly[kind]) ?? (kind === 'national' ? numbers?.monthly.local : undefined) ?? null
  return { currency, monthly, minuteIn: own?.in ?? null, minuteOut: highest(others.map((read) => read?.out)) }
}

const pricesOf = (money: VoiceMoney, phone: string, phones: readonly string[]) =>
  Promise.all([money.findNumberPrices(), ...[phone, ...phones].map((one) => money.findMinutePrices(one))] as const)
