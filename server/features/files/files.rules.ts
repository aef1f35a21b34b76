import type { Member } from '../../platform/http/caller.ts'
import { canInCampaign } from '../access/access.rules.ts'
import type { FileRow } from './files.queries.ts'

export const canAddFiles = (caller: Member, campaignId: string) => canInCampaign(caller, 'files.add', campaignId)

type Placed = { campaignId: string; isTrashed: boolean }
/** One's own with the right to add, those of others with a right of its own; in the trash nothing changes. */
export const canDeleteFile = (caller: Member, { userId }: Pick<FileRow, 'userId'>, { campaignId, isTrashed }: Placed) =>
  !isTrashed && canInCampaign(caller, userId === caller.userId ? 'files.add' : 'files.deleteOthers', campaignId)
