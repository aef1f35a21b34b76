import { MENTIONS_MAX, mentionsIn } from '#contract/leads/comments/mentions.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { lockEditable } from '../change/change.service.ts'
import { patchLead, respondAt } from '../change/lead-writer.rules.ts'
import { writeResponse } from '../change/lead-writer.service.ts'
import { requireLead } from '../leads.service.ts'
import * as queries from './comments.queries.ts'
import { canDeleteComment, canEditComment, canRestoreComment } from './comments.rules.ts'

type CommentContext = { caller: Member; now: Date }
type Which = { leadId: string; commentId: string }

/** Returns the event of the comment. */
export async function addComment(tx: Db, context: CommentContext, leadId: string, text: string) {
  const { caller, now } = context
  const { businessId, userId } = caller
  const lead = await lockEditable(tx, context, leadId)
  const mentions = mentionsIn(text)
  await requireMentionable(tx, caller, leadId, { all: mentions, added: mentions })
  const [id, at] = [newId(), now.toISOString()]
  const after = patchLead(lead, respondAt(lead, at), lead.statusType)
  const [counts] = await Promise.all([
    writeResponse(tx, businessId, lead, after),
    queries.insertComment(tx, businessId, { id, leadId, userId, text, at, mentioned: mentions }),
  ])
  const { campaignId } = lead
  return emit(tx, caller, 'lead.commented', {
    leadId,
    campaignId,
    commentId: id,
    counts,
    ...(mentions.length > 0 && { mentions }),
  })
}

/** Replaces the text. `revision`: the one that was edited. Returns the event of the comment. */
export async function editComment(
  tx: Db,
  context: CommentContext,
  { text, revision, ...which }: Which & { text: string; revision?: number | undefined },
) {
  const { caller, now } = context
  const { businessId } = caller
  const { comment, about } = await lockComment(tx, context, which)
  if (!canEditComment(caller, comment)) throw new AppError('forbidden')
  if (comment.deletedAt) throw new AppError('comment_deleted')
  if (comment.text === text) return about.itemId
  if (revision !== undefined && revision !== comment.revision) throw new AppError('changed_meanwhile')
  const all = mentionsIn(text)
  const added = all.filter((id) => !comment.mentioned.includes(id))
  await requireMentionable(tx, caller, which.leadId, { all, added })
  await queries.insertVersion(tx, businessId, comment)
  await queries.updateComment(tx, businessId, comment.id, {
    text,
    revision: comment.revision + 1,
    edited_at: now.toISOString(),
    mentioned: [...comment.mentioned, ...added],
  })
  await emit(tx, caller, 'comment.edited', { ...about, mentions: added })
  return about.itemId
}

/** Takes the text away. A comment that is deleted stays as it is. Returns the event of the comment. */
export async function deleteComment(tx: Db, context: CommentContext, which: Which) {
  const { caller, now } = context
  const { businessId } = caller
  const { comment, about } = await lockComment(tx, context, which)
  if (!canDeleteComment(caller, comment, about.campaignId)) throw new AppError('forbidden')
  if (comment.deletedAt) return about.itemId
  await queries.insertVersion(tx, businessId, comment)
  const deletion = { text: '', deleted_at: now.toISOString(), deleted_by: caller.userId }
  await queries.updateComment(tx, businessId, comment.id, deletion)
  await emit(tx, caller, 'comment.deleted', about)
  return about.itemId
}

/** Returns the event of the comment. */
export async function restoreComment(tx: Db, context: CommentContext, which: Which) {
  const { caller } = context
  const { businessId } = caller
  const { comment, about } = await lockComment(tx, context, which)
  if (!comment.deletedAt) {
    if (!canDeleteComment(caller, comment, about.campaignId)) throw new AppError('forbidden')
    return about.itemId
  }
  if (!canRestoreComment(caller, comment, about.campaignId)) throw new AppError('forbidden')
  const kept = await queries.takeVersion(tx, businessId, comment)
  if (!kept) throw new AppError('comment_deleted')
  await queries.updateComment(tx, businessId, comment.id, { text: kept.text, deleted_at: null, deleted_by: null })
  await emit(tx, caller, 'comment.restored', about)
  return about.itemId
}

/** The earlier texts of a comment that is not deleted, the newest first. */
export async function readVersions({ db, caller }: { db: Db; caller: Member }, which: Which) {
  await requireLead({ db, caller }, which.leadId)
  const comment = await queries.findComment(db, caller.businessId, which)
  if (!comment) throw new AppError('comment_not_found')
  if (comment.deletedAt) throw new AppError('comment_deleted')
  const [versions, mentions] = await Promise.all([
    queries.listVersions(db, caller.businessId, comment.id),
    queries.listMentioned(db, caller.businessId, comment.id),
  ])
  return { versions, mentions }
}

export async function findMentionable({ db, caller }: { db: Db; caller: Member }, leadId: string) {
  await requireLead({ db, caller }, leadId)
  return queries.listReaders(db, caller.businessId, leadId)
}

/** Locks the lead and reads one of its comments; `about`: what events say of it. */
async function lockComment(tx: Db, context: CommentContext, which: Which) {
  const { businessId } = context.caller
  const { campaignId } = await lockEditable(tx, context, which.leadId)
  const comment = await queries.findComment(tx, businessId, which)
  const itemId = comment && (await queries.findItemId(tx, businessId, which))
  if (!comment || !itemId) throw new AppError('comment_not_found')
  return { comment, about: { ...which, campaignId, itemId } }
}

type Mentions = { all: readonly string[]; added: readonly string[] }
/** People who may not read the lead are not mentioned: they would be led to what they do not see. */
async function requireMentionable(tx: Db, { businessId }: Member, leadId: string, { all, added }: Mentions) {
  if (all.length > MENTIONS_MAX) throw invalidInput('text', 'too_many_mentions')
  if (!added.length) return
  const readers = new Set((await queries.listReaders(tx, businessId, leadId)).map(({ _id }) => _id))
  if (!added.every((id) => readers.has(id))) throw invalidInput('text', 'mention_unknown')
}
