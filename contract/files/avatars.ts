import { z } from 'zod'
import { id } from '../common.ts'
import { route } from '../route.ts'

/** Maximum size of an upload (decision 12). */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024
/** Accepted types, detected from the content, not from the file name. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
/** Side of a stored image in pixels; images are square. */
export const AVATAR_SIDE = 512
/** Maximum number of pixels, against decompression bombs. It is above the resolution of good cameras. */
export const AVATAR_PIXELS_MAX = 50_000_000
/** Path below `/api` that serves images. It is not a route of the contract, because its replies are not JSON. */
export const IMAGE_PATH = '/image/:name'

const upload = { field: 'avatar', maxBytes: AVATAR_MAX_BYTES } as const
/** Reply to an upload (specification, section 3). */
const AvatarUploaded = z.object({ success: z.literal(true), image: z.string() })

export const avatarRoutes = {
  user: route({
    method: 'POST',
    path: '/user/avatar',
    access: 'user',
    pending: true,
    summary: "Set one's own image",
    upload,
    reply: AvatarUploaded,
  }),
  campaign: route({
    method: 'POST',
    path: '/user/campaign/avatar',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Set the image of a campaign',
    query: z.object({ campaignId: id }),
    upload,
    reply: AvatarUploaded,
  }),
  business: route({
    method: 'POST',
    path: '/business/avatar',
    access: 'Owner',
    summary: 'Set the image of the business',
    upload,
    reply: AvatarUploaded,
  }),
  other: route({
    method: 'POST',
    path: '/:target/avatar',
    access: 'user',
    summary: 'Only users, campaigns and businesses have an image: anything else is refused (422)',
    params: z.object({ target: z.string() }),
    upload,
    reply: AvatarUploaded,
  }),
}
