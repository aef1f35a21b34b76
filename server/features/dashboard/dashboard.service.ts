import type { Count, Dashboard, DashboardQuery, Measure } from '#contract/dashboard.ts'
import { NOT_ANSWERED, responseBuckets, stepsOf } from '#contract/leads/responses/responses.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { type DayRange, daysIn, inOrder } from '#contract/values/date-presets.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  canInCampaign,
  canReadCampaign,
  heardCampaigns,
  isRestrictedToOwn,
  visibleCampaigns,
} from '../access/access.rules.ts'
import { listCallFigures } from './call-figures.queries.ts'
import { callFiguresOf } from './call-figures.service.ts'
import { type FigureRow, listCampaignNames, listFigures, listStatuses } from './dashboard.queries.ts'
import { chartRangeOf, cut, medianOf, type Periods, periodsOf, unitsOf } from './dashboard.rules.ts'
import { listOwnFigures } from './own-figures.queries.ts'
import { readPersonCalls } from './person-calls.service.ts'

/** Sources shown: a business may have thousands of free-text sources. */
const SOURCES_MAX = 50
const CAMPAIGNS_MAX = 100

export type Asking = { db: Db; caller: Member; now: Date }

/** Figures and charts of a period, within what the caller may read. */
export async function readDashboard({ db, caller, now }: Asking, query: DashboardQuery): Promise<Dashboard> {
  const { campaignId } = query
  const today = dayOf(now)
  const periods = periodsOf(query, today)
  const { campaigns, heard, own, whole } = reachOf(caller, campaignId)
  const chart = chartRangeOf(periods.period, today)
  const chartBefore = rangeBefore(periods, chart)
  // Queries run one after the other on one connection, so that a dashboard does not occupy several.
  const [counted, names, statuses, calls, ownRows] = await db.connection().execute((one) =>
    Promise.all([
      listFigures(one, caller.businessId, { ...periods, campaigns: whole, chart, chartBefore }),
      listCampaignNames(one, caller.businessId, campaigns),
      listStatuses(one, caller.businessId),
      heard && callsOf(one, caller.businessId, { ...periods, ...heard, rang: query.rang }),
      own.length
        ? listOwnFigures(one, caller.businessId, {
            ...periods,
            campaigns: own,
            userId: caller.userId,
            chart,
            chartBefore,
          })
        : [],
    ]),
  )
  if (campaignId && !names.length) throw new AppError('campaign_not_found')
  const rows = ownRows.length ? summed([...counted, ...ownRows]) : counted
  const figures = figuresOf(rows, periods.previous !== null)
  const [newLeads, byStatus, byResponse] = [figures.of('all', ''), figures.by('status'), figures.by('response')]
  const won = sumOf(
    statuses.filter(({ type }) => type === 'Won').map(({ _id }) => byStatus(_id)),
    figures.nothing,
  )
  return {
    ...periods,
    hasLeads: rows.some(({ kind }) => kind === 'ever'),
    newLeads,
    won,
    conversion: ratioOf(won, newLeads),
    sales: salesOf(caller, figures, campaignId ? names : campaigns && names),
    medianResponse: {
      value: medianOf(figures.totals('response', true)),
      previous: periods.previous && medianOf(figures.totals('response', false)),
    },
    unanswered: byResponse(NOT_ANSWERED),
    time: timeOf(figures, { chart, chartBefore, period: periods.period }, query.unit),
    statuses: statuses.map((status) => ({ ...status, ...byStatus(status._id) })),
    sources: figures.ranked('source', SOURCES_MAX).map(({ key, ...count }) => ({ source: key, ...count })),
    campaigns: figures.ranked('campaign', CAMPAIGNS_MAX).flatMap(({ key, ...count }) => {
      const name = names.find(({ _id }) => _id === key)
      return name ? [{ ...name, ...count }] : []
    }),
    responses: responseBuckets.map((bucket) => ({
      bucket,
      ...sumOf(stepsOf(bucket).map(byResponse), figures.nothing),
    })),
    calls: calls?.(names) ?? null,
  }
}

type OfCalls = Periods & { campaigns: readonly string[] | null; rang: string | undefined }
/** Figures of calls, given the names of the campaigns; null: of a person who is no member. */
async function callsOf(db: Db, businessId: string, { rang, ...asked }: OfCalls) {
  if (rang) return readPersonCalls(db, businessId, { ...asked, userId: rang })
  const rows = await listCallFigures(db, businessId, asked)
  return (names: Parameters<typeof callFiguresOf>[1]) => callFiguresOf(rows, names, asked.previous !== null)
}

/**
 * The campaigns of the figures; 404 for one out of scope. Null: the whole business. `heard`: those whose calls the caller
 * may read; `own`: those in which the caller reads only their own leads; `whole`: the others.
 */
export function reachOf(caller: Member, campaignId: string | undefined) {
  if (campaignId && !canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  const campaigns = campaignId ? [campaignId] : visibleCampaigns(caller)
  const own = campaigns?.filter((id) => isRestrictedToOwn(caller, id)) ?? []
  const whole = campaigns?.filter((id) => !own.includes(id)) ?? null
  return { campaigns, heard: heardOf(caller, campaigns), own, whole }
}

/** Requested campaigns whose calls the caller may read (null: the whole business); null result: none. */
function heardOf(caller: Member, asked: readonly string[] | null): { campaigns: readonly string[] | null } | null {
  const heard = heardCampaigns(caller)
  if (!heard) return { campaigns: asked }
  const campaigns = asked ? heard.filter((id) => asked.includes(id)) : heard
  return campaigns.length ? { campaigns } : null
}

/** Adds up rows of the same figure, so that each figure has one row. */
const summed = (rows: readonly FigureRow[]): FigureRow[] =>
  [...Map.groupBy(rows, ({ kind, key, isCurrent }) => `${kind} ${isCurrent} ${key}`).values()].map((same) => ({
    ...(same[0] as FigureRow),
    total: same.reduce((sum, { total }) => sum + total, 0),
    sales: same.reduce((sum, { sales }) => sum + sales, 0),
  }))

type Kind = FigureRow['kind']
type Figures = ReturnType<typeof figuresOf>

/** Gives access to the rows by kind and key. */
function figuresOf(rows: readonly FigureRow[], isCompared: boolean) {
  const known = new Map(rows.map((row) => [`${row.kind} ${row.isCurrent} ${row.key}`, row]))
  const rowOf = (kind: Kind, key: string, isCurrent: boolean) => known.get(`${kind} ${isCurrent} ${key}`)
  const of = (kind: Kind, key: string): Count => ({
    total: rowOf(kind, key, true)?.total ?? 0,
    previous: isCompared ? (rowOf(kind, key, false)?.total ?? 0) : null,
  })
  const keysOf = (kind: Kind) => [...new Set(rows.filter((row) => row.kind === kind).map(({ key }) => key))]
  return {
    nothing: { total: 0, previous: isCompared ? 0 : null } satisfies Count,
    of,
    by: (kind: Kind) => (key: string) => of(kind, key),
    salesOf: (kind: Kind, key: string, isCurrent: boolean) => rowOf(kind, key, isCurrent)?.sales ?? 0,
    totals: (kind: Kind, isCurrent: boolean) =>
      new Map(
        rows.filter((row) => row.kind === kind && row.isCurrent === isCurrent).map(({ key, total }) => [key, total]),
      ),
    ranked: (kind: Kind, most: number) =>
      keysOf(kind)
        .map((key) => ({ key, ...of(kind, key) }))
        .filter(({ total, previous }) => total > 0 || (previous ?? 0) > 0)
        .sort((a, b) => b.total - a.total || (b.previous ?? 0) - (a.previous ?? 0) || (a.key < b.key ? -1 : 1))
        .slice(0, most),
    isCompared,
  }
}

const sumOf = (counts: readonly Count[], nothing: Count): Count =>
  counts.reduce(
    (sum, { total, previous }) => ({
      total: sum.total + total,
      previous: sum.previous === null ? null : sum.previous + (previous ?? 0),
    }),
    nothing,
  )

const ratioOf = (part: Count, whole: Count): Measure => ({
  value: whole.total ? part.total / whole.total : null,
  previous: whole.previous ? (part.previous ?? 0) / whole.previous : null,
})

/** `named`: requested campaigns; null: the whole business. */
function salesOf(caller: Member, figures: Figures, named: { _id: string }[] | null): Measure | null {
  const seen = named?.filter(({ _id }) => canInCampaign(caller, 'campaigns.sales', _id)).map(({ _id }) => _id)
  if (seen?.length === 0 && !actsEverywhere(caller.role)) return null
  const sum = (isCurrent: boolean) =>
    seen
      ? seen.reduce((sales, id) => sales + figures.salesOf('campaign', id, isCurrent), 0)
      : figures.salesOf('all', '', isCurrent)
  return { value: sum(true), previous: figures.isCompared ? sum(false) : null }
}

const distance = (from: string, to: string) => daysIn({ from, to }) - 1

/** Days of the previous period for each day of the chart, matched by position: the first with the first, and so on. */
function rangeBefore({ period, previous }: Periods, chart: DayRange): DayRange | null {
  if (!period || !previous) return null
  const shift = distance(previous.from, period.from)
  const from = plusDays(chart.from, -shift)
  const [to] = inOrder(plusDays(chart.to, -shift), previous.to)
  return from <= to ? { from, to } : null
}

type Chart = { chart: DayRange; chartBefore: DayRange | null; period: DayRange | null }
function timeOf(
  figures: Figures,
  { chart, chartBefore, period }: Chart,
  wanted: Dashboard['time']['unit'] | undefined,
) {
  const [now, before] = [figures.totals('day', true), figures.totals('day', false)]
  // The period of all time starts with the first lead.
  const days = [...now].filter(([, total]) => total !== 0).map(([day]) => day)
  const first = days.sort()[0]
  const range = period ? chart : { ...chart, from: first ?? chart.to }
  const units = unitsOf(range)
  const unit = wanted && units.includes(wanted) ? wanted : units[0]
  const shift = chartBefore ? distance(chartBefore.from, chart.from) : 0
  const sum = (totals: ReadonlyMap<string, number>, { from, to }: DayRange) => {
    let total = 0
    for (let day = from; day <= to; day = plusDays(day, 1)) total += totals.get(day) ?? 0
    return total
  }
  const points = cut(range, unit).map(({ from, to }) => ({
    from,
    to,
    total: sum(now, { from, to }),
    previous: chartBefore && sum(before, { from: plusDays(from, -shift), to: plusDays(to, -shift) }),
  }))
  return { unit, units, points }
}
