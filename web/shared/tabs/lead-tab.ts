import type { ComponentType } from 'react'
import type { Right } from '#contract/roles.ts'

/** A tab of the lead page as its feature registers it. */
export type LeadTab = {
  /** Value of `tab` in the URL; the first tab has none there. */
  id: string
  /** Its text in `leads.json`. */
  label: string
  component: ComponentType<{ businessId: string; leadId: string }>
  /** What of the content is shown, beside the tabs. */
  Tools?: ComponentType
  /** The tab has a composer of its own, so that the page shows none for comments. */
  hasComposer?: true
  /** Required right in the lead's campaign; without it every lead has the tab. */
  needs?: Right
}
