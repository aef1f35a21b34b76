import type { Db } from '../../../../platform/db/db.ts'

export const insertPage = (tx: Db, businessId: string, { messageId, html }: { messageId: string; html: string }) =>
  tx.insertInto('lead_message_pages').values({ business_id: businessId, message_id: messageId, html }).execute()

export const findPage = async (db: Db, businessId: string, messageId: string) =>
  (
    await db
      .selectFrom('lead_message_pages')
      .select('html')
      .where('business_id', '=', businessId)
      .where('message_id', '=', messageId)
      .executeTakeFirst()
  )?.html
