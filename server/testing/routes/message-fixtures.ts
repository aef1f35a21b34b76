import { insertPage } from '../../features/conversations/inbound/mail/mail-pages.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { testApp } from '../test-app.ts'

type Business = { businessId: string; db: Db }
type TestBusiness = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['newBusiness']>>

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

/** A template that was read from a WhatsApp account, and whose placeholder has no value yet. */
async function anAccountTemplate({ businessId, db }: Business) {
  const [id, connection_id] = [newId(), newId()]
  const settings = JSON.stringify({ wabaId: '1', phone: '+972524440000', name: '', isOwnApp: true })
  await db
    .insertInto('connections')
    .values({
      ...{ business_id: businessId, id: connection_id, settings },
      provider: 'whatsapp',
      account: id,
      deleted_at: now(),
    })
    .execute()
  const text = {
    ...{ code: 'he', state: 'approved', reason: null, header: null, body: 'שלום {{1}}', footer: null },
    ...{ isNamed: false, needsMedia: false, values: [{ component: 'body', name: '1', value: '' }] },
  }
  const row = { name_he: 'hello', name_en: 'hello', channel: 'whatsapp', purpose: 'service', account_name: 'hello' }
  const [contents, account] = ['{"he": null, "en": null}', JSON.stringify({ he: text, en: null })]
  await db
    .insertInto('lead_templates')
    .values({ business_id: businessId, id, connection_id, contents, account, ...row })
    .execute()
  return id
}
const now = () => new Date().toISOString()

/** Templates, and messages on leads of their own, which `mailed` adds with an e-mail. */
export const messageFixtures = (business: TestBusiness, mailed: () => Promise<string>) => ({
  template: () => aTemplate(business),
  accountTemplate: () => anAccountTemplate(business),
  deletedTemplate: () => aTemplate(business, new Date().toISOString()),
  message: async (state?: 'failed') => messageOn(business, await mailed(), state),
  /** A message with a page, as received mails have. */
  mail: async () => {
    const { id, messageId } = await messageOn(business, await mailed())
    await insertPage(business.db, business.businessId, { messageId, html: '<p>Hello</p>', hasRemoteImages: false })
    return { id, messageId }
  },
})

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

/** A message to a lead that waits until tomorrow, or that failed, and its place in the address. */
export async function messageOn(
  { businessId, db, campaignId }: TestBusiness,
  leadId: string,
  state: 'waiting' | 'failed' = 'waiting',
) {
  const [messageId, at] = [newId(), new Date().toISOString()]
  const isWaiting = state === 'waiting'
  const until = isWaiting ? { waits_until: new Date(Date.now() + 86_400_000).toISOString(), waits_for: 'later' } : {}
  await db
    .insertInto('lead_messages')
    .values({
      ...{ business_id: businessId, id: messageId, lead_id: leadId, direction: 'out', channel: 'email' },
      ...{
        purpose: 'service',
        origin: 'person',
        address: `${messageId}@example.test`,
        text: 'Hello',
        subject: 'Hello',
      },
      ...{ state, state_at: at, at, reason: isWaiting ? null : 'undelivered', ...until },
    })
    .execute()
  const { campaign_id } = await db
    .selectFrom('leads')
    .select('campaign_id')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('conversations')
    .values({
      ...{ business_id: businessId, lead_id: leadId, campaign_id: campaign_id ?? campaignId },
      ...{ last_id: messageId, last_at: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { id: leadId, messageId }
}
