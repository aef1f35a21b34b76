import { z } from 'zod'
import { byId, commaList, Done, id, LIMIT_MAX, sentTime, text, time } from '../../common.ts'
import { route } from '../../route.ts'
import { FOLLOW_UP_NOTE_MAX, FollowUp, followUpActions } from './follow-up-shapes.ts'

/** Follow-ups listed for a lead: the open ones, then the closed ones, the newest first. */
export const FOLLOW_UPS_LISTED = 50

export const FollowUpInput = z
  .object({
    action: z.enum(followUpActions),
    dueAt: sentTime,
    note: text(FOLLOW_UP_NOTE_MAX).default(''),
    /** Absent: the caller. */
    userId: id.optional(),
  })
  .refine(({ action, note }) => action !== 'None' || note !== '', { path: ['note'], message: 'required_field' })
export type FollowUpInput = z.output<typeof FollowUpInput>

const ofLead = { access: 'None', can: 'followUps.edit', params: byId } as const
const change = { ...ofLead, idempotent: true } as const
const One = z.object({ success: z.literal(true), followUp: FollowUp })
/** The person whose follow-up is meant; absent: the caller. */
const userId = id.optional()

export const followUpRoutes = {
  list: route({
    method: 'GET',
    path: '/lead/:id/follow-ups',
    ...ofLead,
    summary: "A lead's follow-ups: one's own and, with the right to it, those of colleagues; open ones first",
    reply: z.object({ success: z.literal(true), followUps: z.array(FollowUp) }),
  }),
  set: route({
    method: 'PUT',
    path: '/lead/:id/follow-up',
    ...change,
    summary: "Set a person's next action on a lead, in place of their open one",
    body: FollowUpInput,
    reply: One,
  }),
  remove: route({
    method: 'DELETE',
    path: '/lead/:id/follow-up',
    ...change,
    summary: "Take a person's open follow-up away",
    query: z.object({ userId }),
    reply: Done,
  }),
  done: route({
    method: 'POST',
    path: '/lead/:id/follow-up/done',
    ...change,
    summary: "Close a person's open follow-up; with isDone false, open the one closed last again",
    body: z.object({ userId, isDone: z.boolean().default(true) }),
    reply: One,
  }),
  snooze: route({
    method: 'POST',
    path: '/lead/:id/follow-up/snooze',
    ...change,
    summary: "Move a person's open follow-up to another time",
    body: z.object({ userId, dueAt: sentTime }),
    reply: One,
  }),
  handover: route({
    method: 'POST',
    path: '/lead/:id/follow-up/handover',
    ...change,
    summary:
      'Give an open follow-up, of the caller or of fromUserId, to a colleague; what one gave away, one may take again',
    body: z.object({ userId: id, fromUserId: userId }),
    reply: One,
  }),
  next: route({
    method: 'GET',
    path: '/follow-ups/next',
    access: 'None',
    can: 'followUps.edit',
    summary: `When the next follow-up of each of these leads (at most ${LIMIT_MAX}) is due, for the column of a list`,
    query: z.object({ leadIds: commaList(id).pipe(z.array(id).min(1).max(LIMIT_MAX)) }),
    reply: z.object({ success: z.literal(true), next: z.array(z.object({ leadId: id, dueAt: time })) }),
  }),
}
