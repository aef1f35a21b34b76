import type { LeadFile } from '#contract/files/files.ts'
import type { fileUrl } from './file-links.rules.ts'
import { kindOf } from './file-types.rules.ts'
import type { FileRow } from './files.queries.ts'

type Shown = { urlOf: ReturnType<typeof fileUrl>; mayDelete: boolean }
export const toFile = (row: FileRow, { urlOf, mayDelete }: Shown): LeadFile => ({
  _id: row.id,
  leadId: row.leadId,
  name: row.name,
  bytes: row.bytes,
  type: row.type,
  kind: kindOf(row.type),
  preview: row.preview,
  thumbnail: row.preview === 'image' ? urlOf(row, 'thumbnail') : null,
  by: row.userId === null ? null : { _id: row.userId, name: row.userName ?? '', image: row.userImage },
  createdAt: row.createdAt,
  mayDelete,
})
