import type { Delivery, DeliveryDetails, Webhook } from '#contract/webhooks/webhooks.ts'
import type { DeliveryRow } from './deliveries.queries.ts'
import type { WebhookRow } from './webhooks.queries.ts'

export const webhookOf = ({ keyId: _, secret: __, language: ___, ...row }: WebhookRow): Webhook => row

/** `isPaused`: nothing is tried until it is resumed. */
export function deliveryOf({ isNext, dueAt, log, ...row }: DeliveryRow, isPaused: boolean): Delivery {
  const isTried = row.state === 'waiting' && isNext && !isPaused
  return { ...row, nextTryAt: isTried ? (dueAt ?? row.happenedAt) : null, lastTry: log[0] ?? null }
}
export const detailsOf = (row: DeliveryRow & { body: string | null }, isPaused: boolean): DeliveryDetails => ({
  ...deliveryOf(row, isPaused),
  body: row.body,
  log: row.log,
})

/** The address in the audit log: without its path, which may be a secret. */
export const originOf = (url: string) => new URL(url).origin
