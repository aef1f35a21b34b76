import type { Deps } from '../../../server/deps.ts'
import { sealSecret } from '../../../server/features/connections/secrets.ts'
import { syncAccountTemplates } from '../../../server/features/message-templates/account-templates.service.ts'
import { openWhatsAppAccount } from '../../../server/providers/whatsapp/whatsapp.ts'

/** The WhatsApp number of the demo business. */
export const DEMO_WHATSAPP = '+972524440100'
const NAME = 'אלון שיפוצים'

/**
 * Connects the demo business, whose conversations have messages by WhatsApp, with the server that stands in for Meta: once, so
 * that a number that a visitor disconnected stays so. Nothing where that server does not run.
 */
export async function connectWhatsApp({ env, whatsApp, workerDb, tenants, now }: Deps): Promise<void> {
  await whatsApp.startBox()
  const box = whatsApp.box()
  const message = await workerDb
    .selectFrom('lead_messages')
    .select(['business_id as businessId', 'connection_id as id'])
    .where('channel', '=', 'whatsapp')
    .where('sender', '=', DEMO_WHATSAPP)
    .executeTakeFirst()
  if (!box || !message?.id) return
  const { businessId, id } = message
  const db = tenants.scope({ businessId })
  const known = await workerDb.selectFrom('connections').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return
  const { wabaId, phoneNumberId, phone } = box.accounts.ensureAccount({ phone: DEMO_WHATSAPP, name: NAME })
  const { access_token: token } = box.accounts.newToken([wabaId])
  const settings = { wabaId, phone, name: NAME, isOwnApp: false, campaignId: null, hookFailure: null, expiresAt: null }
  await db
    .insertInto('connections')
    .values({
      ...{ business_id: businessId, id, provider: 'whatsapp', account: phoneNumberId },
      // The token is renewed, and hooks are asked for, when the number is first looked after.
      settings: JSON.stringify({ ...settings, renewAt: now().toISOString() }),
      secrets: JSON.stringify({ token: sealSecret(env.secretKey, id, token) }),
    })
    .execute()
  const account = openWhatsAppAccount({ graphUrl: box.url, version: env.meta.version, token })
  await syncAccountTemplates(db, businessId, {
    ...{ connectionId: id, templates: await account.listTemplates(wabaId), now: now() },
    suggested: { 1: '{{lead.firstName}}', 2: '{{business.name}}', first_name: '{{lead.firstName}}' },
  })
}
