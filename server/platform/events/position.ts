/** A place in the order of events: the transaction's number, then the event's id. */
export type Position = { xid: string; id: string }

export const START: Position = { xid: '0', id: '00000000-0000-0000-0000-000000000000' }

/** As clients keep it: `<xid>-<id>`. */
export const positionText = ({ xid, id }: Position) => `${xid}-${id}`

export function parsePosition(text: string): Position | undefined {
  const [, xid, id] = /^(\d{1,19})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  return xid && id ? { xid, id } : undefined
}

export const isAfter = (a: Position, b: Position) => (a.xid === b.xid ? a.id > b.id : BigInt(a.xid) > BigInt(b.xid))
