import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OpenCondition } from '#contract/calls/flows/flow-shapes.ts'
import type { OpeningHours } from '#contract/working-hours/ranges.ts'
import { loadCode } from '../../../lib/code/load-code.ts'
import { call } from '../../../lib/http/call.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import classes from './flow-tree.module.css'

const routes = async () => (await loadCode(() => import('#contract/working-hours/working-hours.ts'))).workingHoursRoutes

/** The weekly hours by which a step decides. */
export function OpenHours({ condition }: { condition: OpenCondition }) {
  if (condition.by === 'own') return <WeekHours days={condition.hours.days} />
  return condition.by === 'business' && <BusinessHours />
}

function BusinessHours() {
  const { businessId } = useBusiness()
  const { data } = useQuery({
    queryKey: ['call-flows', businessId, 'hours'],
    // The shapes of hours are heavy, and only read here.
    queryFn: async () => call((await routes()).get),
    meta: { silent: true },
  })
  return data && <WeekHours days={data.hours.days} />
}

/** Days in a row with the same hours are said together. */
function WeekHours({ days }: Pick<OpeningHours, 'days'>) {
  const { t } = useTranslation('open-ranges')
  const spans: { first: number; last: number; text: string }[] = []
  for (const [day, ranges] of days.entries()) {
    const text = ranges.map(({ from, to }) => `${from}–${to}`).join(', ')
    const before = spans.at(-1)
    if (before?.text === text && before.last === day - 1) before.last = day
    else if (text) spans.push({ first: day, last: day, text })
  }
  return (
    <span className={classes.hours}>
      {spans.map(({ first, last, text }) => (
        <span key={first} className={classes.span}>
          <bdi>{first === last ? t(`short.${first}`) : `${t(`short.${first}`)} – ${t(`short.${last}`)}`}</bdi>{' '}
          <bdi dir="ltr">{text}</bdi>
        </span>
      ))}
    </span>
  )
}
