import { z } from 'zod'
import { Call } from '../../calls/calls.ts'
import { id, time } from '../../common.ts'
import { liveNames } from '../../events/live.ts'
import { ownFieldTypes } from '../../lead-fields/own-fields.ts'
import { User } from '../../team/users.ts'
import { assignmentReasons } from '../assignment/terms.ts'
import { Commented } from '../comments/comment-shapes.ts'
import { followUpActions } from '../follow-ups/follow-up-shapes.ts'
import { meetingOutcomes, meetingStatuses } from '../meetings/meeting-statuses.ts'
import { ringOutcomes } from '../speed-to-lead/terms.ts'

/** One submission of the lead's data. The first enquiry created the lead; later ones are repeat enquiries. */
export const Enquiry = z.object({
  _id: id,
  at: time,
  source: z.string(),
  message: z.string().nullable(),
  utm: z.record(z.string(), z.string()),
  clickIds: z.record(z.string(), z.string()),
  landingPage: z.string().nullable(),
  referrer: z.string().nullable(),
  /** The request body as received; null for a lead entered by hand. */
  raw: z.string().nullable(),
  contentType: z.string().nullable(),
  /** Name of the API key or the form that sent the enquiry. */
  keyName: z.string().nullable(),
  formName: z.string().nullable(),
  /** Answers to the form's custom questions. */
  answers: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The consent text accepted in the form. */
  consent: z.string().nullable(),
  /** Whether the enquiry was received while the campaign was paused. */
  whilePaused: z.boolean(),
})
export type Enquiry = z.output<typeof Enquiry>

/** Filter of a lead's history: everything, or items of one kind. */
export const historyKinds = [
  'all',
  'comments',
  'calls',
  'changes',
  'enquiries',
  'followUps',
  'files',
  'messages',
] as const
export type HistoryKind = (typeof historyKinds)[number]

export const NamedLead = z.object({ _id: id, name: z.string() })

/**
 * [before, after] of each field as displayed: names of statuses and people, amounts in agorot. Own fields are
 * `fields.<key>`: names of options instead of their keys, null for an empty value, MASKED_VALUE where masked.
 */
export const ShownChanges = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
/** Own fields in changes, by `fields.<key>`, those that are deleted too: the name in the reader's language, the type. */
export const ShownOwnFields = z.record(z.string(), z.object({ name: z.string(), type: z.enum(ownFieldTypes) }))

export const HistoryItem = z.object({
  /** Cursor of the item, for the next page: an event's id or, for a call, a value that sorts among event ids. */
  _id: id,
  at: time,
  event: z.enum(liveNames),
  /** The person who acted; null if an API key, a form (see the next two fields) or the system did. */
  by: User.nullable(),
  keyName: z.string().nullable(),
  formName: z.string().nullable(),
  /** The automation that did it. */
  automationName: z.string().optional(),
  automationId: id.optional(),
  changes: ShownChanges.optional(),
  /** Own fields in `changes`. */
  ownFields: ShownOwnFields.optional(),
  /** The operation that the change is part of, if the reader may see it. */
  operation: z
    .object({
      _id: id,
      /** It changed this lead alone. */
      isOfOne: z.boolean(),
      /** It reverted another operation. */
      isUndo: z.boolean(),
      isUndone: z.boolean(),
      canUndo: z.boolean(),
    })
    .optional(),
  /** Why the campaign's rule assigned the lead. */
  byRule: z.enum(assignmentReasons).optional(),
  /** Of a lead that was not answered in time: the target in working minutes, and who was notified or got it. */
  late: z
    .object({ target: z.number().int(), handedTo: z.string().nullable(), notified: z.array(z.string()) })
    .optional(),
  /** How ringing for the lead ended (speed-to-lead/terms.ts), and who was rung, in their order. */
  rang: z.object({ outcome: z.enum(ringOutcomes), people: z.array(z.string()) }).optional(),
  /** The merged lead that it came from; absent: the lead itself. */
  from: NamedLead.optional(),
  /** Of a merge and its undo: the other leads; a name is empty if the reader may not read it. */
  merged: z.array(NamedLead).optional(),
  /** The text of a comment, with `<@id>` for a mention; empty: erased; absent: deleted. */
  comment: z.string().optional(),
  commented: Commented.optional(),
  enquiry: Enquiry.optional(),
  /** The follow-up, as its event recorded it. */
  followUp: z
    .object({
      action: z.enum(followUpActions),
      dueAt: time,
      note: z.string(),
      user: z.string(),
      /** The status that created the follow-up or, when the lead left the status, removed it. */
      status: z.string().optional(),
      /** A merge closed it, or its undo opened it again. */
      byMerge: z.literal(true).optional(),
    })
    .optional(),
  /** The meeting, as its event recorded it. `byGuest`: the guest did it on their page. */
  meeting: z
    .object({
      startsAt: time,
      status: z.enum(meetingStatuses),
      outcome: z.enum(meetingOutcomes).nullable(),
      byGuest: z.literal(true).optional(),
    })
    .optional(),
  /** The file that was added, deleted or restored; its name is empty once it is erased. `isThere`: it can be opened. */
  file: z.object({ _id: id, name: z.string(), isThere: z.boolean() }).optional(),
  /** A message of the conversation; its `event` is `message.received` or `message.written`. */
  message: z.object({ channel: z.string(), text: z.string() }).optional(),
  /** A call in its current state, at the time when it started; its `event` is `call.started`. */
  call: Call.optional(),
})
export type HistoryItem = z.output<typeof HistoryItem>

export const HISTORY_PAGE_MAX = 100
export const historyOrders = ['newest', 'oldest'] as const
export type HistoryOrder = (typeof historyOrders)[number]
/** At most one place. `around`: the item, if it exists, with the items on both sides of its place. */
export const HistoryQuery = z
  .object({
    kind: z.enum(historyKinds).default('all'),
    order: z.enum(historyOrders).default('newest'),
    before: id.optional(),
    after: id.optional(),
    around: id.optional(),
    limit: z.coerce.number().int().min(1).max(HISTORY_PAGE_MAX).default(50),
  })
  .refine(({ before, after, around }) => [before, after, around].filter(Boolean).length <= 1, {
    path: ['around'],
    message: 'invalid_value',
  })
export type HistoryQuery = z.output<typeof HistoryQuery>
export const HistoryPage = z.object({
  success: z.literal(true),
  history: z.array(HistoryItem),
  /** Whether there are older items than these, and newer ones. */
  hasOlder: z.boolean(),
  hasNewer: z.boolean(),
})
export type HistoryPage = z.output<typeof HistoryPage>
