import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { isContactCard, SHARED_MS } from '#contract/files/sharing.ts'
import { SHARED_DATABASE } from './databases.ts'

/** Why files were left out; `noRoom`: the device could not store them. */
export const leftOutReasons = ['tooMany', 'tooLarge', 'wrongType', 'empty', 'noRoom'] as const
export type LeftOut = Partial<Record<(typeof leftOutReasons)[number], number>>

/** `id`: with the id of a lead its Idempotency-Key, so that it is added to the lead once. */
export type SharedFile = { id: string; file: File }
/** What the service worker received from the share sheet (web/worker/share.ts). */
export type Received = {
  id: string
  /** When it was shared, in milliseconds. */
  at: number
  title: string
  text: string
  url: string
  /** The text was longer. */
  isCut: boolean
  files: SharedFile[]
  leftOut: LeftOut
}
/** `userId`: the first person who saw it; undefined until then. */
export type Shared = Received & { userId?: string }

interface Shape extends DBSchema {
  shared: { key: string; value: Shared }
}

/** The database is closed after each use, so that any tab can delete it at sign-out. */
async function inDatabase<T>(act: (database: IDBPDatabase<Shape>) => Promise<T>): Promise<T> {
  const database = await openDB<Shape>(SHARED_DATABASE, 1, {
    upgrade: (one) => void one.createObjectStore('shared', { keyPath: 'id' }),
  })
  try {
    return await act(database)
  } finally {
    database.close()
  }
}

/** Opening the database would create it. */
const isThere = async () =>
  typeof indexedDB !== 'undefined' && (await indexedDB.databases()).some(({ name }) => name === SHARED_DATABASE)

export const keepShared = (received: Received) =>
  inDatabase(async (database) => void (await database.put('shared', received)))

/** Removes what is too old; the newest of what is left first. */
async function listFresh(): Promise<Shared[]> {
  if (!(await isThere())) return []
  return inDatabase(async (database) => {
    const all = await database.getAll('shared')
    const isFresh = ({ at }: Shared) => Date.now() - at < SHARED_MS
    for (const one of all) if (!isFresh(one)) await database.delete('shared', one.id)
    return all.filter(isFresh).sort((one, other) => other.at - one.at)
  })
}
export const removeOldShared = async () => void (await listFresh())

/** What was shared last on this device and belongs to no one else; from now on it is this person's. */
export async function takeShared(userId: string): Promise<Shared | null> {
  const newest = (await listFresh()).find((one) => one.userId === undefined || one.userId === userId)
  if (!newest) return null
  const taken = { ...newest, userId }
  if (newest.userId === undefined) await inDatabase((database) => database.put('shared', taken))
  return taken
}

/** Changes what is left of it, in one transaction: two files may be done at the same time. Without anything left it goes. */
async function changeShared(id: string, change: (shared: Shared) => Shared) {
  if (!(await isThere())) return
  await inDatabase(async (database) => {
    const { store, done } = database.transaction('shared', 'readwrite')
    const before = await store.get(id)
    if (before) {
      const left = change(before)
      const isUsed = left.files.length === 0 && !left.title && !left.text && !left.url
      await (isUsed ? store.delete(id) : store.put(left))
    }
    await done
  })
}
/** Removes the text, and the contacts that were read as text. */
export const removeSharedText = (id: string) =>
  changeShared(id, (shared) => ({
    ...{ ...shared, title: '', text: '', url: '' },
    files: shared.files.filter(({ file }) => !isContactCard(file)),
  }))
export const removeSharedFile = (id: string, fileId: string) =>
  changeShared(id, (shared) => ({ ...shared, files: shared.files.filter((one) => one.id !== fileId) }))

export async function removeShared(id: string) {
  if (await isThere()) await inDatabase((database) => database.delete('shared', id))
}

/** Removes what a person shared, what no one has seen yet, and the database with the last of it. */
export async function removeSharedOf(userId: string | undefined) {
  const all = await listFresh()
  const others = all.filter((one) => one.userId !== undefined && one.userId !== userId)
  for (const { id } of all.filter((one) => !others.includes(one))) await removeShared(id)
  if (others.length === 0) indexedDB.deleteDatabase(SHARED_DATABASE)
}
