import type { BoardBy } from '#contract/leads/lead-fields.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import type { SearchText } from '../../lib/search.ts'

/** The list that a lead was opened from, kept in the history entry: for Back and for the previous and next lead. */
export type ListOrigin = {
  campaignId: string | null
  look: LeadsLook
  /** Search parameters of the list. */
  search: SearchText
  limit: number
  /** From 0, over all pages. */
  index: number
  /** The column of the board; absent: the lead was opened from a list. */
  column?: { by: BoardBy; key: string }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    listOrigin?: ListOrigin
  }
}
