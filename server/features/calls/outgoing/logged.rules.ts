import type { Member } from '../../../platform/http/caller.ts'
import { canInCampaign } from '../../access/access.rules.ts'
import type { Logged } from './logged.queries.ts'

/** Its author while they may call in the campaign; Owner and Admin. */
export const canEditLog = (caller: Member, { userId, campaignId }: Pick<Logged, 'userId' | 'campaignId'>) =>
  canInCampaign(caller, userId === caller.userId ? 'calls.dial' : 'calls.editLogs', campaignId)

type Changes = Record<string, [unknown, unknown]>
/** What an edit changed, from what to what; the note, which may hold personal data, apart. */
export function changesOf(before: Logged, after: Logged): { changes: Changes; personal: Changes | undefined } {
  const changes: Changes = {}
  if (before.direction !== after.direction) changes.direction = [before.direction, after.direction]
  if (before.isAnswered !== after.isAnswered) changes.isAnswered = [before.isAnswered, after.isAnswered]
  if (Date.parse(before.startedAt) !== Date.parse(after.startedAt))
    changes.startedAt = [before.startedAt, after.startedAt]
  if (before.seconds !== after.seconds) changes.talkMinutes = [before.seconds / 60, after.seconds / 60]
  return { changes, personal: before.note === after.note ? undefined : { note: [before.note, after.note] } }
}
