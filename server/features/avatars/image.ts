import sharp from 'sharp'
import { AVATAR_PIXELS_MAX, AVATAR_SIDE } from '#contract/files/avatars.ts'
import { AppError } from '../../platform/http/errors.ts'
import { fairQueue } from '../../platform/person-limits.ts'

/** Processing an image takes a core and much memory; two at a time leave resources for everything else. */
export const IMAGES_AT_ONCE = 2
/** Each waiting image holds its file in memory; limits for one person and for all. */
export const IMAGES_WAITING = { ownWaiting: 3, waiting: 20 }
const TIMEOUT_SECONDS = 10
const QUALITY = 82
sharp.concurrency(1)
sharp.cache(false)

/** Waits for a person's turn to process an image. */
export const enterImages = fairQueue({ places: IMAGES_AT_ONCE, ...IMAGES_WAITING })

const beginsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** Checks the first bytes, not the name. SVG is excluded, because it may contain scripts. */
const isImage = (bytes: Buffer) =>
  beginsWith(bytes, '\xff\xd8\xff') ||
  beginsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  (beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8))

/**
 * Converts an uploaded image to a square WebP: upright, the first frame of an animation, and pixels only, without location,
 * camera data or hidden payloads.
 */
export async function asAvatar(bytes: Buffer, userId: string): Promise<Buffer> {
  if (!isImage(bytes)) throw new AppError('image_type')
  const leave = await enterImages(userId)
  return sharp(bytes, { failOn: 'error', limitInputPixels: AVATAR_PIXELS_MAX })
    .autoOrient()
    .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
    .catch(refuse)
    .finally(leave)
}

function refuse(error: Error): never {
  if (!/pixel limit/i.test(error.message)) throw new AppError('avatar_failed')
  throw new AppError('too_many_pixels', { values: { limit: AVATAR_PIXELS_MAX / 1_000_000 } })
}
