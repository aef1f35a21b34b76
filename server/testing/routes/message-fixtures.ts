import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

type Business = { businessId: string; db: Db }

/** A template of messages to leads. */
export async function aTemplate({ businessId, db }: Business, deleted_at: string | null = null) {
  const id = newId()
  const contents = '{"he": {"subject": null, "text": "שלום"}, "en": null}'
  const row = { name_he: 'שלום', name_en: 'Hello', channel: 'sms', purpose: 'service', contents, deleted_at }
  await db
    .insertInto('lead_templates')
    .values({ business_id: businessId, id, ...row })
    .execute()
  return id
}

/** A connected mail server, which no test reaches. */
export async function aMailServer({ businessId, db }: Business) {
  const id = newId()
  const address = { fromName: '', fromAddress: 'office@example.test' }
  const settings = { host: 'mail.example.test', port: 587, security: 'starttls', user: '', ...address }
  const row = { provider: 'smtp', account: 'mail.example.test 587 ', settings: JSON.stringify(settings) }
  await db
    .insertInto('connections')
    .values({ business_id: businessId, id, ...row })
    .execute()
  return id
}
