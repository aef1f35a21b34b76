import type { Member } from '../../../platform/http/caller.ts'
import { canInCampaign } from '../../access/access.rules.ts'

type Authored = { userId: string }
export const canEditComment = (caller: Member, { userId }: Authored) => userId === caller.userId

export const canDeleteComment = (caller: Member, { userId }: Authored, campaignId: string) =>
  userId === caller.userId || canInCampaign(caller, 'comments.moderate', campaignId)

/** An undo: by who deleted it and may delete it still, or by an Owner. */
export const canRestoreComment = (
  caller: Member,
  comment: Authored & { deletedBy: string | null },
  campaignId: string,
) => canDeleteComment(caller, comment, campaignId) && (comment.deletedBy === caller.userId || caller.role === 'Owner')
