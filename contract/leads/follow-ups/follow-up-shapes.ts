import { z } from 'zod'
import { id, text, time } from '../../common.ts'
import { User } from '../../team/users.ts'

/** What a person has to do (specification, section 4). None is a plain task, described by its note. */
export const followUpActions = ['Send Email', 'Send SMS', 'Call Back', 'None'] as const
export type FollowUpAction = (typeof followUpActions)[number]
export const FOLLOW_UP_NOTE_MAX = 500
/** The longest delay of a status's follow-up: a year. */
export const FOLLOW_UP_DELAY_MAX = 365 * 1_440
/** The follow-up that a status creates: its action, its delay after the change of status, and its note. */
export const StatusFollowUp = z
  .object({
    action: z.enum(followUpActions),
    minutes: z.number().int().min(1).max(FOLLOW_UP_DELAY_MAX),
    note: text(FOLLOW_UP_NOTE_MAX).default(''),
  })
  .refine(({ action, note }) => action !== 'None' || note !== '', { path: ['note'], message: 'required_field' })
export type StatusFollowUp = z.output<typeof StatusFollowUp>

/** How a follow-up was closed: by hand, by the call or the message for which it asked, or by a merge into a lead with an earlier one. */
export const followUpEndings = ['done', 'call', 'message', 'merged'] as const

export const FollowUp = z.object({
  _id: id,
  leadId: id,
  action: z.enum(followUpActions),
  dueAt: time,
  /** From when on it is late: `dueAt`, or the next opening if the campaign is closed then. */
  lateFrom: time,
  note: z.string(),
  /** The person who has to do it. */
  user: User,
  /** Null if no person of the business created it. */
  createdBy: User.nullable(),
  createdAt: time,
  /** Null while it is open. */
  closedAt: time.nullable(),
  ending: z.enum(followUpEndings).nullable(),
})
export type FollowUp = z.output<typeof FollowUp>
