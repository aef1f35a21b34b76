import type { ComponentType } from 'react'
import type { Right } from '#contract/roles.ts'

/** A tab of the lead page as its feature registers it. */
export type LeadTab = {
  /** Its name in the address, where the first tab has none. */
  id: string
  /** Its text in `leads.json`. */
  label: string
  component: ComponentType<{ businessId: string; leadId: string }>
  /** The right in the lead's campaign that it takes; without one it is shown with every lead. */
  needs?: Right
}
