import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { counterOf, type Limit, limitTo } from '../../platform/http/limits.ts'
import { asAvatar } from './image.ts'

/** An agency that gives every one of its campaigns an image is done within the hour. */
export const AVATAR_LIMIT: Limit = { max: 60, seconds: 3_600 }
/** Nobody guesses 160 random bits. */
const NAME_BYTES = 20
const NAME = /^[0-9a-f]{40}\.webp$/
const PATH = '/api/image/'

const fileOf = (image: string) => `images/${image.slice(PATH.length)}`
/** Of our own making; any other value is somebody else's to remove. */
const isOurs = (image: string) => image.startsWith(PATH) && NAME.test(image.slice(PATH.length))

type Upload = {
  userId: string
  file: () => Promise<Buffer>
  /** Writes the new image into its row and says which one was there before. */
  keep: (image: string) => Promise<string | null>
}

/** Takes an uploaded image in the place of the one before, whose file goes. Gives what stands in the row from now on. */
export async function replaceAvatar({ files, tenants, now, onError }: Deps, { userId, file, keep }: Upload) {
  await limitTo(tenants.pool, counterOf('avatar', userId), AVATAR_LIMIT, now())
  const bytes = await asAvatar(await file(), userId)
  const image = `${PATH}${randomBytes(NAME_BYTES).toString('hex')}.webp`
  const drop = async (old: string) => {
    if (isOurs(old)) await files.remove(fileOf(old)).catch(onError)
  }
  await files.put(fileOf(image), bytes)
  try {
    const before = await keep(image)
    if (before) await drop(before)
  } catch (error) {
    await drop(image)
    throw error
  }
  return image
}

/** The files of these; what is not of our own making stays. */
export async function removeImages({ files }: Pick<Deps, 'files'>, images: readonly string[]) {
  for (const image of images.filter(isOurs)) await files.remove(fileOf(image))
}

export async function findImage({ files }: Deps, name: string): Promise<{ bytes: Readable; size: number } | undefined> {
  return NAME.test(name) ? files.get(fileOf(PATH + name)) : undefined
}
