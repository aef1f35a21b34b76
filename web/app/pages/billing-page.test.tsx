import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Billing, billingRoutes } from '#contract/billing/billing.ts'
import type { Plan } from '#contract/billing/plans.ts'
import { taxDocumentRoutes } from '#contract/tax-documents/tax-documents.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { idOf, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, reply } from '../../testing/replies.ts'
import { BillingWithDocuments } from './billing-page.tsx'

const marks = document.documentElement.dataset
beforeEach(() => {
  marks.billing = ''
})
afterEach(() => {
  delete marks.billing
})

const growth: Plan = {
  _id: idOf(900),
  plan: 'growth',
  version: 1,
  nameHe: 'צמיחה',
  nameEn: 'Growth',
  price: 69_000,
  rates: {},
}
const trial: Billing = {
  ...{ state: 'trial', trialUntil: '2026-12-11', plan: null, nextPlan: null, periodFrom: null, periodTo: null },
  ...{ endsAfterPeriod: false, next: null, owed: [], caps: {}, cappedIn: null, takesPayments: true, plans: [growth] },
  methods: [
    {
      ...{ _id: idOf(901), kind: 'card', state: 'approved', brand: 'Visa', last4: '4821', expiresMonth: '2028-03-01' },
      ...{ bank: '', branch: '', isDefault: true },
    },
  ],
}
const active: Billing = {
  ...{ ...trial, state: 'active', plan: growth, periodFrom: '2026-11-01', periodTo: '2026-11-30' },
  next: {
    ...{ on: '2026-12-01', net: 69_000, vatRate: 1_800, total: 81_420 },
    ...{ usageUntilToday: 0, usageForecast: 0 },
  },
}
const owing: Billing = {
  ...{ ...active, state: 'past_due' },
  owed: [
    {
      ...{ invoiceId: idOf(902), amount: 40_710, issuedOn: '2026-11-16', refusal: 'insufficient_funds' },
      ...{ nextTryAt: '2026-11-19T08:00:00.000Z', suspendsOn: '2026-12-01', isRunning: false },
    },
  ],
}
const open = (billing: Billing, replies: FakeReply[] = []) => {
  const none = { page: 1, limit: 10, total: 0, totalIsExact: true, pages: 1 }
  const usage = {
    ...{ month: '2026-11-01', campaigns: [], days: [] },
    meters: [{ meter: 'sms' as const, amount: 8, included: 6, forecast: 16, cost: 24, cap: null }],
  }
  return renderPage(<BillingWithDocuments />, {
    path: `/b/${BUSINESS_ID}/settings/billing`,
    route: '/b/$businessId/settings/billing',
    replies: [
      ...surroundings('Owner'),
      reply(billingRoutes.get, { success: true, billing }),
      reply(billingRoutes.usage, { success: true, usage }),
      reply(taxDocumentRoutes.list, { success: true, documents: [], pagination: none }),
      ...replies,
    ],
    session: aSession({ role: 'Owner' }),
  })
}

it('a plan is chosen after its price for the rest of the month is shown', async () => {
  const preview = {
    ...{ now: true, from: '2026-11-16', days: 15, daysOfMonth: 30 },
    ...{ net: 34_500, vat: 6_210, vatRate: 1_800, total: 40_710 },
  }
  const { user, server } = await open(trial, [
    reply(billingRoutes.previewPlan, { success: true, preview }),
    reply(billingRoutes.choosePlan, { success: true, billing: active }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Choose a plan' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('radio', { name: /Growth/ }))
  await user.click(await within(dialog).findByRole('button', { name: /407\.10/ }))
  expect(await screen.findByRole('button', { name: 'Change plan' })).toBeDefined()
  expect(screen.getByText(/814\.20/)).toBeDefined()
  expect(server.calls.find(({ route }) => route === billingRoutes.choosePlan)?.body).toEqual({ planId: growth._id })
})

it('a refused card is said with the next try and the day of suspension, and goes once it is paid', async () => {
  const { user } = await open(owing, [reply(billingRoutes.pay, { success: true, billing: active })])
  const alert = await screen.findByRole('alert')
  for (const words of ['407.10', '19 Nov 2026', '1 Dec 2026']) expect(alert.textContent).toContain(words)
  await user.click(within(alert).getByRole('button', { name: /407\.10/ }))
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
})

it('a cap is set, and one that is reached is said', async () => {
  const capped = { ...active, caps: { sms: 8 }, cappedIn: '2026-11-01' }
  const { user, server } = await open(active, [reply(billingRoutes.changeCaps, { success: true, billing: capped })])
  await user.click(await screen.findByRole('button', { name: 'Caps and warnings' }))
  await user.type(await screen.findByRole('textbox', { name: 'SMS' }), '8')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByText(/A cap is reached/)).textContent).toContain('forwarded calls')
  expect(server.calls.find(({ route }) => route === billingRoutes.changeCaps)?.body).toEqual({ caps: { sms: 8 } })
})

it('an installation that charges no business has no such page', async () => {
  delete marks.billing
  const { server } = await open(active)
  expect(await screen.findByText('Sorry, the page you are looking for does not exist')).toBeDefined()
  expect(server.calls.filter(({ route }) => route.path.startsWith('/billing'))).toEqual([])
})
