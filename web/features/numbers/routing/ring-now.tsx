import { Suspense } from 'react'
import { lazily } from '../../../lib/lazy.ts'
import { openingAt } from './opening-hours.ts'
import { RingLine, type RingProps } from './ring-line.tsx'

/** With the holidays of the hours, loaded where hours keep them. */
const RingInCalendar = lazily(() => import('./ring-in-calendar.tsx'), 'RingInCalendar')

/** Who would ring for a call right now, or the closing that the caller would hear. */
export function RingNow(props: RingProps) {
  const { hours } = props.routing
  if (!hours?.keepsHolidays) return <RingLine {...props} opening={openingAt(hours, new Date())} />
  return (
    <Suspense>
      <RingInCalendar {...props} hours={hours} />
    </Suspense>
  )
}
