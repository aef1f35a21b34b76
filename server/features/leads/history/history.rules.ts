import type { HistoryItem, HistoryKind } from '#contract/leads/history/lead-history.ts'
import type { Names } from '../../names/names.cache.ts'
import type { LeadContext } from '../leads.service.ts'

/**
 * The items of one lead on one side of the place `from`, that of an item; without it, of the newest or of the oldest
 * item. The nearest come first, at most `limit`.
 */
export type SourcePage = {
  leadId: string
  side: 'older' | 'newer'
  from: string | undefined
  /** The item at the place itself is one of them. */
  isFromIncluded: boolean
  limit: number
}

/**
 * What another feature adds to the history of a lead that the caller may read, all of one kind. An item's `_id` has the
 * form of an event's id, with the time of the item in its first 48 bits, so that all sort together.
 */
export type HistorySource = {
  kind: HistoryKind
  list: (context: LeadContext & { names: Names }, page: SourcePage) => Promise<HistoryItem[]>
}

/** How the places on this side compare with `from`, and their order, nearest first. */
export const comparisonOf = ({ side, isFromIncluded }: Pick<SourcePage, 'side' | 'isFromIncluded'>) =>
  `${side === 'older' ? '<' : '>'}${isFromIncluded ? '=' : ''}`
export const directionOf = ({ side }: Pick<SourcePage, 'side'>) => (side === 'older' ? 'desc' : 'asc')

/** The time in a place, in milliseconds. */
export const timeOfPlace = (place: string) => Number.parseInt(place.slice(0, 8) + place.slice(9, 13), 16)
