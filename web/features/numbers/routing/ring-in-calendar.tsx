import { useQuery } from '@tanstack/react-query'
import { dayOf, wallTimeOf, weekdayOf } from '#contract/values/clock.ts'
import { isOpen, nextOpening } from '#contract/working-hours/open-periods.ts'
import type { OpeningHours } from '#contract/working-hours/ranges.ts'
import { type WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { call } from '../../../lib/http/call.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import type { Opening } from './opening-hours.ts'
import { RingLine, type RingProps } from './ring-line.tsx'

/** The same line for hours that keep Shabbat and holidays; nothing until these are known. */
export function RingInCalendar({ hours, ...line }: RingProps & { hours: OpeningHours }) {
  const { businessId } = useBusiness()
  const { campaignId } = line
  const { data } = useQuery({
    queryKey: ['numbers', businessId, 'calendar', campaignId],
    queryFn: () =>
      campaignId
        ? call(workingHoursRoutes.getOfCampaign, { params: { id: campaignId } })
        : call(workingHoursRoutes.get),
    staleTime: 0,
  })
  if (!data) return null
  return <RingLine {...line} opening={openingIn({ ...data.hours, days: hours.days }, new Date())} />
}

function openingIn(hours: WorkingHours, at: Date): Opening {
  if (isOpen(hours, at)) return { isOpen: true }
  const next = nextOpening(hours, at)
  return { isOpen: false, opens: next && { day: weekdayOf(dayOf(next)), clock: wallTimeOf(next).slice(11, 16) } }
}
