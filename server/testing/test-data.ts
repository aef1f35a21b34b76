import type { Language } from '#contract/constants.ts'
import type { Db } from '../platform/db/db.ts'
import type { Tenants } from '../platform/db/tenants.ts'
import { newId } from '../platform/ids.ts'

/** The argon2id hash of `PASSWORD` with the current parameters. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RBJ+VdoKDZUw6SyWFj+4eg$CyMOJDuDfJmz8kVaYmOjZsCMKKlOht7Vmyc8ED1oaFE'

/** A test user with `PASSWORD` and a proved address. */
export async function testUser(db: Db, values: { status: 'Active' | 'Pending' | 'Verified'; language: Language }) {
  const userId = newId()
  const user = { userId, name: `Person ${userId.slice(-6)}`, email: `${userId}@example.test` }
  await db
    .insertInto('users')
    .values({
      id: userId,
      name: user.name,
      email: user.email,
      email_verified_at: new Date().toISOString(),
      password_hash: PASSWORD_HASH,
      ...values,
    })
    .execute()
  return user
}

const statuses = [
  { key: 'new', name_he: 'חדש', name_en: 'New', hue: 'sky', type: 'Open', is_default: true },
  { key: 'ongoing', name_he: 'בטיפול', name_en: 'In progress', hue: 'violet', type: 'Ongoing', is_default: false },
  { key: 'won', name_he: 'נסגר', name_en: 'Won', hue: 'green', type: 'Won', is_default: false },
  { key: 'lost', name_he: 'לא רלוונטי', name_en: 'Lost', hue: 'slate', type: 'Lost', is_default: false },
] as const

/** A business with four statuses, one campaign and no members. */
export async function testBusiness(tenants: Tenants) {
  const businessId = newId()
  const campaignId = newId()
  const db = tenants.scope({ businessId })
  await db
    .insertInto('businesses')
    .values({ business_id: businessId, name: `Business ${businessId.slice(-6)}` })
    .execute()
  const rows = statuses.map(({ key: _, ...status }, position) => ({
    business_id: businessId,
    id: newId(),
    position,
    ...status,
  }))
  await Promise.all([
    db.insertInto('lead_statuses').values(rows).execute(),
    db.insertInto('campaigns').values({ business_id: businessId, id: campaignId, name: 'Kitchens' }).execute(),
  ])
  const statusIds = Object.fromEntries(statuses.map(({ key }, i) => [key, rows[i]?.id])) as Record<
    (typeof statuses)[number]['key'],
    string
  >
  return { businessId, campaignId, statusIds }
}
