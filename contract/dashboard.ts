import { z } from 'zod'
import { callStatuses } from './calls/call-statuses.ts'
import { CampaignName } from './campaigns.ts'
import { day, id, time } from './common.ts'
import { LeadStatus } from './leads/lead-status.ts'
import { responseBuckets } from './leads/responses/responses.ts'
import { heavyGet, route } from './route.ts'
import { User } from './team/users.ts'
import { dashboardPresets } from './values/date-presets.ts'
import { HOURS_A_WEEK } from './values/week-hours.ts'

/** The chart of created leads covers at most the last five years (specification, section 9). */
export const CHART_YEARS = 5
export const chartUnits = ['day', 'week', 'month', 'year'] as const
export type ChartUnit = (typeof chartUnits)[number]
/** Maximum number of bars in the chart. More bars would be indistinguishable. */
export const CHART_BARS_MAX = 62
/** Maximum number of differences that the nightly audit lists. */
export const AUDIT_DRIFTS_MAX = 50
/** Maximum number of nightly audits listed. */
export const AUDITS_SHOWN = 30

export const DashboardQuery = z
  .object({
    preset: z.enum(dashboardPresets).default('thisMonth'),
    /** First and last day of the period, for the preset `custom`. */
    from: day.optional(),
    to: day.optional(),
    /** The campaign; absent: all campaigns that the caller may read. */
    campaignId: id.optional(),
    /** Limits the figures of calls to those that rang at the phones of this member, as the filter `rang` of their list. */
    rang: id.optional(),
    /** Unit of the chart. If it is absent or too fine for the period, the server chooses one. */
    unit: z.enum(chartUnits).optional(),
  })
  .refine(({ preset, from, to }) => preset !== 'custom' || (from && to), { path: ['from'], message: 'required' })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'end_before_start' })
export type DashboardQuery = z.output<typeof DashboardQuery>

const Days = z.object({ from: day, to: day })
/** A count, and the count of the previous period; null if there is no period to compare with. */
const Count = z.object({ total: z.number().int(), previous: z.number().int().nullable() })
/** An average or ratio, and its value in the previous period; null where it is undefined. */
const Measure = z.object({ value: z.number().nullable(), previous: z.number().nullable() })
export type Count = z.output<typeof Count>
export type Measure = z.output<typeof Measure>

/** Statistics of calls that began in the period, including ongoing ones. Each count equals the total of a call list. */
export const CallFigures = z.object({
  /** Whether the business has any call, in any period. */
  hasCalls: z.boolean(),
  total: Count,
  answered: Count,
  /** Answered calls divided by ended calls that a phone could have answered (not unanswerableStatuses), 0 to 1. */
  answeredShare: Measure,
  /** Calls with one of missedStatuses. */
  missed: Count,
  /** Mean seconds until the call was answered. */
  averageWait: Measure,
  /** All eight statuses, in the order of callStatuses. */
  statuses: z.array(z.object({ status: z.enum(callStatuses) }).extend(Count.shape)),
  /** Campaigns with a call in either period, most calls first. */
  campaigns: z.array(CampaignName.extend({ ...Count.shape, answeredShare: z.number().nullable() })),
  /** Members rung in the period, most answered calls first. */
  people: z.array(
    z.object({
      user: User,
      answered: Count,
      /** Calls that rang at the member's phone unanswered, except those that a colleague answered first. */
      missed: Count,
      /** Answered calls divided by the sum of answered and missed calls, 0 to 1. */
      rate: Measure,
    }),
  ),
})
export type CallFigures = z.output<typeof CallFigures>

/**
 * Statistics of leads that were created in a period and are not in the trash now. Each count equals the total of a lead
 * list.
 */
export const Dashboard = z.object({
  /** The period that the statistics cover; null: all time. */
  period: Days.nullable(),
  previous: Days.nullable(),
  /** Whether the business has any lead, in any period. */
  hasLeads: z.boolean(),
  newLeads: Count,
  /** Leads in a status of the type Won. */
  won: Count,
  /** Won leads divided by all leads, 0 to 1. */
  conversion: Measure,
  /**
   * Total value, in agorot, of won leads in campaigns whose sales the caller may see; null if there is no such
   * campaign.
   */
  sales: Measure.nullable(),
  /** Median seconds to the first answer by a person, at the resolution of contract/leads/responses.ts. */
  medianResponse: Measure,
  unanswered: Count,
  time: z.object({
    unit: z.enum(chartUnits),
    /** Units that the period allows. */
    units: z.array(z.enum(chartUnits)),
    points: z.array(Days.extend(Count.shape)),
  }),
  /** Statuses in their display order, including those without a lead in the period. */
  statuses: z.array(LeadStatus.omit({ asks: true, campaignIds: true }).extend(Count.shape)),
  /** Sources with a lead in either period, most leads first. */
  sources: z.array(z.object({ source: z.string() }).extend(Count.shape)),
  campaigns: z.array(CampaignName.extend(Count.shape)),
  responses: z.array(z.object({ bucket: z.enum(responseBuckets) }).extend(Count.shape)),
  /** Covers campaigns whose calls the caller may read; null if there is no such campaign. */
  calls: CallFigures.nullable(),
})
export type Dashboard = z.output<typeof Dashboard>

/** Counts by hour of the week (contract/values/week-hours.ts), from Sunday midnight on. */
const WeekHours = z.array(z.number().int()).length(HOURS_A_WEEK)
/** When calls and leads of a period arrive, on the clock in Israel. Each count equals the total of a list. */
export const DashboardHours = z.object({
  /** Incoming calls; null if there is no campaign whose calls the caller may read. */
  calls: WeekHours.nullable(),
  /** Those with one of missedStatuses. */
  missed: WeekHours.nullable(),
  leads: WeekHours,
})
export type DashboardHours = z.output<typeof DashboardHours>

/** Missed calls of a period (missedStatuses), by whether their callers were reached since. Each count equals the total of a list. */
export const DashboardReturns = z.object({
  /** Someone spoke with the caller after the call, or marked it as returned. */
  returned: Count,
  notReturned: Count,
  /** Median working minutes until then. */
  medianMinutes: Measure,
})
export type DashboardReturns = z.output<typeof DashboardReturns>

/**
 * Meetings that begin in the period, of those that the caller sees in the calendar and that were not called off. Each count
 * equals the total of a list of meetings.
 */
export const DashboardMeetings = z.object({
  /** The days of the lists: the period; of all time from the first meeting to the last. */
  days: Days,
  set: Count,
  /** Confirmed by the guest, or for them. */
  confirmed: Count,
  held: Count,
  /** The guest did not come. */
  noShow: Count,
})
export type DashboardMeetings = z.output<typeof DashboardMeetings>

/** A nightly comparison of all counters with the rows that they count. */
export const CounterAudit = z.object({
  at: time,
  /** Number of compared counters. */
  checked: z.number().int(),
  driftCount: z.number().int(),
  repaired: z.number().int(),
  tookMs: z.number().int(),
  /** The differences found: the expected value minus the stored one, negative if a counter is too high. */
  drifts: z.array(
    z.object({
      of: z.enum(['leads', 'calls']).default('leads'),
      level: z.enum(['day', 'month', 'total']),
      campaignId: id.nullable(),
      facet: z.string(),
      key: z.string(),
      day: day.nullable(),
      total: z.number().int(),
      sales: z.number().int().default(0),
      value: z.number().int().default(0),
      /** Seconds of ringing and of talk; only for calls. */
      wait: z.number().int().optional(),
      talk: z.number().int().optional(),
    }),
  ),
})
export type CounterAudit = z.output<typeof CounterAudit>

export const dashboardRoutes = {
  get: route({
    ...heavyGet,
    path: '/dashboard',
    access: 'None',
    summary: 'Figures and charts of the leads created, and of the calls begun, in a period',
    query: DashboardQuery,
    reply: z.object({ success: z.literal(true), dashboard: Dashboard }),
  }),
  hours: route({
    ...heavyGet,
    path: '/dashboard/hours',
    access: 'None',
    summary: 'Incoming calls, missed calls and new leads of a period by weekday and hour',
    query: DashboardQuery,
    reply: z.object({ success: z.literal(true), hours: DashboardHours }),
  }),
  returns: route({
    ...heavyGet,
    path: '/dashboard/returns',
    access: 'None',
    summary: 'Missed calls of a period that were returned, those that were not, and the working minutes until then',
    query: DashboardQuery,
    reply: z.object({ success: z.literal(true), returns: DashboardReturns.nullable() }),
  }),
  meetings: route({
    ...heavyGet,
    path: '/dashboard/meetings',
    access: 'None',
    can: 'meetings.see',
    summary: 'Meetings of a period: set, confirmed, held and those to which the guest did not come',
    query: DashboardQuery,
    reply: z.object({
      success: z.literal(true),
      /** Null: the business has no meeting that the caller sees. */
      meetings: DashboardMeetings.nullable(),
    }),
  }),
  audits: route({
    method: 'GET',
    path: '/dashboard/audits',
    access: 'Owner',
    summary: 'The last nightly audits of the counters, newest first',
    reply: z.object({ success: z.literal(true), audits: z.array(CounterAudit) }),
  }),
}
