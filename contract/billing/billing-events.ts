import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from '../events/events.ts'

const act = { audience: 'audit', kind: 'settings' } as const
const ofMethod = {
  ...act,
  payload: OfBusiness.extend({ method: z.string(), last4: z.string() }),
  facts: ['method', 'last4'],
} as const
const OfAmount = OfBusiness.extend({ invoiceId: id, amount: z.number().int() })

/** Acts on money; each is part of the audit log. Amounts are in agorot. */
export const billingEvents = {
  'billing.plan_chosen': {
    ...act,
    payload: OfBusiness.extend({ plan: z.string(), from: z.string() }),
    facts: ['plan', 'from'],
  },
  'billing.cancelled': { ...act, payload: OfBusiness.extend({ isOn: z.boolean() }), facts: ['isOn'] },
  'billing.caps_changed': { ...act, payload: OfBusiness.extend({ changes: Changes }) },
  'billing.method_added': ofMethod,
  'billing.method_removed': ofMethod,
  'billing.method_preferred': ofMethod,
  'billing.invoiced': { ...act, payload: OfAmount, facts: ['amount'] },
  'billing.pay_asked': { ...act, payload: OfBusiness },
  'billing.paid': { ...act, payload: OfAmount.extend({ method: z.string() }), facts: ['amount', 'method'] },
  'billing.refused': {
    ...act,
    payload: OfAmount.extend({ refusal: z.string() }),
    facts: ['amount', 'refusal'],
  },
  'billing.credited': { ...act, payload: OfAmount, facts: ['amount'] },
  'billing.suspended': { ...act, payload: OfBusiness },
  'billing.resumed': { ...act, payload: OfBusiness },
  'billing.cap_neared': {
    ...act,
    payload: OfBusiness.extend({ meter: z.string(), percent: z.number().int(), cap: z.number().int() }),
    facts: ['meter', 'percent'],
  },
} as const satisfies EventEntries
