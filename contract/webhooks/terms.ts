/** Error codes and periods of webhooks, apart from their routes because every page loads them (features.ts). */
export const webhookErrors = {
  webhook_not_found: 404,
  webhook_full: 409,
  /** Only https, only to the internet, only usual ports; the operator may allow hosts of the own network. */
  webhook_not_public: 422,
  webhook_delivery_not_found: 404,
  /** A key makes webhooks for what it may read. */
  webhook_scope_missing: 403,
} as const

export const webhookPeriods = {
  /** Events that were or are to be sent to webhooks, with the receivers' answers. */
  webhookDeliveries: { unit: 'days', amount: 30 },
} as const

/** Sent to Owners when a webhook is paused because its receiver does not answer. */
export const webhookFailures = { webhook_paused: ['app', 'popup', 'push', 'mail'] } as const
