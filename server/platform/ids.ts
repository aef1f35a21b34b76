import { randomUUIDv7 } from 'node:crypto'

/** Ids are UUIDs of version 7 made by the app: time first, so that keys grow and pages of an index fill in order. */
export const newId = (): string => randomUUIDv7()

/** Whether it is written as ids are; asked before a text of strangers is compared with one in the database. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
