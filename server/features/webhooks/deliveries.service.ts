import type { RouteParsed } from '#contract/route.ts'
import {
  DELIVERIES_PAGE,
  type DeliveryState,
  WEBHOOK_TESTS_MAX,
  type webhookRoutes,
} from '#contract/webhooks/webhooks.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, limitTo } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './deliveries.queries.ts'
import { bodyText } from './sending/bodies.rules.ts'
import { findToSend, insertDelivery, noteSuccess, noteTry } from './sending/sending.queries.ts'
import { type SendDeps, tryOnce } from './sending/sending.service.ts'
import { deliveryOf, detailsOf } from './webhooks.rules.ts'
import { about, requireWebhook, type WebhookContext } from './webhooks.service.ts'

const TEST_SECONDS = 600

type Page = { state?: DeliveryState | undefined; leadId?: string | undefined; before?: string | undefined }
export async function listDeliveries(context: WebhookContext, id: string, { state, leadId, before }: Page) {
  const { pausedAt } = await requireWebhook(context, id)
  const page = { webhookId: id, state, leadId, before, limit: DELIVERIES_PAGE + 1 }
  const rows = await queries.listDeliveries(context.db, context.caller.businessId, page)
  return {
    deliveries: rows.slice(0, DELIVERIES_PAGE).map((row) => deliveryOf(row, pausedAt !== null)),
    hasMore: rows.length > DELIVERIES_PAGE,
  }
}

type Which = { id: string; eventId: string }
export async function readDelivery(context: WebhookContext, { id: webhookId, eventId }: Which) {
  const { pausedAt } = await requireWebhook(context, webhookId)
  const row = await queries.findDelivery(context.db, context.caller.businessId, { webhookId, eventId })
  if (!row) throw new AppError('webhook_delivery_not_found')
  return detailsOf(row, pausedAt !== null)
}

/** Sends an event without content at once; it is in the log, and is not tried again. */
export async function sendTest(deps: SendDeps, context: WebhookContext, webhookId: string) {
  const { db, caller } = context
  const { businessId } = caller
  const { name } = await requireWebhook(context, webhookId)
  const limit = { max: WEBHOOK_TESTS_MAX, seconds: TEST_SECONDS }
  await limitTo(db, counterOf('webhookTests', businessId), limit, deps.now())
  const [eventId, at] = [newId(), deps.now().toISOString()]
  const type = 'webhook.test' as const
  const body = bodyText(businessId, { type, happenedAt: at }, { webhook: { _id: webhookId, name } })
  await insertDelivery(db, { businessId, webhookId, eventId, leadId: null, type, facts: {}, at, body, state: 'failed' })
  const due = await findToSend(db, businessId, { webhookId, eventId })
  const sent = due && (await tryOnce(deps, due))
  if (sent) {
    const state = sent.tried.problem === null ? 'delivered' : 'failed'
    await noteTry(db, businessId, { ...due, state, dueAt: deps.now(), tried: sent.tried, refusals: 0 })
    if (state === 'delivered') await noteSuccess(db, businessId, webhookId, deps.now())
  }
  return readDelivery(context, { id: webhookId, eventId })
}

type Wanted = RouteParsed<typeof webhookRoutes.replay>['body']
/** Sends deliveries again, with their ids. */
export const replay = ({ db, caller }: WebhookContext, webhookId: string, { eventIds, all }: Wanted) =>
  db.transaction().execute(async (tx) => {
    const { businessId } = caller
    const { name } = await requireWebhook({ db: tx, caller }, webhookId)
    const deliveries = all
      ? await queries.replayAll(tx, businessId, { webhookId, ...all })
      : await queries.replaySome(tx, businessId, { webhookId, eventIds: eventIds ?? [] })
    if (deliveries) await emit(tx, caller, 'webhook.replayed', { ...about(webhookId, name), deliveries })
    return deliveries
  })
