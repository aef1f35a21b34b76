import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { counterOf, type Limit, limitTo } from '../../platform/http/rate-limits.ts'
import type { Erasure } from '../businesses/erasing.service.ts'
import { listImages } from './avatars.queries.ts'
import { asAvatar } from './image.ts'

/** Enough for an agency that uploads an image for each of its campaigns. */
export const AVATAR_LIMIT: Limit = { max: 60, seconds: 3_600 }
/** 160 random bits, which cannot be guessed. */
const NAME_BYTES = 20
const NAME = /^[0-9a-f]{40}\.webp$/
const PATH = '/api/image/'

const fileOf = (image: string) => `images/${image.slice(PATH.length)}`
/** Whether we stored the image; external addresses are never deleted. */
const isStoredHere = (image: string) => image.startsWith(PATH) && NAME.test(image.slice(PATH.length))

type Upload = {
  userId: string
  file: () => Promise<Buffer>
  /** Stores the new image in its row and returns the previous one. */
  keep: (image: string) => Promise<string | null>
}

/** Replaces an image and deletes the previous one's file. Returns the new image's path. */
export async function replaceAvatar({ files, tenants, now, onError }: Deps, { userId, file, keep }: Upload) {
  await limitTo(tenants.pool, counterOf('avatar', userId), AVATAR_LIMIT, now())
  const bytes = await asAvatar(await file(), userId)
  const image = `${PATH}${randomBytes(NAME_BYTES).toString('hex')}.webp`
  const drop = async (old: string) => {
    if (isStoredHere(old)) await files.remove(fileOf(old)).catch(onError)
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

/** Deletes the files of the images that we stored. */
export async function removeImages({ files }: Pick<Deps, 'files'>, images: readonly string[]) {
  for (const image of images.filter(isStoredHere)) await files.remove(fileOf(image))
}

export const eraseImages: Erasure = async (deps, businessId) =>
  removeImages(deps, await listImages(deps.workerDb, businessId))

export async function findImage({ files }: Deps, name: string): Promise<{ bytes: Readable; size: number } | undefined> {
  return NAME.test(name) ? files.get(fileOf(PATH + name)) : undefined
}
