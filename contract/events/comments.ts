import { z } from 'zod'
import { id } from '../common.ts'
import { type EventEntries, OfCampaign } from './events.ts'

/** Sent to a person whom a comment mentions. */
export const commentNotifications = ['mention'] as const

/** `itemId`: the comment's item in the history of the lead. The texts are not in events. */
const ofComment = {
  payload: OfCampaign.extend({ leadId: id, commentId: id, itemId: id }),
  audience: 'broadcast',
  topic: 'lead',
  kind: 'leads',
  subject: { kind: 'lead', id: 'leadId' },
} as const

export const commentEvents = {
  /** `mentions`: the people whom no earlier text of the comment mentioned. */
  'comment.edited': {
    ...ofComment,
    payload: ofComment.payload.extend({ mentions: z.array(id) }),
    notification: 'mention',
  },
  'comment.deleted': ofComment,
  'comment.restored': ofComment,
} as const satisfies EventEntries
