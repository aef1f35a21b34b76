import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'

/** A time at which a person cannot be booked. */
export type BusySpan = {
  userId: string
  /** In ms. */
  from: number
  to: number
  /** It counts towards the most meetings of a day. */
  isMeeting?: boolean
}
type Asked = {
  userIds: readonly string[]
  from: Date
  to: Date
  now: Date
  /** A meeting that is to be moved. */
  except?: string | undefined
}
/**
 * Says when people are busy, in a fixed number of queries for all of them; a feature registers its own (`busySource` in its
 * manifest). A source that does not know, such as a calendar whose connection is lost, reports the whole stretch: times are
 * never offered by mistake.
 */
export type BusySource = (db: Db, businessId: string, asked: Asked) => Promise<BusySpan[]>

/** When these people are busy, by all that registered, by person. */
export async function busyTimes({ busySources }: Pick<Deps, 'busySources'>, db: Db, businessId: string, asked: Asked) {
  const found = await Promise.all(busySources.map((source) => source(db, businessId, asked)))
  return Map.groupBy(found.flat(), ({ userId }) => userId)
}
