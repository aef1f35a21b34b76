import { z } from 'zod'
import { id } from '#contract/common.ts'
import { followUpActions } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { Deps } from '../../deps.ts'
import type { Projection, StoredEvent } from '../../platform/events/relay.ts'
import { job, specOf } from '../../platform/jobs/job.ts'
import * as queries from './closing.queries.ts'
import { systemIn, tellOf } from './report.service.ts'
import { followStatuses, statusChangeJobs } from './status-follow-ups.jobs.ts'

/** A call of this length counts as the action Call Back. */
export const CALL_BACK_SECONDS = 10

/** Closes follow-ups with the action Call Back of members who spoke with the lead. */
const closeByCalls = job({
  name: 'closeFollowUpsByCalls',
  payload: z.object({ businessId: id, callIds: z.array(id) }),
  maxAttempts: 10,
  run: ({ workerDb, now }: Deps, { businessId, callIds }) =>
    workerDb.transaction().execute(async (tx) => {
      const at = now().toISOString()
      const rows = await queries.closeByCalls(tx, businessId, { callIds, seconds: CALL_BACK_SECONDS, at })
      await tellOf(tx, systemIn(businessId), 'follow_up.done', rows)
    }),
})

/** Closes the follow-up Send SMS or Send Email of the member whose message was sent. */
const closeByMessage = job({
  name: 'closeFollowUpsByMessage',
  payload: z.object({ businessId: id, leadId: id, messageId: id, userId: id, action: z.enum(followUpActions) }),
  maxAttempts: 10,
  run: ({ workerDb, now }: Deps, { businessId, ...sent }) =>
    workerDb.transaction().execute(async (tx) => {
      const rows = await queries.closeByMessage(tx, businessId, { ...sent, at: now().toISOString() })
      await tellOf(tx, systemIn(businessId), 'follow_up.done', rows)
    }),
})

/** The job of a message that a member sent; by channel, what it does. */
function messageJob({ name, businessId, leadId, payload }: StoredEvent) {
  if (name !== 'message.sent' || !leadId || !payload.authorId) return []
  const action = payload.channel === 'email' ? ('Send Email' as const) : ('Send SMS' as const)
  const sent = { messageId: payload.messageId as string, userId: payload.authorId as string }
  return [specOf(closeByMessage, { businessId, leadId, ...sent, action })]
}

/** When a member leaves, gives their open follow-ups to the person who takes over, or else to an Owner. */
const passOn = job({
  name: 'passFollowUpsOn',
  payload: z.object({ businessId: id, userId: id, takeOver: id.nullable(), byId: id.nullable() }),
  maxAttempts: 10,
  run: ({ workerDb }: Deps, { businessId, ...leaving }) =>
    workerDb.transaction().execute(async (tx) => {
      await tellOf(tx, systemIn(businessId), 'follow_up.handed_over', await queries.passOn(tx, businessId, leaving))
      // Left are those on leads on which the other person has an open one already.
      const { userId } = leaving
      await tellOf(tx, systemIn(businessId), 'follow_up.removed', await queries.deleteOpenOf(tx, businessId, userId))
    }),
})

const isOfLeadCall = ({ name, leadId }: StoredEvent) => name === 'call.ended' && leadId !== null
const isLeaving = ({ name }: StoredEvent) => name === 'member.removed' || name === 'member.left'
const actorId = ({ actor }: StoredEvent) => ('userId' in actor ? actor.userId : null)

/** Adds one job per business and batch for calls, and one for each member who leaves. */
export const followUpProjection: Projection = {
  jobs: (events) => [
    ...statusChangeJobs(events),
    ...events.flatMap(messageJob),
    ...[...Map.groupBy(events.filter(isOfLeadCall), ({ businessId }) => businessId)].map(([businessId, ofBusiness]) =>
      specOf(closeByCalls, { businessId, callIds: ofBusiness.map(({ payload }) => payload.callId as string) }),
    ),
    ...events.filter(isLeaving).map((event) =>
      specOf(passOn, {
        businessId: event.businessId,
        userId: event.payload.userId as string,
        takeOver: (event.payload.takeOver as string | null | undefined) ?? null,
        byId: actorId(event),
      }),
    ),
  ],
}

export const followUpJobs = [closeByCalls, closeByMessage, passOn, followStatuses]
