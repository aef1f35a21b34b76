import type { Cause } from '#contract/leads/history/lead-why.ts'
import type { HistoryRow } from './history.queries.ts'

type Caused = Pick<
  HistoryRow,
  | 'name'
  | 'userId'
  | 'keyName'
  | 'formName'
  | 'automationName'
  | 'changes'
  | 'followUp'
  | 'operation'
  | 'isOfOperation'
  | 'cause'
  | 'mergedIds'
>

/** Why an event of a lead happened. */
export function causeOf(row: Caused): Cause {
  const { name, userId, keyName, formName, automationName, followUp, operation, isOfOperation, cause, mergedIds } = row
  // The history shows the act on the meeting instead.
  if (cause && cause !== 'meeting') return cause
  if (automationName !== null) return 'automation'
  if (followUp?.byMerge) return 'merged'
  // A person who makes or ends the follow-up themselves names no status.
  if (followUp?.statusId) return 'brought'
  if (mergedIds) return 'merge'
  if (operation) return operation.kind
  if (isOfOperation) return 'expired'
  if (userId) return 'person'
  if (keyName !== null) return 'key'
  if (formName !== null) return 'form'
  return name === 'follow_up.done' ? 'answered' : 'system'
}
