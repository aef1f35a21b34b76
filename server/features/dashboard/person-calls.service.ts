import { callStatuses, missedStatuses } from '#contract/calls/call-statuses.ts'
import type { CallFigures, Count, Measure } from '#contract/dashboard.ts'
import type { Db } from '../../platform/db/db.ts'
import { ratioOf } from '../calls/answered-share.rules.ts'
import type { Periods } from './dashboard.rules.ts'
import { findPerson, listPersonCalls, type PersonCallRow } from './person-calls.queries.ts'

type Names = readonly { _id: string; name: string; image: string | null }[]
type Asked = Periods & { campaigns: readonly string[] | null; userId: string }

/**
 * Figures of the calls that rang at one person's phones. Answered are those that this person answered; null: there is no
 * such person in the business.
 */
export async function readPersonCalls(db: Db, businessId: string, { period, previous, campaigns, userId }: Asked) {
  const person = await findPerson(db, businessId, userId)
  if (!person) return null
  const rows = await listPersonCalls(db, businessId, { period, campaigns, userId })
  const before = previous && (await listPersonCalls(db, businessId, { period: previous, campaigns, userId }))
  const { hasCalls, ...user } = person
  return (names: Names): CallFigures => ({ hasCalls, ...figuresOf({ user, names }, rows, before) })
}

type Whose = { user: { _id: string; name: string; image: string | null }; names: Names }
type Rows = readonly PersonCallRow[]
function figuresOf({ user, names }: Whose, rows: Rows, before: Rows | null): Omit<CallFigures, 'hasCalls'> {
  type Of = (row: PersonCallRow) => boolean
  const sum = (all: Rows, isCounted: Of) => all.filter(isCounted).reduce((total, row) => total + row.total, 0)
  const count = (isCounted: Of): Count => ({ total: sum(rows, isCounted), previous: before && sum(before, isCounted) })
  const measure = (value: (all: Rows) => number | null): Measure => ({
    value: value(rows),
    previous: before && value(before),
  })
  const isTheirs: Of = (row) => row.isTheirs
  const total = count(() => true)
  const answered = count(isTheirs)
  const rate = measure((all) =>
    ratioOf(
      sum(all, isTheirs),
      sum(all, () => true),
    ),
  )
  return {
    total,
    answered,
    answeredShare: rate,
    missed: count(({ status }) => missedStatuses.some((one) => one === status)),
    averageWait: measure((all) => {
      const theirs = all.filter(isTheirs)
      const wait = theirs.reduce((seconds, row) => seconds + row.wait, 0)
      return theirs.length ? Math.round(wait / sum(theirs, isTheirs)) : null
    }),
    statuses: callStatuses.map((status) => ({ status, ...count((row) => row.status === status) })),
    campaigns: names
      .map((name) => {
        const isOf: Of = ({ campaignId }) => campaignId === name._id
        const share = ratioOf(
          sum(rows, (row) => isOf(row) && row.isTheirs),
          sum(rows, isOf),
        )
        return { ...name, ...count(isOf), answeredShare: share }
      })
      .filter((campaign) => campaign.total + (campaign.previous ?? 0) > 0)
      .sort((a, b) => b.total - a.total),
    people: total.total ? [{ user, answered, missed: count((row) => !row.isTheirs), rate }] : [],
  }
}
