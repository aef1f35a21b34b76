import { callStatuses, unanswerableStatuses } from '#contract/calls/call-statuses.ts'

const answerable = callStatuses.filter((status) => !(unanswerableStatuses as readonly string[]).includes(status))

export const ratioOf = (part: number, whole: number) => (whole ? part / whole : null)

/** Share of answered calls among ended calls that could be answered. */
export const answeredShareOf = (totalOf: (status: string) => number): number | null =>
  ratioOf(
    totalOf('Answered'),
    answerable.reduce((sum, status) => sum + totalOf(status), 0),
  )
