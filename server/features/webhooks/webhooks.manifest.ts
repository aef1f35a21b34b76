import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { eraseDeliveries, listDeliveriesOfPerson } from './deliveries.queries.ts'
import { webhooksIntegration } from './integration.service.ts'
import { webhookProjection } from './sending/hearing.ts'
import { startSendingWebhooks } from './sending/sending.ts'
import { mountDeliveries, mountWebhooks } from './webhooks.routes.ts'

export const webhooks: Feature = {
  mount: [mountWebhooks, mountDeliveries],
  integrations: [webhooksIntegration],
  projections: [webhookProjection],
  loops: [startSendingWebhooks],
  retained: [{ table: 'webhook_deliveries', period: fixedPeriods.webhookDeliveries, column: 'happened_at' }],
  person: { erase: eraseDeliveries, export: { webhooks: listDeliveriesOfPerson } },
}
