import { type RawBuilder, sql } from 'kysely'
import type { TargetState } from '#contract/leads/responses/responses.ts'

/** Leads of each state of the first-response target: the filter of the list, and the figures that open it. */
export const targetConditions: Record<TargetState, RawBuilder<unknown>> = {
  answered: sql`response_minutes is not null`,
  inTime: sql`first_response_at <= response_due_at`,
  tooLate: sql`response_due_at < coalesce(first_response_at, now())`,
  notYet: sql`(first_response_at is null and response_due_at >= now())`,
}
