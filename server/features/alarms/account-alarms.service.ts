import { CAP_WARNINGS } from '#contract/calls/telephony-budget.ts'
import type { Deps } from '../../deps.ts'
import { VoiceError } from '../../providers/voice/voice.ts'
import { readAccount } from '../numbers/budget/budget.service.ts'
import { type HeldAlarm, raise } from './alarms.service.ts'

type Account = { businessId: string; connectionId: string }
type Read = Awaited<ReturnType<typeof readAccount>>

/**
 * Reads what a business's account with a provider costs and has left, and warns its Owners. What the provider does not say
 * ends no alarm.
 */
export async function raiseAccountAlarms(deps: Deps, { businessId, connectionId }: Account) {
  let account: Read
  try {
    account = await readAccount(deps, deps.workerDb, { businessId, connectionId })
  } catch (error) {
    // It is asked again in an hour.
    if (error instanceof VoiceError) return
    throw error
  }
  const { spent, balance } = account
  if (spent !== null) await raise(deps, businessId, { held: capAlarms(account), kinds: ['telephony_cap'] })
  if (balance !== null)
    await raise(deps, businessId, { held: creditAlarms(account, connectionId), kinds: ['telephony_credit'] })
}

/** Each part of the cap is an alarm of its month. If several are reached at once, the highest alone is said. */
function capAlarms({ cap, spent, currency, month }: Read): HeldAlarm[] {
  if (!cap || spent === null) return []
  const reached = CAP_WARNINGS.filter((percent) => spent >= (cap * percent) / 100)
  const name = `${moneyText(spent, currency)} / ${moneyText(cap, currency)}`
  return reached.map((percent) => ({
    ...{ kind: 'telephony_cap' as const, subject: `${month} ${percent}`, name, count: percent },
    isSilent: percent < Math.max(...reached),
  }))
}

const creditAlarms = ({ balance, creditFloor, currency }: Read, connectionId: string): HeldAlarm[] =>
  balance !== null && balance < creditFloor
    ? [{ kind: 'telephony_credit', subject: connectionId, name: moneyText(balance, currency), count: 0 }]
    : []

/** Isolated from the direction of the text around it. */
const moneyText = (amount: number, currency: string | null) =>
  `\u2066${new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? 'USD' }).format(amount)}\u2069`
