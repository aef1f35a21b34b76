import sharp from 'sharp'
import { PREVIEW_PIXELS_MAX, PREVIEW_SIDE, type Preview, THUMBNAIL_SIDE } from '#contract/files/files.ts'
import { enterImages } from '../avatars/image.ts'

const TIMEOUT_SECONDS = 10
const QUALITY = 80
/** What the server can decode. */
const decoded = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']

type Pictures = { preview: Buffer; thumbnail: Buffer }
type Previewed = { preview: Preview; pictures?: Pictures }

/**
 * Makes the preview of a stored picture: upright, the first frame of an animation, and pixels only. A picture that cannot
 * be decoded, or would unpack to too many pixels, has none and is a file like any other.
 */
export async function makePreview(path: string, type: string, userId: string): Promise<Previewed> {
  if (type === 'application/pdf') return { preview: 'pdf' }
  if (!decoded.includes(type)) return { preview: 'none' }
  const leave = await enterImages(userId)
  return picturesOf(path)
    .then((pictures): Previewed => ({ preview: 'image', pictures }))
    .catch(
      (error: Error) => ({ preview: /pixel limit|timeout/i.test(error.message) ? 'too_large' : 'broken' }) as const,
    )
    .finally(leave)
}

async function picturesOf(path: string): Promise<Pictures> {
  const preview = await sharp(path, { failOn: 'error', limitInputPixels: PREVIEW_PIXELS_MAX })
    .autoOrient()
    .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
  const thumbnail = await sharp(preview)
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer()
  return { preview, thumbnail }
}
