import type { QueryKey } from '@tanstack/react-query'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { KEPT_DATABASE } from './databases.ts'

/** A reply to a query, kept on this device. `at`: when the server gave it. `build`: the build whose pages can show it. */
export type Kept = { hash: string; key: QueryKey; data: unknown; at: number; userId: string; build: string }

interface Shape extends DBSchema {
  replies: { key: string; value: Kept }
}

/** The database is closed after each use, so that any tab can delete it at sign-out. */
async function inDatabase<T>(act: (database: IDBPDatabase<Shape>) => Promise<T>): Promise<T> {
  const database = await openDB<Shape>(KEPT_DATABASE, 1, {
    upgrade: (one) => void one.createObjectStore('replies', { keyPath: 'hash' }),
  })
  try {
    return await act(database)
  } finally {
    database.close()
  }
}

/** The newest first. */
export const readKept = async () =>
  (await inDatabase((database) => database.getAll('replies'))).toSorted((one, other) => other.at - one.at)

export const changeKept = ({ put, remove }: { put: readonly Kept[]; remove: readonly string[] }) =>
  inDatabase(async (database) => {
    const { store, done } = database.transaction('replies', 'readwrite')
    await Promise.all([...put.map((one) => store.put(one)), ...remove.map((hash) => store.delete(hash)), done])
  })
