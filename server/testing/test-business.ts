import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '#contract/auth/scopes.ts'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../platform/ids.ts'
import { testBusiness } from './test-data.ts'

/** A signed-in person of a test. */
export type TestPerson = { authorization: string; userId: string; sessionId: string; email: string; name: string }
/** A signed-in member of a test's business. */
export type TestMember = TestPerson & { 'x-business-id'?: string }
type CampaignValues = {
  name?: string
  is_enabled?: boolean
  email_notifications?: string[]
  sms_notifications?: string[]
}

/** A business with one campaign and no members, and factories of members, campaigns and keys. */
export async function makeTestBusiness(deps: Deps, person: () => Promise<TestPerson>) {
  const business = await testBusiness(deps.tenants)
  const { businessId } = business
  const db = deps.tenants.scope({ businessId })

  /** A member with campaign roles: their business role in the listed campaigns, or the given role for each. */
  async function member(role: Role, campaigns: Record<string, Role> | string[] = []): Promise<TestMember> {
    const user = await person()
    await db.insertInto('memberships').values({ business_id: businessId, user_id: user.userId, role }).execute()
    const roles = Array.isArray(campaigns) ? campaigns.map((id) => [id, role] as const) : Object.entries(campaigns)
    for (const [campaignId, campaignRole] of roles) {
      await db
        .insertInto('campaign_members')
        .values({ business_id: businessId, campaign_id: campaignId, user_id: user.userId, role: campaignRole })
        .execute()
    }
    deps.caches.endAll()
    return { ...user, 'x-business-id': businessId }
  }

  /** Confirms these addresses as recipients. */
  async function confirm(channel: 'mail' | 'sms', addresses: string[] = []) {
    const at = new Date().toISOString()
    const said = { channel, language: 'he', state: 'confirmed', asked_at: at, decided_at: at }
    const rows = addresses.map((address) => ({ business_id: businessId, id: newId(), address, ...said }))
    if (!rows.length) return
    await db
      .insertInto('listed_recipients')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** A campaign whose listed addresses are confirmed. */
  async function campaign(values: CampaignValues = {}) {
    const id = newId()
    await db
      .insertInto('campaigns')
      .values({ business_id: businessId, id, name: `Campaign ${id.slice(-4)}`, ...values })
      .execute()
    await confirm('mail', values.email_notifications)
    await confirm('sms', values.sms_notifications)
    return id
  }

  /** Grants calls in these campaigns of the member only, or in all to an Admin. */
  async function letHear({ userId }: Pick<TestPerson, 'userId'>, where: string[] | 'everywhere') {
    await db
      .updateTable('memberships')
      .set({ hears_calls: where === 'everywhere' })
      .where('user_id', '=', userId)
      .execute()
    const campaigns = db.updateTable('campaign_members').where('user_id', '=', userId)
    await campaigns.set({ hears_calls: false }).execute()
    if (where !== 'everywhere' && where.length)
      await campaigns.set({ hears_calls: true, exports_calls: true }).where('campaign_id', 'in', where).execute()
    deps.caches.endAll()
  }

  async function apiKey(scopes: Scope[] = ['leads:write'], campaignIds: string[] | null = null) {
    const key = `lk_live_${randomBytes(4).toString('hex')}_${randomBytes(21).toString('hex')}`
    const hash = createHash('sha256').update(key).digest()
    const id = newId()
    const values = { name: 'Test key', hint: 'lk_live_…', hash, scopes, campaign_ids: campaignIds, rate_per_minute: 0 }
    await db
      .insertInto('api_keys')
      .values({ business_id: businessId, id, ...values })
      .execute()
    return { keyId: id, authorization: `Bearer ${key}` }
  }
  return { ...business, db, member, campaign, confirm, letHear, apiKey }
}
