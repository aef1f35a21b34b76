import type { NewMethod } from '#contract/billing/billing.ts'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { seal } from '../../platform/sealed.ts'
import type { SetupResult } from '../../providers/payments/payments.ts'
import { lockAccount } from './accounts.queries.ts'
import { tokenPlace } from './charging.service.ts'
import { listOpen } from './collections.queries.ts'
import * as queries from './methods.queries.ts'

type MethodDeps = Pick<Deps, 'workerDb' | 'payments' | 'env' | 'now' | 'wakeRelay'>
const requireHouse = ({ payments }: Pick<Deps, 'payments'>) => {
  if (!payments) throw new AppError('card_payments_off')
  return payments
}

type Adding = { businessId: string; language: Language; method: NewMethod }
/** Begins a set-up at the payment house and returns its page. The house keeps card and account numbers. */
export async function addMethod(deps: MethodDeps, { businessId, language, method }: Adding) {
  const house = requireHouse(deps)
  const id = newId()
  const returnUrl = `${deps.env.publicUrl}/b/${businessId}/settings/billing?method=${id}`
  const bank = method.kind === 'bank' ? method : undefined
  const setup = await house
    .beginSetup({ kind: method.kind, returnUrl, language, ...(bank && { bankAccount: bank }) })
    .catch(() => {
      throw new AppError('payment_house_silent')
    })
  await queries.insertMethod(deps.workerDb, businessId, {
    ...{ id, kind: method.kind, setupRef: setup.ref, at: deps.now() },
    ...{ last4: bank?.account.slice(-4) ?? '', bank: bank?.bank ?? '', branch: bank?.branch ?? '' },
  })
  return { url: setup.url, methodId: id }
}

/** Asks the house how a set-up ended and keeps the answer once, whether the person, a callback or both ask. */
export async function finishMethod(deps: MethodDeps, businessId: string, id: string) {
  const found = await queries.findMethod(deps.workerDb, businessId, id)
  if (!found) throw new AppError('payment_method_not_found')
  if (found.state !== 'waiting') return
  const result = await requireHouse(deps).findSetup(found.setupRef)
  if (result.state === 'waiting') return
  await deps.workerDb.transaction().execute((tx) => keepAnswer(deps, tx, { businessId, id, result }))
  deps.wakeRelay()
}

type Answer = { businessId: string; id: string; result: Exclude<SetupResult, { state: 'waiting' }> }
async function keepAnswer({ env }: MethodDeps, tx: Db, { businessId, id, result }: Answer) {
  await lockAccount(tx, businessId)
  const method = await queries.findMethod(tx, businessId, id)
  if (method?.state !== 'waiting') return
  if (result.state === 'refused') return queries.updateMethod(tx, businessId, id, { state: 'refused' })
  const token = seal(env.secretKey, tokenPlace(businessId, id), result.token)
  const isFirst = !(await queries.findDefault(tx, businessId))
  await queries.updateMethod(tx, businessId, id, {
    ...{ state: 'approved', token, brand: result.brand, last4: result.last4, expiresMonth: result.expiresMonth },
    isDefault: isFirst,
  })
  const about = { campaignId: ALL_CAMPAIGNS, method: method.kind, last4: result.last4 }
  await emit(tx, { kind: 'system', businessId }, 'billing.method_added', about)
}

export const preferMethod = (deps: MethodDeps, author: Author, id: string) =>
  deps.workerDb.transaction().execute(async (tx) => {
    const { businessId } = author
    await lockAccount(tx, businessId)
    const method = await queries.findMethod(tx, businessId, id)
    if (method?.state !== 'approved') throw new AppError('payment_method_not_found')
    if (method.isDefault) return
    await queries.clearDefault(tx, businessId)
    await queries.updateMethod(tx, businessId, id, { isDefault: true })
    const about = { campaignId: ALL_CAMPAIGNS, method: method.kind, last4: method.last4 }
    await emit(tx, author, 'billing.method_preferred', about)
  })

/** The last approved method stays while a plan is held or something is owed. Its token is deleted here at once. */
export const removeMethod = (deps: MethodDeps, author: Author, id: string) =>
  deps.workerDb.transaction().execute(async (tx) => {
    const { businessId } = author
    const account = await lockAccount(tx, businessId)
    const method = await queries.findMethod(tx, businessId, id)
    if (!method) throw new AppError('payment_method_not_found')
    const open = await listOpen(tx, businessId)
    if (open.some(({ isRunning }) => isRunning)) throw new AppError('payment_running')
    const others = (await queries.listMethods(tx, businessId)).filter(
      (other) => other.id !== id && other.state === 'approved',
    )
    const isNeeded = Boolean(account?.versionId && !account.endsAfterPeriod) || open.length > 0
    if (method.state === 'approved' && isNeeded && !others.length) throw new AppError('last_payment_method')
    await queries.updateMethod(tx, businessId, id, { state: 'removed', token: null, isDefault: false })
    const heir = others[0]
    if (method.isDefault && heir) await queries.updateMethod(tx, businessId, heir.id, { isDefault: true })
    const about = { campaignId: ALL_CAMPAIGNS, method: method.kind, last4: method.last4 }
    await emit(tx, author, 'billing.method_removed', about)
  })
