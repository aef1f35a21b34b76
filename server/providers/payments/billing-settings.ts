import { z } from 'zod'

/** Environment variables of billing. */
export const billingVariables = {
  BILLING: z.enum(['on', 'off'], 'must be on or off').optional(),
  PAYMENT_HOUSE: z.enum(['local', 'none'], 'must be local or none').optional(),
}
type Given = { BILLING?: 'on' | 'off' | undefined; PAYMENT_HOUSE?: 'local' | 'none' | undefined }

/** Whether the test house is asked for outside the demo, for an operator who means real money. */
export const needsDemo = ({ PAYMENT_HOUSE }: Given, isDemo: boolean) => PAYMENT_HOUSE === 'local' && !isDemo
export const NEEDS_DEMO = 'PAYMENT_HOUSE local moves no money and needs the demo (DEMO=1 and a local PUBLIC_URL).'

export const billingOf = ({ BILLING, PAYMENT_HOUSE }: Given, isDemo: boolean) => ({
  /** Whether businesses are charged; without it nothing of billing is served or shown. The demo has it. */
  billing: (BILLING ?? (isDemo ? 'on' : 'off')) === 'on',
  /** Only because this is the demo: main.ts leaves it off in a database of real people. */
  hasBillingByDemo: isDemo && BILLING === undefined,
  /** Who charges cards and standing orders; `none`: businesses pay by transfer, which the operator notes. */
  paymentHouse: PAYMENT_HOUSE ?? (isDemo ? ('local' as const) : ('none' as const)),
})
