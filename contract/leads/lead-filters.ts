import { z } from 'zod'
import { commaList, day, id, jsonQuery, Paging, SEARCH_MAX, text } from '../common.ts'
import { FIELD_KEY_MAX, SentFieldName } from '../lead-fields/own-fields.ts'
import { hoursOfDay, weekdays } from '../values/week-hours.ts'
import { SOURCE_MAX } from './attribution.ts'
import { DEFAULT_LEAD_SORT, SentSort } from './lead-sorts.ts'
import { statusTypes } from './lead-status.ts'
import { Where } from './lead-where.ts'
import { responseBuckets, targetStates } from './responses/responses.ts'
import { tag } from './tags.ts'

/** How often per day the entries of a restricted member may join another member's lead. */
export const JOINED_LEADS_A_DAY = 10
/** Maximum number of leads excluded from "all matching". */
export const EXCEPT_MAX = 1_000

/** A lead must match all given filters. */
export const LeadFilters = z.strictObject({
  status: z.array(id).max(100).optional(),
  /** Matches any status of these types. */
  statusType: z.array(z.enum(statusTypes)).max(statusTypes.length).optional(),
  source: z.array(text(SOURCE_MAX)).max(100).optional(),
  /** User ids; `none` means unassigned. */
  assigned: z
    .array(z.union([id, z.literal('none')]))
    .max(100)
    .optional(),
  /** Matches leads that have any of these tags. */
  tag: z.array(tag).max(100).optional(),
  /** Only leads that share a phone or e-mail with another live lead visible to the caller. */
  duplicate: z.literal(true).optional(),
  /** First and last day of creation in Asia/Jerusalem, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Weekdays and hours of creation on the clock in Asia/Jerusalem. */
  weekday: z.array(z.enum(weekdays)).max(weekdays.length).optional(),
  hour: z.array(z.enum(hoursOfDay)).max(hoursOfDay.length).optional(),
  unread: z.literal(true).optional(),
  /** Only unanswered leads: no status change and no comment by a person yet. */
  unanswered: z.literal(true).optional(),
  /** Only unanswered leads after the target of their campaign for the first response. */
  late: z.literal(true).optional(),
  /** Matches any of these ranges of the first response time. */
  response: z.array(z.enum(responseBuckets)).max(responseBuckets.length).optional(),
  /** Matches any of these states of the first-response target. */
  responseTarget: z.array(z.enum(targetStates)).max(targetStates.length).optional(),
  /** Searches the trash instead of the live leads. */
  trash: z.literal(true).optional(),
  /** Leads with this option of an own choice field, as a column of the board; null: those without a value. */
  option: z.strictObject({ field: SentFieldName, key: z.string().max(FIELD_KEY_MAX).nullable() }).optional(),
  /** Rules on any field, joined by and/or. */
  where: Where.optional(),
})
export type LeadFilters = z.output<typeof LeadFilters>

export const LeadQuery = Paging.extend({
  /** Comma-separated campaign ids; absent: all campaigns that the caller may read. */
  campaignId: commaList(id).optional(),
  /** Accepted because the specification names it, but ignored: `campaignId` alone selects the campaigns. */
  all: z.enum(['true', 'false']).optional(),
  filters: jsonQuery(LeadFilters).optional(),
  /**
   * At least three letters of the name or email, or digits of the phone in any formatting. A shorter text matches
   * nothing.
   */
  search: text(SEARCH_MAX).optional(),
  /**
   * A field, prefixed with a dash for descending order. Leads without a value come last in both directions; equal ones
   * are ordered by date, then id.
   */
  sort: SentSort.default(DEFAULT_LEAD_SORT),
})
export type LeadQuery = z.output<typeof LeadQuery>

/** Selects all leads that a list with these filters would show now, except the leads in `except`. */
export const AllLeads = z.object({
  all: z.literal(true),
  filters: LeadFilters.optional(),
  search: text(SEARCH_MAX).optional(),
  except: z.array(id).max(EXCEPT_MAX).optional(),
})
