import { formatClock } from '../../lib/i18n/format.ts'

/** A duration in minutes and seconds, the same in both languages. */
export const Clock = ({ seconds }: { seconds: number }) => (
  <bdi dir="ltr" className="tabular">
    {formatClock(Math.round(seconds))}
  </bdi>
)
