import type { Db } from '../../../../platform/db/db.ts'
import type { MailPage } from './mail-pages.rules.ts'

export const insertPage = (
  tx: Db,
  businessId: string,
  { messageId, html, hasRemoteImages }: MailPage & { messageId: string },
) =>
  tx
    .insertInto('lead_message_pages')
    .values({ business_id: businessId, message_id: messageId, html, has_remote_images: hasRemoteImages })
    .execute()

export const findPage = (db: Db, businessId: string, messageId: string): Promise<MailPage | undefined> =>
  db
    .selectFrom('lead_message_pages')
    .select(['html', 'has_remote_images as hasRemoteImages'])
    .where('business_id', '=', businessId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
