import sharp from 'sharp'
import { AVATAR_PIXELS_MAX, AVATAR_SIDE } from '#contract/avatars.ts'
import { AppError } from '../../platform/http/errors.ts'
import { fairQueue } from '../../platform/person-limits.ts'

/** An image takes a core and much memory for a moment: two at a time leave room for everything else. */
export const IMAGES_AT_ONCE = 2
/** Each of them holds its file in memory: of one person so many, and of all people so many. */
export const IMAGES_WAITING = { ownWaiting: 3, waiting: 20 }
const TIMEOUT_SECONDS = 10
const QUALITY = 82
sharp.concurrency(1)
sharp.cache(false)

/** The turn of a person whose image is made. */
export const enterImages = fairQueue({ places: IMAGES_AT_ONCE, ...IMAGES_WAITING })

const beginsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** By its first bytes, not by its name. An SVG is a program, and none of these. */
const isImage = (bytes: Buffer) =>
  beginsWith(bytes, '\xff\xd8\xff') ||
  beginsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  (beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8))

/**
 * Makes of whatever was uploaded a square WebP of our own: turned the right way up, the first frame of an animation,
 * and nothing in it but pixels – no place, no camera, no program that hides in an image.
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
