import { z } from 'zod'
import { byId, Done, id, time } from '../common.ts'
import { route } from '../route.ts'
import { User } from '../team/users.ts'
import { FILE_MAX_BYTES } from './terms.ts'

/** Maximum of all files of a business, without those that are deleted. */
export const FILES_BYTES_MAX = 10 * 1024 ** 3
/** Files of one lead. All of them are listed. */
export const FILES_PER_LEAD = 200
export const FILE_NAME_MAX = 200
/** Pictures of more pixels get no preview, because they may be decompression bombs. It is above the resolution of good cameras. */
export const PREVIEW_PIXELS_MAX = 65_000_000
/** Longer side of the preview of a picture, and side of its square thumbnail, in pixels. */
export const PREVIEW_SIDE = 1_600
export const THUMBNAIL_SIDE = 160
/** How long the address of a file works, at least. */
export const FILE_LINK_SECONDS = 900

export const fileKinds = [
  ...(['image', 'pdf', 'document', 'sheet', 'slides', 'audio', 'video', 'archive', 'text', 'other'] as const),
] as const
/** What a file is, for its icon. */
export type FileKind = (typeof fileKinds)[number]

/** `image`: pixels alone, made by the server. The last two: a picture that has none. */
export const previews = ['image', 'pdf', 'none', 'too_large', 'broken'] as const
export type Preview = (typeof previews)[number]

export const LeadFile = z.object({
  _id: id,
  leadId: id,
  name: z.string(),
  bytes: z.number().int(),
  /** Media type, detected from the content. */
  type: z.string(),
  kind: z.enum(fileKinds),
  preview: z.enum(previews),
  /** Signed address of a small picture; null without one. */
  thumbnail: z.string().nullable(),
  /** Null: the lead sent it. */
  by: User.nullable(),
  createdAt: time,
  /** Whether the caller may delete it. */
  mayDelete: z.boolean(),
})
export type LeadFile = z.output<typeof LeadFile>

const one = z.object({ id, fileId: id })
const One = z.object({ success: z.literal(true), file: LeadFile })

export const fileRoutes = {
  list: route({
    method: 'GET',
    path: '/lead/:id/files',
    access: 'None',
    summary: 'Files of a lead, newest first, and how much the files of the business take up',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      files: z.array(LeadFile),
      /** Bytes of all files of the business, and their maximum. */
      used: z.object({ bytes: z.number().int(), limit: z.number().int() }),
      /** Whether the caller may add files to this lead. */
      mayAdd: z.boolean(),
    }),
  }),
  add: route({
    method: 'POST',
    path: '/lead/:id/files',
    access: 'None',
    can: 'files.add',
    summary: 'Add a file to a lead; its type is detected from the content',
    params: byId,
    upload: { field: 'file', maxBytes: FILE_MAX_BYTES, isStreamed: true },
    idempotent: true,
    reply: One,
    status: () => 201,
  }),
  get: route({
    method: 'GET',
    path: '/lead/:id/files/:fileId',
    access: 'None',
    summary: 'A file of a lead, with signed addresses of its content and of its preview',
    params: one,
    reply: One.extend({ url: z.string(), preview: z.string().nullable(), expiresAt: time }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/lead/:id/files/:fileId',
    access: 'None',
    can: 'files.add',
    summary: 'Delete a file of a lead',
    params: one,
    reply: Done,
  }),
  restore: route({
    method: 'POST',
    path: '/lead/:id/files/:fileId/restore',
    access: 'None',
    can: 'files.add',
    summary: 'Take the deletion of a file back, within a day',
    params: one,
    reply: One,
  }),
}
