import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { UNSENT_DATABASE } from '../device/databases.ts'
import type { Act } from './act.ts'

interface Shape extends DBSchema {
  acts: { key: number; value: Act }
}

/** The database is closed after each use, so that any tab can delete it at sign-out. */
async function inDatabase<T>(act: (database: IDBPDatabase<Shape>) => Promise<T>): Promise<T> {
  const database = await openDB<Shape>(UNSENT_DATABASE, 1, {
    upgrade: (one) => void one.createObjectStore('acts', { keyPath: 'order', autoIncrement: true }),
  })
  try {
    return await act(database)
  } finally {
    database.close()
  }
}

/** Acts on this device in the order in which they were done. */
export type ActStore = {
  list: () => Promise<Act[]>
  add: (act: Omit<Act, 'order'>) => Promise<void>
  put: (act: Act) => Promise<void>
  remove: (order: number) => Promise<void>
}
export const actStore: ActStore = {
  list: () => inDatabase((database) => database.getAll('acts')),
  // The store assigns the order.
  add: (act) => inDatabase(async (database) => void (await database.add('acts', act as Act))),
  put: (act) => inDatabase(async (database) => void (await database.put('acts', act))),
  remove: (order) => inDatabase((database) => database.delete('acts', order)),
}

/** Removes the acts of a person, and the database with the last ones. */
export async function removeActsOf(userId: string | undefined) {
  const all = await actStore.list()
  const others = all.filter((one) => one.userId !== userId)
  for (const { order } of all.filter((one) => !others.includes(one))) await actStore.remove(order)
  if (others.length === 0) indexedDB.deleteDatabase(UNSENT_DATABASE)
}
