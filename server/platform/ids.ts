import { randomUUIDv7 } from 'node:crypto'

/** Where the last 48 bits of an id begin. */
const TAIL = 24
const TAIL_END = 2 ** 48
let last = ''

/**
 * Ids are UUIDs of version 7 made by the app: time first, so that keys grow and pages of an index fill in order. Those of
 * one millisecond, which have no order by themselves, grow as well (RFC 9562, 6.2): what a process did first stands first.
 */
export function newId(): string {
  const id = randomUUIDv7()
  last = id > last ? id : (following(last, id) ?? id)
  return last
}

/** Some way behind an id; how far, `other` says by chance. Undefined: there is no more room. */
function following(id: string, other: string): string | undefined {
  const tail = Number.parseInt(id.slice(TAIL), 16) + Number.parseInt(other.slice(-8), 16) + 1
  return tail < TAIL_END ? id.slice(0, TAIL) + tail.toString(16).padStart(12, '0') : undefined
}

/** Whether it is written as ids are; asked before a text of strangers is compared with one in the database. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
