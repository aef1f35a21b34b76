import { NUMBERS_MAX, type NumberOrder } from '#contract/calls/numbers.ts'
import { newRouting, type Routing } from '#contract/calls/routing.ts'
import type { Language } from '#contract/constants.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requirePhone } from '../../platform/phones.ts'
import { type OwnedNumber, VoiceError } from '../../providers/voice/voice.ts'
import * as queries from './numbers.queries.ts'
import { hooksFor, toNumber } from './numbers.rules.ts'
import { checkRouting, requireCampaignFor, requireRingMembers, showNumber } from './numbers.service.ts'
import { withSilencedTold } from './silenced.service.ts'
import type { Connection } from './voice-connections.cache.ts'
import { appErrorOf, requireConnection } from './voice-connections.service.ts'

type Context = { db: Db; caller: Member; language: Language }
export type OrderDeps = Pick<Deps, 'voice' | 'env' | 'now' | 'onError' | 'requirePaid'>
type OrderRequest = { phone: string; campaignId: string | null; label: string; routing?: Partial<Routing> | undefined }

/** How many hours an unanswered order is looked up at the provider. */
const ORDER_HOURS = 1

/** Orders a number. If the provider's answer is lost, the order stays open until a look-up settles it. */
export async function orderNumber(
  deps: OrderDeps,
  { db, caller, language }: Context,
  wanted: OrderRequest,
): Promise<NumberOrder> {
  const { businessId, userId } = caller
  await deps.requirePaid(db, businessId)
  const phone = requirePhone(wanted.phone)
  await requireCampaignFor({ db, caller }, wanted.campaignId)
  const asked = { ...newRouting(userId, language), ...wanted.routing }
  await requireRingMembers(db, businessId, asked)
  const { id: connectionId, kind } = await requireConnection(deps, db, businessId)
  const routing = await checkRouting(deps, { db, businessId, kind }, asked)
  if ((await queries.countNumbers(db, businessId)) >= NUMBERS_MAX) throw new AppError('too_many_numbers')
  if (await isTaken(db, phone)) throw new AppError('number_taken')
  const id = newId()
  const { campaignId, label } = wanted
  const order = { id, connectionId, campaignId, phone, label, routing, createdBy: userId, adopted: null }
  await db.transaction().execute(async (tx) => {
    if (!(await queries.insertOrder(tx, businessId, order))) throw new AppError('number_taken')
    await emit(tx, caller, 'number.ordered', { campaignId: campaignId ?? ALL_CAMPAIGNS, orderId: id, phone })
  })
  await settleOrder(deps, { db, businessId, id, isFirst: true })
  return findOrder({ db, caller }, id)
}

export async function findOrder({ db, caller }: Pick<Context, 'db' | 'caller'>, id: string): Promise<NumberOrder> {
  const order = await queries.findOrder(db, caller.businessId, id)
  if (!order) throw new AppError('number_order_not_found')
  const number = order.numberId ? await queries.findNumber(db, caller.businessId, order.numberId) : undefined
  const { phone, campaignId, state, error } = order
  return { _id: id, phone, campaignId, state, error, number: number ? toNumber(number) : null }
}

type Open = { db: Db; businessId: string; id: string; isFirst: boolean }
/** Buys the number of an open order, unless an earlier attempt did. The order is locked meanwhile. */
export const settleOrder = (deps: OrderDeps, { db, businessId, id, isFirst }: Open) =>
  db.transaction().execute(async (tx) => {
    const order = await queries.lockOrder(tx, businessId, id)
    if (!order) return
    try {
      const connection = await deps.voice.find(order.connectionId)
      if (!connection) throw new VoiceError('unavailable', 'no account with a provider')
      // Businesses may share an account, so a number found there may belong to another business.
      if (!(isFirst && !order.adopted) && (await isTaken(tx, order.phone)))
        throw new VoiceError('taken', 'it rings elsewhere')
      const owned = order.adopted
        ? await takeOver(connection, { ...order.adopted, phone: order.phone })
        : await buy(deps, connection, order, isFirst)
      await keep(tx, businessId, order, owned)
    } catch (error) {
      if (!(error instanceof VoiceError)) throw error
      await queries.updateOrder(tx, businessId, { id, ...endOf(order, error, deps.now()) })
      if (error.fault === 'refused') deps.onError(error)
    }
  })

export const isTaken = async (db: Db, phone: string) => (await queries.listVirtualOnes(db, [phone])).length > 0

/** Buys the number. Providers have no idempotency keys, so a retry first looks up whether the order was fulfilled. */
async function buy(
  { env }: OrderDeps,
  { provider, id }: Connection,
  { phone, label }: queries.OrderRow,
  isFirst: boolean,
) {
  const hooks = hooksFor(env.publicUrl, id, label)
  const owned = isFirst ? undefined : await provider.findNumber(phone)
  if (!owned) return provider.buyNumber(phone, hooks)
  await provider.configureNumber(owned.sid, hooks)
  return owned
}

/** What is set was decided and stored when the number was chosen, so it may be set again. */
async function takeOver({ provider }: Connection, { sid, phone, set }: queries.Adopted & { phone: string }) {
  const owned = await provider.getNumber(sid)
  if (owned?.phone !== phone) throw new VoiceError('refused', `The account has no ${phone}`)
  await provider.applySettings(sid, set)
  return owned
}

async function keep(tx: Db, businessId: string, order: queries.OrderRow, { sid, phone, sms }: OwnedNumber) {
  const numberId = newId()
  const author = order.createdBy
    ? { kind: 'person' as const, businessId, userId: order.createdBy }
    : { kind: 'system' as const, businessId }
  // If the number is in a ring list as an outside phone, it stops ringing there once it is a virtual number.
  const isKept = await withSilencedTold(tx, author, () =>
    queries.insertNumber(tx, businessId, { ...order, id: numberId, providerSid: sid, phone, sms }),
  )
  const end = isKept ? { state: 'done' as const, numberId } : { state: 'failed' as const, error: 'number_taken' }
  await queries.updateOrder(tx, businessId, { id: order.id, ...end })
  if (!isKept) return
  await emit(tx, author, 'number.added', { campaignId: order.campaignId ?? ALL_CAMPAIGNS, numberId })
  if (order.campaignId) await showNumber(tx, author, order.campaignId)
}

/** The state of an order after an error. If the provider did not answer, the order stays open until it is too old. */
function endOf({ createdAt }: queries.OrderRow, error: VoiceError, now: Date) {
  const isOld = now.getTime() - Date.parse(createdAt) > ORDER_HOURS * 3_600_000
  if (error.fault === 'unavailable' && !isOld) return { state: 'ordering' as const }
  const code: ErrorCode = appErrorOf(error).code
  return { state: 'failed' as const, error: code }
}
