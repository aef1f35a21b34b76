import { z } from 'zod'
import { id, text, time } from '../../common.ts'
import { User } from '../../team/users.ts'

export const COMMENT_MAX = 5_000
/** A colleague is mentioned by `<@id>`, the id of their user. */
export const commentText = text(COMMENT_MAX, 1)

/** State of a comment, beside its text. */
export const Commented = z.object({
  _id: id,
  /** How often the text was replaced. */
  revision: z.number().int(),
  /** When the text was last replaced; null: never. */
  editedAt: time.nullable(),
  /** Who deleted it, and when; null: it is not deleted. */
  deleted: z.object({ at: time, by: User }).nullable(),
  /** The people whom one of its texts mentions, under their current names. */
  mentions: z.array(User),
})
export type Commented = z.output<typeof Commented>

/** An earlier text of a comment. */
export const CommentVersion = z.object({ at: time, text: z.string() })
export type CommentVersion = z.output<typeof CommentVersion>
