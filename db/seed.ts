import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Insertable, sql } from 'kysely'
import type { Deps } from '../server/deps.ts'
import { createApiKey } from '../server/features/api-keys/api-keys.service.ts'
import { hashPassword } from '../server/features/auth/auth.passwords.ts'
import { leadCounters } from '../server/features/leads/leads.counters.ts'
import { notificationFollower } from '../server/features/notifications/notifications.followers.ts'
import type { Db } from '../server/platform/db/db.ts'
import type { DB } from '../server/platform/db/schema.gen.ts'
import type { Batch, StoredEvent } from '../server/platform/events/relay.ts'
import { insertRows, type MadeBusiness, type MadeLead, makeBusiness, makeCampaign, makeUser } from '../server/testing/factories.ts'
import { renovation, studio } from './demo/campaigns.ts'
import { makeLeads } from './demo/leads.ts'
import { emailOf, people, workers } from './demo/people.ts'
import { makeRandom } from './demo/random.ts'
import { demoPhone } from './demo/visitors.ts'

export const DEMO_PASSWORD = 'leadline-demo'
/** In the data folder: the demo's API key, for `npm run demo:lead`. */
export const DEMO_KEY_FILE = 'demo-key'
/** Of so many leads people have been told; of the newest of them they have not read. */
const TOLD = 20
const UNREAD = 5

const signIns = people.map(({ key }) => emailOf(key))

/** Fills an empty database with the demo; says how to sign in where the demo is there, undefined where other people are. */
export async function seedDemoOnce(deps: Deps): Promise<{ signIns: string[] } | undefined> {
  const { rows } = await sql<{ isDemo: boolean }>`select is_demo as "isDemo" from users order by is_demo desc limit 1`.execute(deps.tenants.pool)
  const isEmpty = rows.length === 0 && (await seedDemo(deps))
  return isEmpty || rows[0]?.isDemo ? { signIns } : undefined
}

/**
 * The demo, with its history as events of the past: before the first place in their order, so that the relay passes
 * them by and nobody is told of old leads. What follows from them (counters, the newest notifications) is made here by
 * the relay's own followers. Returns false where another process was faster.
 */
export async function seedDemo(deps: Deps): Promise<boolean> {
  const demo = await makeDemo(deps.now())
  return deps.workerDb.transaction().execute(async (worker) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadline demo'))`.execute(worker)
    if ((await worker.selectFrom('users').select('id').limit(1).execute()).length) return false
    await sql`update relay_position set xid = '1' where reader = 'relay' and xid = '0'`.execute(worker)
    const events = demo.leads.flatMap(toEvents)
    await leadCounters.rollUp?.(worker, batchOf(events))
    await insertDemo(deps, demo)
    const newest = events.filter(({ name }) => name === 'lead.created').sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, TOLD)
    await notificationFollower.rollUp?.(worker, batchOf(newest))
    await sql`update notifications set read_at = created_at + interval '20 minutes'
      where event_id = any(${newest.slice(UNREAD).map(({ id }) => id)})`.execute(worker)
    return true
  })
}

type Demo = Awaited<ReturnType<typeof makeDemo>>
async function makeDemo(now: Date) {
  const random = makeRandom(1948)
  const password = await hashPassword(DEMO_PASSWORD)
  const began = new Date(now.getTime() - 430 * 86_400_000).toISOString()
  const users = people.map(({ key, name }, i) =>
    makeUser({
      name,
      email: emailOf(key),
      phone: demoPhone(i + 1),
      phone_verified_at: began,
      password_hash: password,
      is_demo: true,
      created_at: began,
    }),
  )
  const ids = Object.fromEntries(people.map(({ key }, i) => [key, users[i]?.id as string]))
  const alon = makeBusiness({ name: 'אלון שיפוצים ובנייה', email: 'office@alon-reno.example', phone: demoPhone(7), contact_name: 'שירה בן־דוד', is_demo: true, created_at: began })
  const white = makeBusiness({ name: 'סטודיו לבן – עיצוב פנים', email: 'hello@white-studio.example', is_demo: true, created_at: began })
  const campaignsOf = (business: MadeBusiness, demo: typeof renovation) =>
    demo.map(({ name, tags, notes, days }) =>
      makeCampaign(business.businessId, {
        name,
        tags,
        notes,
        email_notifications: [emailOf('owner')],
        created_at: new Date(now.getTime() - (days + 1) * 86_400_000).toISOString(),
      }),
    )
  const [ours, theirs] = [campaignsOf(alon, renovation), campaignsOf(white, studio)]
  const telling = { random, now }
  const leads = [
    ...makeLeads(alon, { ...telling, campaigns: renovation.map((demo, i) => ({ demo, id: ours[i]?.id as string, workers: (workers[i] ?? []).map((key) => ids[key] as string) })) }),
    ...makeLeads(white, { ...telling, campaigns: studio.map((demo, i) => ({ demo, id: theirs[i]?.id as string, workers: [ids.owner as string] })) }),
  ]
  return { began, users, ids, businesses: [alon, white] as const, campaigns: [ours, theirs] as const, leads }
}
