/** Ranges of the first response time: less than 5 minutes, 15 minutes, … `none`: not answered yet. */
export const responseBuckets = ['5m', '15m', '1h', '4h', '1d', 'later', 'none'] as const
export type ResponseBucket = (typeof responseBuckets)[number]

/**
 * How the first response stands to the campaign’s target. `answered`: with known working minutes, with a target or without.
 * Of leads with a target: answered within it (`inTime`), answered after it or unanswered past it (`tooLate`), and unanswered
 * before it (`notYet`).
 */
export const targetStates = ['answered', 'inTime', 'tooLate', 'notYet'] as const
export type TargetState = (typeof targetStates)[number]

const [MINUTE, HOUR, DAY, WEEK] = [60, 3_600, 86_400, 604_800]
/**
 * Resolution of the counters: steps of `step` seconds up to `until` seconds. Mirrored in SQL: `response_step`
 * (db/functions/lead_counters.sql) and `response_bucket` (db/migrations/0007_leads.sql). A median is accurate to its
 * step.
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

/** One step of the scale. Its key in the counters is the first second of the step, in digits. */
export type ResponseStep = { key: string; from: number; until: number; bucket: ResponseBucket }
/** All steps in order; the last one is unbounded. */
export const responseSteps: readonly ResponseStep[] = scale.flatMap(({ until, step, bucket }, i) => {
  const first = scale[i - 1]?.until ?? 0
  return Array.from({ length: (until - first) / step }, (_, n) => {
    const from = first + n * step
    return { key: String(from), from, until: from + step, bucket }
  })
})

/** Returns the keys of the steps in a bucket. */
export const stepsOf = (bucket: ResponseBucket): string[] =>
  bucket === NOT_ANSWERED
    ? [NOT_ANSWERED]
    : responseSteps.filter((step) => step.bucket === bucket).map(({ key }) => key)

/** Returns the key of the step that contains a response time in seconds; null means not answered yet. */
export const responseStep = (seconds: number | null): string =>
  seconds === null ? NOT_ANSWERED : (responseSteps.findLast(({ from }) => from <= Math.max(0, seconds))?.key ?? '0')
