import { NOT_ANSWERED } from '#contract/leads/responses/responses.ts'
import type { Db } from '../../../platform/db/db.ts'
import { lockLeads } from '../lead-writer.queries.ts'
import * as queries from './answer.queries.ts'
import { isSameMoment, timeOf } from './lead-writer.rules.ts'
import { writeResponse } from './lead-writer.service.ts'

/** What a member does for a lead, or the lead itself, is its activity. */
export const touchLead = queries.touchLead

type ReportedAnswer = { leadId: string; now: queries.Answer; before: queries.Answer }
/**
 * Records the answer of a call as the first response to its lead, unless the stored response is earlier: reports may
 * arrive after a comment that was written during the call. If the stored response came from an earlier report of this
 * call, the first response is determined again. Returns the counters' deltas for the event that the caller emits, or
 * undefined if nothing changed.
 */
export async function recordAnsweredCall(tx: Db, businessId: string, { leadId, now, before }: ReportedAnswer) {
  const [lead] = await lockLeads(tx, businessId, [leadId])
  if (!lead) return undefined
  const [at = null, earlier = null] = await queries.findAnswerMoments(tx, businessId, leadId, [now, before])
  const { firstResponseAt: stored } = lead
  const isReplaced = earlier !== null && isSameMoment(stored, earlier) && !isSameMoment(at, earlier)
  const firstResponseAt = isReplaced ? await queries.findFirstResponse(tx, businessId, leadId) : firstOf(stored, at)
  if (isSameMoment(firstResponseAt, stored)) return undefined
  const counts = await writeAnswer(tx, businessId, leadId, firstResponseAt)
  // Leads in the trash are in no counter; restoring a lead adds its current state.
  return lead.deletedAt ? [] : counts
}

/** Records a message that a person sent as the first response, unless there is one. Returns the counters' deltas. */
export async function recordMessage(tx: Db, businessId: string, { leadId, at }: { leadId: string; at: string }) {
  const [lead] = await lockLeads(tx, businessId, [leadId])
  if (!lead || lead.firstResponseAt !== null) return []
  const counts = await writeAnswer(tx, businessId, leadId, at)
  return lead.deletedAt ? [] : counts
}

async function writeAnswer(tx: Db, businessId: string, leadId: string, at: string | null) {
  const [lead] = await lockLeads(tx, businessId, [leadId], at === null ? undefined : new Date(at))
  if (!lead) return []
  const response = at === null ? NOT_ANSWERED : lead.responseNow
  return writeResponse(tx, businessId, lead, { ...lead, firstResponseAt: at, response })
}

const firstOf = (a: string | null, b: string | null) => (timeOf(b) < timeOf(a) ? b : a)
