import { randomInt } from 'node:crypto'
import { byParams, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

const OWNERS = '+33333313'
const ofMethod = { 'params.id': byParams('paymentMethod') }

export const samples: Samples = {
  'billing.get': { allowed: OWNERS },
  'billing.usage': { allowed: OWNERS, heavy: true },
  'billing.previewPlan': {
    allowed: OWNERS,
    request: async ({ billing }) => ({ query: { planId: await billing.plan() } }),
    // Plans are the operator's, and the same for all businesses.
    foreignIds: { 'query.planId': SAYS_NOTHING },
  },
  'billing.choosePlan': {
    allowed: OWNERS,
    request: async ({ billing }) => ({ body: { planId: await billing.plan() } }),
    foreignIds: { 'body.planId': SAYS_NOTHING },
    event: 'billing.plan_chosen',
  },
  'billing.cancel': {
    allowed: OWNERS,
    request: async ({ billing }) => {
      await billing.held()
      return { body: { isOn: true } }
    },
    event: 'billing.cancelled',
  },
  'billing.pay': {
    allowed: OWNERS,
    request: async ({ billing }) => {
      await billing.owed()
      return {}
    },
    event: 'billing.pay_asked',
  },
  'billing.changeCaps': {
    allowed: OWNERS,
    request: () => ({ body: { caps: { sms: 1_000 + randomInt(1_000_000) } } }),
    event: 'billing.caps_changed',
  },
  'billing.addMethod': { allowed: OWNERS, request: () => ({ body: { kind: 'card' } }) },
  'billing.finishMethod': {
    allowed: `${OWNERS} - 433333313`,
    request: async ({ billing }) => ({ params: { id: await billing.method('waiting') } }),
    foreignIds: ofMethod,
  },
  'billing.preferMethod': {
    allowed: `${OWNERS} - 433333313`,
    request: async ({ billing }) => ({ params: { id: await billing.method('approved') } }),
    foreignIds: ofMethod,
    event: 'billing.method_preferred',
  },
  'billing.removeMethod': {
    allowed: `${OWNERS} - 433333313`,
    request: async ({ billing }) => ({ params: { id: await billing.method('refused') } }),
    foreignIds: ofMethod,
    event: 'billing.method_removed',
  },
}
