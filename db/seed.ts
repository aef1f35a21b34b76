import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Deps } from '../server/deps.ts'
import { callCounters } from '../server/features/calls/call-counters.ts'
import { refreshConversation } from '../server/features/conversations/conversations.queries.ts'
import { sweepAll } from '../server/features/duplicates/duplicates.jobs.ts'
import { missedCallers } from '../server/features/follow-ups/missed/missed-calls.jobs.ts'
import { listCallersOfBusiness, noteReached } from '../server/features/follow-ups/missed/recount.queries.ts'
import { leadCounters } from '../server/features/leads/lead-counters.sql.ts'
import { notificationProjection } from '../server/features/notifications/projection.ts'
import { withClient } from '../server/platform/db/connections.ts'
import type { Db } from '../server/platform/db/db.ts'
import type { DatabaseUrls } from '../server/platform/db/migrations/migrate.ts'
import { type Position, START } from '../server/platform/events/position.ts'
import { eventColumns, type StoredEvent } from '../server/platform/events/relay.ts'
import { insertRows, type MadeBusiness } from '../server/testing/factories.ts'
import { countClocks } from './demo/assignment.ts'
import { seedBillingHistory } from './demo/billing/history.ts'
import { seedTaxDocuments } from './demo/billing/tax-documents.ts'
import { type Demo, makeDemo } from './demo/demo.ts'
import { connectWhatsApp } from './demo/messages/whatsapp.ts'
import { explainNotices } from './demo/notices.ts'
import { emailOf, people } from './demo/people.ts'

/** In the data folder: the demo's API key, for `npm run demo:lead`. */
export const DEMO_KEY_FILE = 'demo-key'
/** Number of newest leads with notifications, and how many of these are unread. */
const NOTIFIED = 20
const UNREAD = 5
/** A position before every transaction, and one after the demo's history. */
const BEGINNING: Position = { xid: '1', id: START.id }

/**
 * Fills an empty database with the demo. Returns the sign-in addresses if the demo exists; undefined for a database
 * with real people.
 */
export async function seedDemoOnce(deps: Deps): Promise<{ signIns: string[] } | undefined> {
  const { tenants, workerDb } = deps
  if (!(await someone(tenants.pool))) {
    await seedDemo(deps)
    // The relay skips the past events that would have had the leads compared.
    await sweepAll.run(deps, {})
  }
  const known = await someone(tenants.pool)
  if (!known?.isDemo) return undefined
  await explainNotices(deps, await workerDb.transaction().execute(followUp))
  if (deps.env.billing) await seedBilling(deps)
  await connectWhatsApp(deps)
  return { signIns: people.map(({ key }) => emailOf(key)) }
}

/** Documents of the first demo business. */
async function seedBilling(deps: Deps) {
  const first = await deps.workerDb
    .selectFrom('businesses')
    .select('business_id')
    .where('is_demo', '=', true)
    .orderBy('business_id')
    .executeTakeFirst()
  if (!first) return
  await seedTaxDocuments(deps, first.business_id)
  await seedBillingHistory(deps, first.business_id)
}

/** Whether a database holds the demo or nothing yet. */
export const isDemoOrEmpty = ({ workerUrl }: Pick<DatabaseUrls, 'workerUrl'>) =>
  withClient(workerUrl, async (client) => {
    const { rows } = await client.query('select coalesce(bool_or(is_demo), true) as is from users')
    return rows[0]?.is === true
  })

const someone = (db: Db) =>
  db.selectFrom('users').select('is_demo as isDemo').orderBy('is_demo', 'desc').limit(1).executeTakeFirst()

/**
 * Writes the demo with its history as past events, before the first position, so that the relay skips them and old
 * leads cause no notifications. Of several processes one writes it.
 */
async function seedDemo({ tenants, workerDb, env, files, now }: Deps) {
  const demo = await makeDemo(now())
  await sql`update relay_position set xid = ${BEGINNING.xid} where reader = 'relay' and xid = ${START.xid}`.execute(
    workerDb,
  )
  await tenants.pool.transaction().execute(async (tx) => {
    await alone(tx)
    if (await someone(tx)) return
    await keepKey(env.dataDir, demo.key)
    await Promise.all(demo.files.contents.map(({ name, content }) => files.put(name, content)))
    await Promise.all(demo.recordings.map(({ row, sound }) => files.put(row.file, sound)))
    await insertRows(tx, 'users', [...demo.users, ...demo.pendingMembers.people])
    for (const business of demo.businesses) await insertBusinessRows(tx, business, demo)
  })
}

/**
 * Applies the relay's projections to these events: all counters, notifications of the newest. Once per database. Returns the
 * events with notifications.
 */
async function followUp(worker: Db): Promise<StoredEvent[]> {
  await alone(worker)
  const { rows: events } = await sql<StoredEvent>`
    select ${eventColumns} from events where events.xid = ${START.xid}
      and not exists (select from lead_counts c where c.business_id = events.business_id)
    order by events.id desc`.execute(worker)
  if (!events.length) return []
  const newest = events.filter(({ name }) => name === 'lead.created').slice(0, NOTIFIED)
  await leadCounters.apply?.(worker, batchOf(events))
  await callCounters.apply?.(worker, batchOf(events))
  await missedCallers.apply?.(worker, batchOf(events.toReversed()))
  for (const businessId of new Set(events.map((event) => event.businessId)))
    await noteReached(worker, await listCallersOfBusiness(worker, businessId, new Date(0)), new Date(0))
  await notificationProjection.apply?.(worker, batchOf(newest))
  await sql`update notifications set read_at = created_at + interval '1 minute'
    where event_id = any(${newest.slice(UNREAD).map(({ id }) => id)})`.execute(worker)
  return newest
}

const alone = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('leadline demo'))`.execute(tx)
const batchOf = (events: StoredEvent[]) => ({ events, from: START, to: BEGINNING })

async function insertBusinessRows(tx: Db, { businessId, row, statuses }: MadeBusiness, demo: Demo) {
  const ofBusiness = <R extends { business_id: string }>(rows: R[]) =>
    rows.filter((one) => one.business_id === businessId)
  const leads = demo.leads.filter((lead) => lead.row.business_id === businessId)
  await sql`select set_config('app.business_id', ${businessId}, true)`.execute(tx)
  await Promise.all([
    insertRows(tx, 'businesses', [row]),
    insertRows(tx, 'memberships', ofBusiness(demo.memberships)),
    insertRows(tx, 'lead_statuses', statuses),
    insertRows(tx, 'campaigns', ofBusiness(demo.campaigns)),
    insertRows(tx, 'campaign_links', ofBusiness(demo.campaignLinks)),
    insertRows(tx, 'campaign_members', ofBusiness(demo.campaignMembers)),
    insertRows(tx, 'api_keys', ofBusiness(demo.apiKeys)),
    insertRows(tx, 'booking_pages', ofBusiness(demo.bookingPages)),
    insertRows(tx, 'forms', ofBusiness(demo.forms)),
    insertRows(tx, 'lead_sources', ofBusiness(demo.leadSources)),
    insertRows(tx, 'lead_deliveries', ofBusiness(demo.leadDeliveries)),
    insertRows(tx, 'lead_fields', ofBusiness(demo.leadFields)),
    insertRows(tx, 'working_hours', ofBusiness(demo.workingHours)),
    insertRows(tx, 'open_periods', ofBusiness(demo.openPeriods)),
    insertRows(tx, 'assignment_rules', ofBusiness(demo.assignmentRules)),
    insertRows(tx, 'speed_to_lead', ofBusiness(demo.speedToLead)),
    insertRows(tx, 'lead_capacities', ofBusiness(demo.leadCapacities)),
    insertRows(tx, 'shift_plans', ofBusiness(demo.shiftPlans)),
    insertRows(tx, 'shift_weeks', ofBusiness(demo.shiftWeeks)),
    insertRows(tx, 'shift_swaps', ofBusiness(demo.shiftSwaps)),
    insertRows(tx, 'lead_templates', ofBusiness(demo.messageTemplates)),
    insertRows(tx, 'saved_views', ofBusiness(demo.leadViews)),
    insertRows(
      tx,
      'leads',
      leads.map((lead) => lead.row),
    ),
    insertRows(
      tx,
      'lead_enquiries',
      leads.flatMap(({ enquiries }) => enquiries),
    ),
    insertRows(
      tx,
      'lead_comments',
      leads.flatMap(({ comments }) => comments),
    ),
    insertRows(
      tx,
      'lead_comment_versions',
      leads.flatMap(({ commentVersions }) => commentVersions),
    ),
    insertRows(
      tx,
      'events',
      leads.flatMap(({ events }) => events.map((event) => ({ ...event, xid: START.xid }))),
    ),
  ])
  await insertRows(tx, 'events', ofBusiness(demo.audit.map((event) => ({ ...event, xid: START.xid }))))
  await countClocks(tx, businessId)
  await insertPendingMembers(tx, demo, ofBusiness)
  await insertCallRows(tx, demo, ofBusiness)
  await insertAutomations(tx, demo, ofBusiness)
  await insertConversations(tx, businessId, demo)
}

type OfBusiness = <R extends { business_id: string }>(rows: R[]) => R[]
const insertPendingMembers = (tx: Db, { pendingMembers }: Demo, ofBusiness: OfBusiness) =>
  Promise.all([
    insertRows(tx, 'invitations', ofBusiness(pendingMembers.invitations)),
    insertRows(tx, 'invitation_campaigns', ofBusiness(pendingMembers.invitationCampaigns)),
    insertRows(tx, 'join_links', ofBusiness(pendingMembers.joinLinks)),
    insertRows(tx, 'join_requests', ofBusiness(pendingMembers.joinRequests)),
  ])

async function insertCallRows(tx: Db, { calls, recordings, ...demo }: Demo, ofBusiness: OfBusiness) {
  await insertRows(tx, 'call_flows', ofBusiness([demo.callFlow.flow]))
  await insertRows(tx, 'call_flow_versions', ofBusiness([demo.callFlow.version]))
  await Promise.all([
    insertRows(tx, 'connections', ofBusiness(demo.connections)),
    insertRows(tx, 'virtual_numbers', ofBusiness(demo.numbers)),
    insertRows(tx, 'line_tests', ofBusiness(demo.lineTests)),
    ...demo.ofFeatures.map(({ table, rows }) => insertRows(tx, table, ofBusiness(rows))),
    insertRows(tx, 'follow_ups', ofBusiness(demo.followUps)),
    insertRows(tx, 'meetings', ofBusiness(demo.meetings)),
    insertRows(tx, 'lead_files', ofBusiness(demo.files.rows)),
    insertRows(tx, 'calls', ofBusiness(calls.map(({ row }) => row))),
    insertRows(tx, 'call_attempts', ofBusiness(calls.flatMap(({ attempts }) => attempts))),
    insertRows(tx, 'recordings', ofBusiness(recordings.map(({ row }) => row))),
    insertRows(tx, 'events', ofBusiness(calls.map(({ event }) => ({ ...event, xid: START.xid })))),
  ])
}

/** Tables that refer to each other, in their order. */
async function insertAutomations(tx: Db, { automations, webhooks }: Demo, ofBusiness: OfBusiness) {
  for (const { table, rows } of [...automations, ...webhooks]) await insertRows(tx, table, ofBusiness(rows as never))
}

async function insertConversations(tx: Db, businessId: string, { readConversations, ...demo }: Demo) {
  const messages = demo.leadMessages.filter((one) => one.business_id === businessId)
  await insertRows(tx, 'lead_messages', messages)
  await insertRows(
    tx,
    'consents',
    demo.consents.filter((one) => one.business_id === businessId),
  )
  for (const leadId of new Set(messages.map((one) => one.lead_id))) await refreshConversation(tx, businessId, leadId)
  await sql`update conversations set read_at = last_at
    where business_id = ${businessId} and lead_id = any(${readConversations}::uuid[])`.execute(tx)
}

async function keepKey(dataDir: string, key: string) {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, DEMO_KEY_FILE), `${key}\n`, { mode: 0o600 })
}
