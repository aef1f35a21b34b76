import { v7 } from 'uuid'

/**
 * A UUID of version 7: time first, so that keys grow and index pages fill in order. Ids of one process always grow, also
 * within a millisecond and when the clock is set back (RFC 9562, 6.2).
 */
export const newId = (): string => v7()

/** Whether a text has the form of an id; checked before untrusted text reaches a query. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
