import type { DeliveryType } from '#contract/webhooks/webhook-types.ts'

type About = { type: DeliveryType; happenedAt: string }
/** What is sent, as text: the signature is over these bytes. */
export const bodyText = (businessId: string, { type, happenedAt }: About, data: object) =>
  JSON.stringify({ type, timestamp: happenedAt, businessId, data })
