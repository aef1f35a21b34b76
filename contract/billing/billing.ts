import { z } from 'zod'
import { agorot, byId, Done, id, line, storedDay, time } from '../common.ts'
import { heavyGet, route } from '../route.ts'
import { bankCodes, isBankAccount } from './bank-accounts.ts'
import { meters, Plan } from './plans.ts'

/** `past_due`: a charge failed and is tried again. `suspended`: what costs the operator money has stopped. */
export const accountStates = ['trial', 'active', 'past_due', 'suspended', 'canceled'] as const
export type AccountState = (typeof accountStates)[number]
/** Length of the trial, which needs no payment method. */
export const TRIAL_DAYS = 14
/** Shares of a cap at which Owners are warned. */
export const CAP_WARNINGS = [50, 80, 100] as const
export const CAP_MAX = 10_000_000

export const lineKinds = ['plan', 'plan_rest', 'upgrade', ...meters] as const
export const InvoiceLine = z.object({
  kind: z.enum(lineKinds),
  /** Name of the plan, in both languages. */
  nameHe: z.string(),
  nameEn: z.string(),
  quantity: z.number().int(),
  /** Of one price only; null: several tiers. */
  unitPrice: agorot.nullable(),
  amount: agorot,
  from: storedDay,
  to: storedDay,
})
export type InvoiceLine = z.output<typeof InvoiceLine>

export const PaymentMethod = z.object({
  _id: id,
  kind: z.enum(['card', 'bank']),
  /** `waiting`: the bank has not confirmed the standing order yet, or the card's page was not finished. */
  state: z.enum(['waiting', 'approved', 'refused']),
  brand: z.string(),
  last4: z.string(),
  /** Last month of a card, as its first day. */
  expiresMonth: storedDay.nullable(),
  bank: z.string(),
  branch: z.string(),
  isDefault: z.boolean(),
})
export type PaymentMethod = z.output<typeof PaymentMethod>

/** What the house answered last about an invoice that is not paid. */
export const Owed = z.object({
  invoiceId: id,
  amount: agorot,
  issuedOn: storedDay,
  /** Why the payment house refused, by its own word; null: not refused yet. */
  refusal: z.string().nullable(),
  nextTryAt: time.nullable(),
  /** From this day on the business is suspended. */
  suspendsOn: storedDay.nullable(),
  /** The house has not said yet, as a bank does for some days. */
  isRunning: z.boolean(),
})

export const Billing = z.object({
  state: z.enum(accountStates),
  trialUntil: storedDay,
  plan: Plan.nullable(),
  nextPlan: Plan.nullable(),
  periodFrom: storedDay.nullable(),
  periodTo: storedDay.nullable(),
  endsAfterPeriod: z.boolean(),
  /** The charge of the next month, with the usage of this one as it is forecast. Null without a plan. */
  next: z
    .object({
      on: storedDay,
      net: agorot,
      vatRate: z.number().int().nullable(),
      total: agorot,
      /** Beyond what is included, until today and as it is forecast for the month; before VAT. */
      usageUntilToday: agorot,
      usageForecast: agorot,
    })
    .nullable(),
  methods: z.array(PaymentMethod),
  owed: z.array(Owed),
  caps: z.partialRecord(z.enum(meters), z.number().int()),
  cappedIn: storedDay.nullable(),
  /** Whether a card or a standing order can be given. */
  takesPayments: z.boolean(),
  plans: z.array(Plan),
})
export type Billing = z.output<typeof Billing>

const Amount = z.object({ meter: z.enum(meters), amount: z.number().int() })
/** Usage of a month: the sum of each meter, of campaigns and of days. The sums of both are those of the meters. */
export const Usage = z.object({
  month: storedDay,
  meters: z.array(
    Amount.extend({
      included: z.number().int().nullable(),
      /** At the pace of the days that are over. */
      forecast: z.number().int(),
      cost: agorot,
      cap: z.number().int().nullable(),
    }),
  ),
  campaigns: z.array(z.object({ campaignId: id.nullable(), name: z.string().nullable(), amounts: z.array(Amount) })),
  days: z.array(z.object({ day: storedDay, amounts: z.array(Amount) })),
})
export type Usage = z.output<typeof Usage>

/** `now`: at once, with the difference for the days that are left; else on the first of the next month. */
export const PlanPreview = z.object({
  now: z.boolean(),
  from: storedDay,
  days: z.number().int(),
  daysOfMonth: z.number().int(),
  net: agorot,
  vat: agorot,
  vatRate: z.number().int().nullable(),
  total: agorot,
})
export type PlanPreview = z.output<typeof PlanPreview>

const NewMethod = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card') }),
  z
    .object({ kind: z.literal('bank'), bank: z.enum(bankCodes), branch: line(3, 1), account: line(9, 1) })
    .refine(isBankAccount, { path: ['account'], message: 'invalid_bank_account' }),
])
export type NewMethod = z.output<typeof NewMethod>
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const ofPlan = z.object({ planId: id })
const OneBilling = z.object({ success: z.literal(true), billing: Billing })

export const billingRoutes = {
  get: route({
    method: 'GET',
    path: '/billing',
    access: 'Owner',
    summary: 'Plan, next charge, payment methods and what is owed',
    reply: OneBilling,
  }),
  usage: route({
    ...heavyGet,
    path: '/billing/usage',
    access: 'Owner',
    summary: 'Usage of a month by campaign and by day, beside what is included',
    query: z.object({ month: month.optional() }),
    reply: z.object({ success: z.literal(true), usage: Usage }),
  }),
  previewPlan: route({
    method: 'GET',
    path: '/billing/plan/preview',
    access: 'Owner',
    summary: 'When a plan would begin and what would be charged at once',
    query: ofPlan,
    reply: z.object({ success: z.literal(true), preview: PlanPreview }),
  }),
  choosePlan: route({
    method: 'POST',
    path: '/billing/plan',
    access: 'Owner',
    summary: 'Choose a plan: a dearer one begins at once, a cheaper one on the first of the next month',
    body: ofPlan,
    reply: OneBilling,
  }),
  cancel: route({
    method: 'POST',
    path: '/billing/cancel',
    access: 'Owner',
    whileClosing: true,
    summary: 'End the plan after its month, or take that back',
    body: z.object({ isOn: z.boolean() }),
    reply: OneBilling,
  }),
  pay: route({
    method: 'POST',
    path: '/billing/pay',
    access: 'Owner',
    whileClosing: true,
    summary: 'Try to charge what is owed now',
    reply: OneBilling,
  }),
  changeCaps: route({
    method: 'PUT',
    path: '/billing/caps',
    access: 'Owner',
    summary: 'Set the most of each meter in a month; at the cap what causes costs stops',
    body: z.object({ caps: z.partialRecord(z.enum(meters), z.number().int().min(1).max(CAP_MAX)) }),
    reply: OneBilling,
  }),
  addMethod: route({
    method: 'POST',
    path: '/billing/payment-methods',
    access: 'Owner',
    summary: 'Begin to add a card or a standing order, at the address of the payment house',
    body: NewMethod,
    reply: z.object({ success: z.literal(true), url: z.string(), methodId: id }),
  }),
  finishMethod: route({
    method: 'POST',
    path: '/billing/payment-methods/:id/finish',
    access: 'Owner',
    summary: 'Ask the payment house how the set-up of a method ended',
    params: byId,
    reply: OneBilling,
  }),
  preferMethod: route({
    method: 'POST',
    path: '/billing/payment-methods/:id/default',
    access: 'Owner',
    summary: 'Charge this method from now on',
    params: byId,
    reply: Done,
  }),
  removeMethod: route({
    method: 'DELETE',
    path: '/billing/payment-methods/:id',
    access: 'Owner',
    summary: 'Remove a payment method; the last one stays while a plan is held or something is owed',
    params: byId,
    reply: Done,
  }),
}
