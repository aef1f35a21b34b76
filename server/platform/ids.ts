import { randomUUIDv7 } from 'node:crypto'

/** Ids are UUIDs of version 7 made by the app: time first, so that keys grow and pages of an index fill in order. */
export const newId = (): string => randomUUIDv7()
