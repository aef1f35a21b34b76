import { randomUUIDv7 } from 'node:crypto'

/** Index of an id's last 48 bits. */
const TAIL = 24
const TAIL_END = 2 ** 48
let last = ''

/**
 * A UUID of version 7: time first, so that keys grow and index pages fill in order. Ids of one millisecond and process grow,
 * too (RFC 9562, 6.2).
 */
export function newId(): string {
  const id = randomUUIDv7()
  last = id > last ? id : (following(last, id) ?? id)
  return last
}

/** An id greater than `id` by a random step taken from `other`. Undefined: overflow. */
function following(id: string, other: string): string | undefined {
  const tail = Number.parseInt(id.slice(TAIL), 16) + Number.parseInt(other.slice(-8), 16) + 1
  return tail < TAIL_END ? id.slice(0, TAIL) + tail.toString(16).padStart(12, '0') : undefined
}

/** Whether a text has the form of an id; checked before untrusted text reaches a query. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
