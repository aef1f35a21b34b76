import type { HistoryItem } from '#contract/leads/lead-history.ts'
import type { Names } from '../../names/names.cache.ts'
import type { LeadContext } from '../leads.service.ts'

/** A page of the items of one lead: those before the place `before`, at most `limit`. */
export type SourcePage = { leadId: string; before: string | undefined; limit: number }

/**
 * What another feature adds to the history of a lead that the caller may read, newest first. An item's `_id` has the
 * form of an event's id, with the time of the item in its first 48 bits, so that all sort together.
 */
export type HistorySource = (context: LeadContext & { names: Names }, page: SourcePage) => Promise<HistoryItem[]>

/** The time in a place, in milliseconds. */
export const timeOfPlace = (place: string) => Number.parseInt(place.slice(0, 8) + place.slice(9, 13), 16)
