import { type ComponentType, createContext, use } from 'react'
import type { Where } from '#contract/leads/lead-where.ts'

/** Conditions on leads, for pages of other features. */
export type LeadConditions = {
  /** The conditions as a sentence. */
  Sentence: ComponentType<{ businessId: string; where: Where }>
  /** The window in which they are built; null: none. */
  Builder: ComponentType<{
    businessId: string
    where: Where | undefined
    opened: boolean
    onClose: () => void
    onApply: (where: Where | null) => void
  }>
}

const Context = createContext<LeadConditions | undefined>(undefined)
/** Set by the page that puts the features together. */
export const LeadConditionsProvider = Context.Provider

export function useLeadConditions(): LeadConditions {
  const conditions = use(Context)
  if (!conditions) throw new Error('The page provides no conditions of leads')
  return conditions
}
