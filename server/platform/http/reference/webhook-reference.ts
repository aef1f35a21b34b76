import { z } from 'zod'
import { bodyOf } from '#contract/webhooks/webhook-payloads.ts'
import { type DeliveryType, deliveryTypes } from '#contract/webhooks/webhook-types.ts'
import { webhookExamples } from './webhook-examples.ts'

const summaries: Record<DeliveryType, string> = {
  'lead.created': 'A new lead, with its enquiry',
  'lead.repeated': 'A further enquiry of a known lead',
  'lead.updated': 'A change of a lead; `changes` holds [before, after] of each field',
  'lead.deleted': 'A lead was moved to the trash',
  'lead.restored': 'A lead was taken back from the trash',
  'lead.merged': 'Leads were merged into one',
  'lead.unmerged': 'A merge was undone',
  'call.completed': 'A call ended; sent again if a late report changes how',
  'message.received': 'A lead wrote',
  'message.sent': 'A message to a lead was sent',
  'message.updated': 'A message to a lead waits, arrived, failed or was cancelled',
  'meeting.created': 'A meeting was set',
  'meeting.updated': 'A meeting was moved, changed, answered, or held',
  'meeting.cancelled': 'A meeting was cancelled',
  'webhook.test': 'A test from the page of the webhook',
}
const DESCRIPTION = `Signed as [Standard Webhooks](https://www.standardwebhooks.com) says. Answer with any 2xx within 15
seconds. Other answers are tried again for three days; events of one lead arrive in their order; the same \`webhook-id\` may
arrive more than once.`
const headers = [
  ['webhook-id', 'The id of the event: the same with each try', '01981c3e-7a51-7c3e-9b6a-2f4d8e1a5c70'],
  ['webhook-timestamp', 'When it is sent, in seconds since 1970', '1764064800'],
  ['webhook-signature', '`v1,` and the signature; while a secret is replaced, two with a space between', 'v1,…'],
] as const

const bodyExample = (type: DeliveryType) => ({
  ...{ type, timestamp: '2026-11-25T10:00:00.000Z', businessId: '01981c3e-be95-7a7c-9fae-6d8b2c5e90b4' },
  data: webhookExamples[type],
})

/** The part `webhooks` of the OpenAPI document. */
export const webhookReference = () =>
  Object.fromEntries(
    deliveryTypes.map((type) => [
      type,
      {
        post: {
          ...{ tags: ['webhooks'], operationId: `send ${type}`, summary: summaries[type], description: DESCRIPTION },
          parameters: headers.map(([name, description, example]) => ({
            ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(type), example: bodyExample(type) } },
          },
          responses: {
            '2XX': { description: 'Taken.' },
            410: { description: 'Never again: the webhook is paused.' },
            default: { description: 'Not taken: it is sent again.' },
          },
        },
      },
    ]),
  )

function schemaOf(type: DeliveryType) {
  const { $schema: _, ...schema } = z.toJSONSchema(bodyOf(type))
  return schema
}
