import type { LeadsLook } from '#contract/users.ts'
import type { SearchText } from '../../lib/search.ts'

/** The list that a lead was opened from, carried by the history entry: where Back leads and which leads are beside it. */
export type LeadPlace = {
  campaignId: string | null
  look: LeadsLook
  /** The list's own search parameters. */
  search: SearchText
  limit: number
  /** From 0, over all pages. */
  index: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    leadPlace?: LeadPlace
  }
}
