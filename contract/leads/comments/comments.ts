import { z } from 'zod'
import { byId, id } from '../../common.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { HistoryItem } from '../history/lead-history.ts'
import { CommentVersion, commentText } from './comment-shapes.ts'

const ofLead = { access: 'None', can: 'leads.edit' } as const
const ofComment = { ...ofLead, params: z.object({ id, commentId: id }) } as const
const Item = z.object({ success: z.literal(true), item: HistoryItem })

export const commentRoutes = {
  add: route({
    method: 'POST',
    path: '/lead/:id/comments',
    ...ofLead,
    idempotent: true,
    summary: 'Comment on a lead; `<@userId>` in the text mentions a colleague, who is notified',
    params: byId,
    body: z.object({ text: commentText }),
    reply: Item,
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/lead/:id/comments/:commentId',
    ...ofComment,
    summary:
      "Replace the text of one's own comment; the earlier text is kept, and colleagues now mentioned are notified",
    body: z.object({
      text: commentText,
      /** The revision that was edited. With another one stored, the answer is `changed_meanwhile`. */
      revision: z.number().int().min(0).optional(),
    }),
    reply: Item,
  }),
  remove: route({
    method: 'DELETE',
    path: '/lead/:id/comments/:commentId',
    ...ofComment,
    summary: "Delete one's own comment, or with the right to it that of a colleague; a line without the text stays",
    reply: Item,
  }),
  restore: route({
    method: 'POST',
    path: '/lead/:id/comments/:commentId/restore',
    ...ofComment,
    summary: 'Undo the deletion of a comment, within a day: who deleted it, and Owners',
    reply: Item,
  }),
  versions: route({
    method: 'GET',
    path: '/lead/:id/comments/:commentId/versions',
    access: 'None',
    summary: 'The earlier texts of an edited comment, the newest first',
    params: ofComment.params,
    reply: z.object({ success: z.literal(true), versions: z.array(CommentVersion), mentions: z.array(User) }),
  }),
  mentionable: route({
    method: 'GET',
    path: '/lead/:id/mentionable',
    ...ofLead,
    summary: 'The colleagues whom a comment on the lead may mention: those who may read it',
    params: byId,
    reply: z.object({ success: z.literal(true), people: z.array(User) }),
  }),
}
