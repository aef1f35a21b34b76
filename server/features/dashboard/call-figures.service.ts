import { callStatuses, missedStatuses } from '#contract/calls/call-statuses.ts'
import type { CallFigures, Count, Measure } from '#contract/dashboard.ts'
import { answeredShareOf, ratioOf } from '../calls/answered-share.rules.ts'
import type { CallFigureRow } from './call-figures.queries.ts'

const PEOPLE_MAX = 100
const CAMPAIGNS_MAX = 100

type CampaignName = { _id: string; name: string; image: string | null }

/** The dashboard’s call figures from the rows of both periods; `previous` null: no comparison. */
export function callFiguresOf(
  rows: readonly CallFigureRow[],
  names: readonly CampaignName[],
  isCompared: boolean,
): CallFigures {
  const known = new Map(rows.map((row) => [`${row.kind} ${row.isCurrent} ${row.key}`, row]))
  const storedOf = (kind: CallFigureRow['kind'], key: string, isCurrent: boolean) =>
    known.get(`${kind} ${isCurrent} ${key}`)?.total ?? 0
  // Figures are of incoming calls: outgoing ones are answered, or not, by the people whom members call.
  const madeOf = (isCurrent: boolean) =>
    callStatuses.reduce((sum, status) => sum + storedOf('made', status, isCurrent), 0)
  const madeIn = (campaignId: string, isCurrent: boolean) =>
    callStatuses.reduce((sum, status) => sum + storedOf('campaignMade', `${campaignId} ${status}`, isCurrent), 0)
  const totalOf = (kind: CallFigureRow['kind'], key: string, isCurrent: boolean) => {
    const stored = storedOf(kind, key, isCurrent)
    if (kind === 'all') return stored - madeOf(isCurrent)
    if (kind === 'status') return stored - storedOf('made', key, isCurrent)
    if (kind === 'campaign') return stored - madeIn(key, isCurrent)
    return kind === 'campaignStatus' ? stored - storedOf('campaignMade', key, isCurrent) : stored
  }
  const both = <T>(value: (isCurrent: boolean) => T) => ({ now: value(true), before: isCompared ? value(false) : null })
  const count = (value: (isCurrent: boolean) => number): Count => {
    const { now, before } = both(value)
    return { total: now, previous: before }
  }
  const measure = (value: (isCurrent: boolean) => number | null): Measure => {
    const { now, before } = both(value)
    return { value: now, previous: before }
  }
  const byStatus = (status: string) => (isCurrent: boolean) => totalOf('status', status, isCurrent)
  const sumOf = (statuses: readonly string[]) => (isCurrent: boolean) =>
    statuses.reduce((sum, status) => sum + byStatus(status)(isCurrent), 0)
  return {
    hasCalls: rows.some(({ kind }) => kind === 'ever'),
    total: count((isCurrent) => totalOf('all', '', isCurrent)),
    answered: count(byStatus('Answered')),
    answeredShare: measure((isCurrent) => answeredShareOf((status) => byStatus(status)(isCurrent))),
    missed: count(sumOf(missedStatuses)),
    averageWait: measure((isCurrent) => {
      const total = byStatus('Answered')(isCurrent)
      const { wait = 0 } = known.get(`status ${isCurrent} Answered`) ?? {}
      return total ? Math.round(wait / total) : null
    }),
    statuses: callStatuses.map((status) => ({ status, ...count(byStatus(status)) })),
    campaigns: names
      .map((name) => ({
        ...name,
        ...count((isCurrent) => totalOf('campaign', name._id, isCurrent)),
        answeredShare: answeredShareOf((status) => totalOf('campaignStatus', `${name._id} ${status}`, true)),
      }))
      .filter(isSeen)
      .sort((a, b) => b.total - a.total || (b.previous ?? 0) - (a.previous ?? 0))
      .slice(0, CAMPAIGNS_MAX),
    people: peopleOf(rows)
      .map((user) => {
        const answered = (isCurrent: boolean) => totalOf('answered', user._id, isCurrent)
        const missed = (isCurrent: boolean) => totalOf('missed', user._id, isCurrent)
        const rate = (isCurrent: boolean) => ratioOf(answered(isCurrent), answered(isCurrent) + missed(isCurrent))
        return { user, answered: count(answered), missed: count(missed), rate: measure(rate) }
      })
      .filter(({ answered, missed }) => answered.total + missed.total > 0)
      .sort((a, b) => b.answered.total - a.answered.total || a.missed.total - b.missed.total)
      .slice(0, PEOPLE_MAX),
  }
}

const isSeen = ({ total, previous }: Count) => total > 0 || (previous ?? 0) > 0

/** Members whose phone rang; a deleted account has no name. */
const peopleOf = (rows: readonly CallFigureRow[]) => [
  ...new Map(
    rows
      .filter((row) => (row.kind === 'answered' || row.kind === 'missed') && row.name !== null)
      .map(({ key, name, image }) => [key, { _id: key, name: name as string, image }]),
  ).values(),
]
