import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { readablePhone } from '../../platform/phones.ts'
import { listSilentNumbers, type SilentNumber } from './silenced.queries.ts'

/** Numbers whose only phone that rings belongs to this person. */
export async function silencedBy(db: Db, businessId: string, userId: string): Promise<SilentNumber[]> {
  const [now, then] = [await listSilentNumbers(db, businessId, null), await listSilentNumbers(db, businessId, userId)]
  return newIn(then, now)
}

/** Runs a change and notifies Owners of each number that lost its last phone to ring through it. */
export async function withSilencedTold<T>(tx: Db, author: Author, change: () => Promise<T>): Promise<T> {
  const before = await listSilentNumbers(tx, author.businessId, null)
  const result = await change()
  for (const { id, phone, label, campaignId } of newIn(await listSilentNumbers(tx, author.businessId, null), before))
    await emit(tx, author, 'number.silenced', {
      campaignId,
      numberId: id,
      personal: { name: label ? `${label} (${readablePhone(phone)})` : readablePhone(phone) },
    })
  return result
}

const newIn = (after: SilentNumber[], before: SilentNumber[]) =>
  after.filter(({ id }) => !before.some((one) => one.id === id))
