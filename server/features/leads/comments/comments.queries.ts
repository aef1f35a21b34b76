import { sql } from 'kysely'
import type { CommentVersion } from '#contract/leads/comments/comment-shapes.ts'
import type { User } from '#contract/team/users.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

type NewComment = { id: string; leadId: string; userId: string; text: string; at: string; mentioned: string[] }
export const insertComment = (db: Db, businessId: string, { leadId, userId, ...comment }: NewComment) =>
  db
    .insertInto('lead_comments')
    .values({ business_id: businessId, lead_id: leadId, user_id: userId, ...comment })
    .execute()

export type StoredComment = {
  id: string
  userId: string
  text: string
  /** When the text was written. */
  writtenAt: string
  revision: number
  deletedAt: string | null
  deletedBy: string | null
  mentioned: string[]
}
type Which = { leadId: string; commentId: string }
/** Changes of a comment lock its lead before they read it. */
export const findComment = (
  db: Db,
  businessId: string,
  { leadId, commentId }: Which,
): Promise<StoredComment | undefined> =>
  db
    .selectFrom('lead_comments')
    .select(['id', 'user_id as userId', 'text', 'revision', 'mentioned'])
    .select(['deleted_at as deletedAt', 'deleted_by as deletedBy'])
    .select((eb) => eb.fn.coalesce('edited_at', 'at').as('writtenAt'))
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .where('id', '=', commentId)
    .executeTakeFirst()

/** The event of the comment, which is its item in the history. */
export async function findItemId(db: Db, businessId: string, { leadId, commentId }: Which) {
  const { rows } = await sql<{ id: string }>`select id from events where business_id = ${businessId}
    and lead_id = ${leadId} and name = 'lead.commented' and payload->>'commentId' = ${commentId}`.execute(db)
  return rows[0]?.id
}

/** Keeps the text of the comment as that of its revision. */
export const insertVersion = (db: Db, businessId: string, { id, revision, writtenAt, text }: StoredComment) =>
  db
    .insertInto('lead_comment_versions')
    .values({ business_id: businessId, comment_id: id, revision, at: writtenAt, text })
    .execute()

/** Takes the text of a revision from the earlier texts; undefined: it is not kept any more. */
export const takeVersion = (db: Db, businessId: string, { id, revision }: Pick<StoredComment, 'id' | 'revision'>) =>
  db
    .deleteFrom('lead_comment_versions')
    .where('business_id', '=', businessId)
    .where('comment_id', '=', id)
    .where('revision', '=', revision)
    .returning('text')
    .executeTakeFirst()

export const listVersions = (db: Db, businessId: string, commentId: string): Promise<CommentVersion[]> =>
  db
    .selectFrom('lead_comment_versions')
    .select(['at', 'text'])
    .where('business_id', '=', businessId)
    .where('comment_id', '=', commentId)
    .orderBy('revision', 'desc')
    .execute()

type CommentChange = {
  text: string
  revision?: number
  edited_at?: string
  deleted_at?: string | null
  deleted_by?: string | null
  mentioned?: string[]
}
export const updateComment = (db: Db, businessId: string, id: string, change: CommentChange) =>
  db.updateTable('lead_comments').set(change).where('business_id', '=', businessId).where('id', '=', id).execute()

/** Members who may read the lead, by name. */
export const listReaders = (db: Db, businessId: string, leadId: string) =>
  rowsOf<User>(
    db,
    sql`select u.id as _id, u.name, u.image
    from leads l join memberships m on m.business_id = l.business_id and m.suspended_at is null
      join users u on u.id = m.user_id
      left join campaign_members p on p.business_id = l.business_id and p.campaign_id = l.campaign_id
        and p.user_id = m.user_id
    where l.business_id = ${businessId} and l.id = ${leadId} and (m.role in ('Owner', 'Admin') or p.user_id is not null)
      and (l.assigned_to = m.user_id or not reads_own_leads_only(l.business_id, m.user_id, l.campaign_id))
    order by lower(u.name), u.id`,
  )

/** The people whom one of the comment's texts mentions. */
export const listMentioned = (db: Db, businessId: string, commentId: string) =>
  rowsOf<User>(
    db,
    sql`select u.id as _id, u.name, u.image from lead_comments c join users u on u.id = any(c.mentioned)
    where c.business_id = ${businessId} and c.id = ${commentId}`,
  )
