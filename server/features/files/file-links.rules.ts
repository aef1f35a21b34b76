import { FILE_LINK_SECONDS } from '#contract/files/files.ts'
import type { Member } from '../../platform/http/caller.ts'
import { signTicket } from '../../platform/http/downloads.ts'

/** How a file is served: the small picture of a list, what a preview shows, or the file itself. */
export type Serving = 'thumbnail' | 'preview' | 'download'
export type FileTicket = {
  businessId: string
  leadId: string
  fileId: string
  userId: string
  sessionId: string
  as: Serving
}

export const PURPOSE = 'files of leads'
export const CONTENT_PATH = '/lead/:id/files/:fileId/content'
const WINDOW_MS = FILE_LINK_SECONDS * 1_000

/** The same for all addresses of a while, so that a list that is read again names the same pictures. */
export const expiryOf = (now: Date) => (Math.floor(now.getTime() / WINDOW_MS) + 2) * WINDOW_MS

type Signing = { secretKey: string; now: Date; caller: Pick<Member, 'businessId' | 'userId' | 'sessionId'> }
/** A signed address of a file, for this person in this session. */
export const fileUrl =
  ({ secretKey, now, caller: { businessId, userId, sessionId } }: Signing) =>
  ({ leadId, id: fileId }: { leadId: string; id: string }, as: Serving) => {
    const path = CONTENT_PATH.replace(':id', leadId).replace(':fileId', fileId)
    const ticket = { businessId, leadId, fileId, userId, sessionId, as, expires: expiryOf(now) }
    return `/api${path}?${signTicket(secretKey, PURPOSE, ticket)}`
  }
