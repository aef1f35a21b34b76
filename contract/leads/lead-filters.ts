import { z } from 'zod'
import { commaList, day, id, jsonQuery, Paging, SEARCH_MAX, text } from '../common.ts'
import { responseBuckets } from '../responses.ts'
import { leadFieldsWith } from './lead-fields.ts'
import { statusTypes } from './lead-status.ts'
import { Where } from './lead-where.ts'
import { tag } from './tags.ts'

export const SOURCE_MAX = 50
/** How many times a day an entry by a restricted member may join another member's lead. */
export const JOINED_LEADS_A_DAY = 10
/** Limit of leads excluded from "all that match". */
export const EXCEPT_MAX = 1_000

/** Every filter given must hold. */
export const LeadFilters = z.strictObject({
  status: z.array(id).max(100).optional(),
  /** Any status of these types. */
  statusType: z.array(z.enum(statusTypes)).max(statusTypes.length).optional(),
  source: z.array(text(SOURCE_MAX)).max(100).optional(),
  /** Members; `none`: unassigned. */
  assigned: z
    .array(z.union([id, z.literal('none')]))
    .max(100)
    .optional(),
  /** Any of these. */
  tag: z.array(tag).max(100).optional(),
  /** Another live lead that the caller may read has this phone or e-mail. */
  duplicate: z.literal(true).optional(),
  /** Days of creation in Asia/Jerusalem, both included. */
  from: day.optional(),
  to: day.optional(),
  unread: z.literal(true).optional(),
  /** Unanswered: no status change and no comment by a person yet. */
  unanswered: z.literal(true).optional(),
  /** How long the first answer took. */
  response: z.array(z.enum(responseBuckets)).max(responseBuckets.length).optional(),
  /** The trash instead of the live leads. */
  trash: z.literal(true).optional(),
  /** Rules on any field, joined by and/or. */
  where: Where.optional(),
})
export type LeadFilters = z.output<typeof LeadFilters>

/** A field, or with a dash its descending order. */
export const leadSorts = leadFieldsWith('isSortable').flatMap((field) => [`-${field}`, field] as const)

export const LeadQuery = Paging.extend({
  /** Comma-joined; absent: every campaign that the caller may read. */
  campaignId: commaList(id).optional(),
  /** Accepted because the specification sends it; which campaigns are read follows from `campaignId` alone. */
  all: z.enum(['true', 'false']).optional(),
  filters: jsonQuery(LeadFilters).optional(),
  /** Three or more letters of name or e-mail, or digits of the phone in any formatting. Less finds nothing. */
  search: text(SEARCH_MAX).optional(),
  sort: z.enum(leadSorts).default('-date'),
})
export type LeadQuery = z.output<typeof LeadQuery>

/** Every lead that matches as a list would show it at this moment, but for a few. */
export const AllLeads = z.object({
  all: z.literal(true),
  filters: LeadFilters.optional(),
  search: text(SEARCH_MAX).optional(),
  except: z.array(id).max(EXCEPT_MAX).optional(),
})
