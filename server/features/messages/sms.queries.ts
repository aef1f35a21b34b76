import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { followedBy, type SmsDelivery } from './sms.rules.ts'

type Report = {
  id: string
  sid: string
  delivery: SmsDelivery
  code: number | undefined
  now: Date
  businessId: string | undefined
}
/**
 * Stores the delivery state of a message of any tenant or account, as the worker's role. Returns false if the report is
 * not newer than the stored state.
 */
export async function updateDelivery(db: Db, { id, sid, delivery, code, now, businessId }: Report): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ delivery, delivery_at: now.toISOString(), provider_sid: sid, ...(code && { error_code: code }) })
    .where('id', '=', id)
    .where('channel', '=', 'sms')
    .$if(businessId !== undefined, (of) =>
      of.where('business_id', '=', businessId as string).where('is_to_lead', '=', true),
    )
    .where((eb) => eb.or([eb('provider_sid', 'is', null), eb('provider_sid', '=', sid)]))
    .where((eb) => eb.or([eb('delivery', 'is', null), sql<boolean>`delivery = any(${followedBy(delivery)}::text[])`]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Pair = { sender: string; phone: string }
/** Whether the phone has opted out of messages from one of these senders. */
export const hasOptedOut = async (db: Db, { senders, phone }: { senders: string[]; phone: string }): Promise<boolean> =>
  (await db
    .selectFrom('sms_opt_outs')
    .select('phone')
    .where('sender', '=', sql<string>`any(${senders}::text[])`)
    .where('phone', '=', phone)
    .executeTakeFirst()) !== undefined

/** Those of these phones that opted out of this sender. */
export const listOptedOut = async (db: Db, { sender, phones }: { sender: string; phones: readonly string[] }) =>
  (
    await db
      .selectFrom('sms_opt_outs')
      .select('phone')
      .where('sender', '=', sender)
      .where('phone', '=', sql<string>`any(${phones}::text[])`)
      .execute()
  ).map(({ phone }) => phone)

export const insertOptOut = (db: Db, { sender, phone }: Pair) =>
  db
    .insertInto('sms_opt_outs')
    .values({ sender, phone })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteOptOut = (db: Db, { sender, phone }: Pair) =>
  db.deleteFrom('sms_opt_outs').where('sender', '=', sender).where('phone', '=', phone).execute()
