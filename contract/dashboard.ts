import { z } from 'zod'
import { callStatuses } from './calls/call-statuses.ts'
import { CampaignName } from './campaigns.ts'
import { day, id, time } from './common.ts'
import { LeadStatus } from './leads/lead-status.ts'
import { responseBuckets } from './responses.ts'
import { heavyGet, route } from './route.ts'
import { User } from './team/users.ts'
import { dashboardPresets } from './values/date-presets.ts'

/** Specification, section 9: the chart of lead creation covers the last five years at most. */
export const CHART_YEARS = 5
export const chartUnits = ['day', 'week', 'month', 'year'] as const
export type ChartUnit = (typeof chartUnits)[number]
/** More bars cannot be distinguished. */
export const CHART_BARS_MAX = 62
/** Limit of drifts that the nightly audit lists. */
export const AUDIT_DRIFTS_MAX = 50
/** Nights that are shown. */
export const AUDITS_SHOWN = 30

export const DashboardQuery = z
  .object({
    preset: z.enum(dashboardPresets).default('thisMonth'),
    /** With `custom`: its days, both included. */
    from: day.optional(),
    to: day.optional(),
    /** Absent: every campaign that the caller may read. */
    campaignId: id.optional(),
    /** Absent, or too small for the period: what shows it best. */
    unit: z.enum(chartUnits).optional(),
  })
  .refine(({ preset, from, to }) => preset !== 'custom' || (from && to), { path: ['from'], message: 'required' })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'end_before_start' })
export type DashboardQuery = z.output<typeof DashboardQuery>

const Days = z.object({ from: day, to: day })
/** A number of the period, and of the one before; null: there is none to compare with. */
const Count = z.object({ total: z.number().int(), previous: z.number().int().nullable() })
/** The same where a period may have no value, because nothing was answered or there is nothing to divide by. */
const Measure = z.object({ value: z.number().nullable(), previous: z.number().nullable() })
export type Count = z.output<typeof Count>
export type Measure = z.output<typeof Measure>

/** Calls that began in the period. Each count is the total of a list of calls, those that go on included. */
export const CallFigures = z.object({
  /** Any call at all, whenever. */
  hasCalls: z.boolean(),
  total: Count,
  answered: Count,
  /** Answered of those that have ended and could be answered (unanswerableStatuses), 0 to 1. */
  answeredShare: Measure,
  /** One of missedStatuses. */
  missed: Count,
  /** Mean seconds until the call was answered. */
  averageWait: Measure,
  /** All eight, in the order of callStatuses. */
  statuses: z.array(z.object({ status: z.enum(callStatuses) }).extend(Count.shape)),
  /** Most calls first; those with a call in either period. */
  campaigns: z.array(CampaignName.extend({ ...Count.shape, answeredShare: z.number().nullable() })),
  /** Who was rung in the period; most answered calls first. */
  people: z.array(
    z.object({
      user: User,
      answered: Count,
      /** Rang at their phone without their answer; not where a colleague was quicker. */
      missed: Count,
      /** Answered of both, 0 to 1. */
      rate: Measure,
    }),
  ),
})
export type CallFigures = z.output<typeof CallFigures>

/** Leads created in a period that are not in the trash, as they stand now. Each count is the total of a list of leads. */
export const Dashboard = z.object({
  /** Null: all time. */
  period: Days.nullable(),
  previous: Days.nullable(),
  /** Any lead at all, whenever. */
  hasLeads: z.boolean(),
  newLeads: Count,
  /** In a status of the type Won. */
  won: Count,
  /** Won of all, 0 to 1. */
  conversion: Measure,
  /** Agorot of the won leads, in campaigns whose sales the caller may see; null: in none. */
  sales: Measure.nullable(),
  /** Seconds to the first answer of a person: the median of the answered leads, exact to its step (contract/responses.ts). */
  medianResponse: Measure,
  unanswered: Count,
  time: z.object({
    unit: z.enum(chartUnits),
    /** Units that can be asked for. */
    units: z.array(z.enum(chartUnits)),
    points: z.array(Days.extend(Count.shape)),
  }),
  /** In the order of statuses; those of all leads, also without one in the period. */
  statuses: z.array(LeadStatus.omit({ asks: true, campaignIds: true }).extend(Count.shape)),
  /** Most leads first; those with a lead in either period. */
  sources: z.array(z.object({ source: z.string() }).extend(Count.shape)),
  campaigns: z.array(CampaignName.extend(Count.shape)),
  responses: z.array(z.object({ bucket: z.enum(responseBuckets) }).extend(Count.shape)),
  /** In campaigns whose calls the caller may read; null: in none. */
  calls: CallFigures.nullable(),
})
export type Dashboard = z.output<typeof Dashboard>

/** A night's comparison of all counters with the leads themselves. */
export const CounterAudit = z.object({
  at: time,
  /** Figures compared. */
  checked: z.number().int(),
  driftCount: z.number().int(),
  repaired: z.number().int(),
  tookMs: z.number().int(),
  /** What a counter lacked, or had too much (below zero). */
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
      /** Of calls: seconds. */
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
  audits: route({
    method: 'GET',
    path: '/dashboard/audits',
    access: 'Owner',
    summary: 'The last nightly audits of the counters, newest first',
    reply: z.object({ success: z.literal(true), audits: z.array(CounterAudit) }),
  }),
}
