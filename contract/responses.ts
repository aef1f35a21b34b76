/** How long a lead waited for the first answer of a person: less than 5 minutes, 15 minutes, … or not answered yet. */
export const responseBuckets = ['5m', '15m', '1h', '4h', '1d', 'later', 'none'] as const
export type ResponseBucket = (typeof responseBuckets)[number]

const [MINUTE, HOUR, DAY, WEEK] = [60, 3_600, 86_400, 604_800]
/**
 * The resolution of the counters: up to `until` seconds, in steps of `step` seconds. Also in SQL: `response_step`
 * (db/functions/lead_counters.sql) and `response_bucket` (db/migrations/0007_leads.sql). A median is exact to the step
 * that it lies in.
 */
const scale: { until: number; step: number; bucket: ResponseBucket }[] = [
  { until: 5 * MINUTE, step: 30, bucket: '5m' },
  { until: 15 * MINUTE, step: MINUTE, bucket: '15m' },
  { until: HOUR, step: 5 * MINUTE, bucket: '1h' },
  { until: 4 * HOUR, step: 15 * MINUTE, bucket: '4h' },
  { until: DAY, step: 2 * HOUR, bucket: '1d' },
  { until: WEEK, step: DAY, bucket: 'later' },
  { until: 14 * WEEK, step: WEEK, bucket: 'later' },
]
export const NOT_ANSWERED = 'none'

/** A step's key as counters bear it: its first second, in digits. */
export type ResponseStep = { key: string; from: number; until: number; bucket: ResponseBucket }
/** All steps in their order; the last one also holds whatever took longer. */
export const responseSteps: readonly ResponseStep[] = scale.flatMap(({ until, step, bucket }, i) => {
  const first = scale[i - 1]?.until ?? 0
  return Array.from({ length: (until - first) / step }, (_, n) => {
    const from = first + n * step
    return { key: String(from), from, until: from + step, bucket }
  })
})

/** The keys that a bucket is made of. */
export const stepsOf = (bucket: ResponseBucket): string[] =>
  bucket === NOT_ANSWERED
    ? [NOT_ANSWERED]
    : responseSteps.filter((step) => step.bucket === bucket).map(({ key }) => key)

/** The step of a response time in seconds; null: not answered yet. */
export const responseStep = (seconds: number | null): string =>
  seconds === null ? NOT_ANSWERED : (responseSteps.findLast(({ from }) => from <= Math.max(0, seconds))?.key ?? '0')
