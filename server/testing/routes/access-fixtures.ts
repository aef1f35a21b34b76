import { formRoutes } from '#contract/forms.ts'
import { campaignRoles, type Role, ranks } from '#contract/roles.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import { pushDeviceOf } from '../accounts/test-push.ts'
import type { Credentials, testApp } from '../test-app.ts'
import type { TestMember } from '../test-business.ts'
import type { testCalls } from '../test-calls.ts'
import { aForm } from '../test-forms.ts'
import { nextPhone, testLeads } from '../test-leads.ts'
import { aRouting, testNumber } from '../test-numbers.ts'
import { automationFixtures, webhookFixtures } from './automation-fixtures.ts'
import { billingFixtures } from './billing-fixtures.ts'
import { callFlowFixtures } from './call-flow-fixtures.ts'
import { importOf } from './import-fixtures.ts'
import { leadSourceFixtures } from './lead-source-fixtures.ts'
import { ownCalls } from './made-call-fixtures.ts'
import { meetingFixtures } from './meeting-fixtures.ts'
import { messageFixtures, messageOn } from './message-fixtures.ts'
import { missedOn } from './missed-fixtures.ts'
import { shiftFixtures } from './shift-fixtures.ts'
import { taxDocumentOf } from './tax-document-fixtures.ts'
import { addView } from './view-fixtures.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Awaited<ReturnType<App['newBusiness']>>
export type AccessFixtures = Awaited<ReturnType<typeof makeAccessFixtures>>
export type Team = Record<Role, TestMember>
export const everyRole = Object.keys(ranks) as Role[]
const hasCampaigns = (role: Role) => (campaignRoles as readonly Role[]).includes(role)

/** A member of each role; campaign roles also have that role in the business's first campaign, and in no other. */
export async function makeTeam(business: Business): Promise<Team> {
  const people: [Role, TestMember][] = []
  for (const role of everyRole)
    people.push([role, await business.member(role, hasCampaigns(role) ? [business.campaignId] : [])])
  return Object.fromEntries(people) as Team
}

type FixturesInput = {
  business: Business
  owner: TestMember
  campaign: string
  calls: Awaited<ReturnType<typeof testCalls>>
}
/** One object of each kind in a campaign, and factories for acts that consume one. */
export async function makeAccessFixtures(it: App, { business, owner, campaign, calls }: FixturesInput) {
  const { businessId, db, statusIds } = business
  const leads = testLeads(it)
  const { entry, ...fields } = rowsOf(business, campaign)
  const lead = async () => (await leads.add(owner, { campaignId: campaign }))._id
  const mailed = async () => (await leads.add(owner, { campaignId: campaign, email: `${newId()}@example.test` }))._id
  /** A call; it rings this person's softphone if one is given. */
  const call = async (userId?: string) => {
    const plan = userId && { steps: [{ legs: [{ kind: 'softphone', userId }] }] }
    const id = await calls.call({ campaign_id: campaign, ...(plan && { plan: JSON.stringify(plan) }) })
    await calls.recording(id)
    return id
  }
  const form = async () => {
    const { body } = await it.send(formRoutes.create, owner, { body: { ...aForm(), campaignId: campaign } })
    return body.form._id
  }
  const comment = async (userId: string, isDeleted?: 'deleted') =>
    commentOn(business, await lead(), { userId, isDeleted })
  /** A file that this person added, its lead, and whether it is deleted. */
  const file = async (userId: string, deletedAt?: Date) => fileOn(business, await lead(), { userId, deletedAt })
  const { meeting, bookingPage } = meetingFixtures(business, { lead, campaignId: campaign, userId: owner.userId })
  const operation = (authorId: string, subject?: 'edits') => operationOf(business, authorId, subject)
  const number = async () => (await testNumber(it, { ...business, campaignId: campaign })).numberId
  // The calls' numbers need a valid routing.
  await db
    .updateTable('virtual_numbers')
    .set({ routing: JSON.stringify(aRouting()) })
    .where('business_id', '=', businessId)
    .execute()
  const things = {
    lead: await lead(),
    call: await call(),
    form: await form(),
    entry: await entry(),
    file: (await file(owner.userId)).fileId,
    message: (await messageOn(business, await lead())).messageId,
    meeting: await meeting(),
    bookingPage: await bookingPage(),
    number: await number(),
    status: statusIds.ongoing,
    field: await fields.field(),
    user: owner.userId,
    import: await importOf(business, owner.userId, campaign),
  }
  return {
    businessId,
    campaign,
    ...things,
    owner,
    make: {
      ...messageFixtures(business, mailed),
      ...{ lead, call, form, entry, operation, meeting, bookingPage, comment, file, ...fields },
      followedUp: async (userId: string) => followUpOn(business, await lead(), userId),
      deletedComment: (userId: string) => comment(userId, 'deleted'),
      missed: () => missedOn(business, campaign, calls),
      ...ownCalls(calls, { db, businessId, campaign, lead }),
      import: () => importOf(business, owner.userId, campaign),
      taxDocument: () => taxDocumentOf(it.deps, businessId),
    },
    automations: automationFixtures(business, lead),
    webhooks: webhookFixtures(business),
    leadSources: leadSourceFixtures(business, campaign),
    callFlows: callFlowFixtures(it, business, campaign),
    billing: billingFixtures(it.deps, businessId),
    ...ofBusiness(it, { business, owner, campaign }),
  }
}

/** A finished operation by this author: on many leads, or an edit of one. */
async function operationOf({ businessId, db }: Business, authorId: string, subject: 'leads' | 'edits' = 'leads') {
  const id = newId()
  const what = subject === 'leads' ? { kind: 'tag', add: ['Known'] } : { kind: 'edit', fields: ['name'] }
  const action = JSON.stringify(what)
  const values = { subject, kind: what.kind, action, author_id: authorId, state: 'done', total: 0 }
  await db
    .insertInto('operations')
    .values({ business_id: businessId, id, ...values })
    .execute()
  return id
}

/** Entries of the blacklist and own lead fields of a business. */
function rowsOf({ businessId, db }: Business, campaign: string) {
  const entry = async () => {
    const id = newId()
    const values = { kind: 'number', phone: nextPhone(), campaign_id: campaign }
    await db
      .insertInto('blacklist')
      .values({ business_id: businessId, id, ...values })
      .execute()
    return id
  }
  const field = async (changes: { deleted_at?: string } = {}) => {
    const id = newId()
    const name = `Field ${id}`
    const names = { key: `f${id.replaceAll('-', '').slice(-20)}`, name_he: name, name_en: name, help_text: '' }
    const kind = { type: 'text', options: '[]', is_decimal: false, is_required: false, required_at: [] }
    await db
      .insertInto('lead_fields')
      .values({ business_id: businessId, id, ...names, ...kind, is_personal: false, position: 0, ...changes })
      .execute()
    return id
  }
  const deletedField = () => field({ deleted_at: new Date().toISOString() })
  return { entry, field: () => field(), deletedField }
}

/** A comment of this person on the lead, and its place in the address. */
async function commentOn(
  { businessId, db }: Business,
  leadId: string,
  { userId, isDeleted }: { userId: string; isDeleted?: 'deleted' | undefined },
) {
  const commentId = newId()
  const lead = db.selectFrom('leads').select('campaign_id').where('id', '=', leadId)
  const { campaign_id: campaignId } = await lead.executeTakeFirstOrThrow()
  const row = {
    business_id: businessId,
    id: commentId,
    lead_id: leadId,
    user_id: userId,
    text: isDeleted ? '' : 'Called',
  }
  const deletion = isDeleted && { deleted_at: new Date().toISOString(), deleted_by: userId }
  await db
    .insertInto('lead_comments')
    .values({ ...row, ...deletion })
    .execute()
  if (isDeleted)
    await db
      .insertInto('lead_comment_versions')
      .values({
        business_id: businessId,
        comment_id: commentId,
        revision: 0,
        at: new Date().toISOString(),
        text: 'Called',
      })
      .execute()
  const author = { kind: 'person', businessId, userId } as const
  await emit(db, author, 'lead.commented', { leadId, campaignId, commentId, counts: [] })
  return { id: leadId, commentId }
}

/** A file without content on the lead. */
export async function fileOn(
  { businessId, db }: Business,
  leadId: string,
  { userId, deletedAt }: { userId: string; deletedAt?: Date | undefined },
) {
  const fileId = newId()
  const row = { name: 'plan.pdf', bytes: 9, type: 'application/pdf', preview: 'pdf' }
  const deleted = { deleted_at: deletedAt?.toISOString() ?? null }
  await db
    .insertInto('lead_files')
    .values({ business_id: businessId, id: fileId, lead_id: leadId, user_id: userId, ...row, ...deleted })
    .execute()
  return { id: leadId, fileId }
}

/** An open follow-up of this person on the lead. */
async function followUpOn({ businessId, db }: Business, leadId: string, userId: string) {
  // Not due yet: a reminder would be one more event.
  const [due_at, action] = [new Date(Date.now() + 86_400_000).toISOString(), 'Call Back']
  await db
    .insertInto('follow_ups')
    .values({ business_id: businessId, id: newId(), lead_id: leadId, user_id: userId, action, due_at })
    .execute()
  return leadId
}

/** Objects of the business without a campaign. */
function ofBusiness(it: App, { business, owner, campaign }: Omit<FixturesInput, 'calls'>) {
  const { businessId, db } = business
  return {
    /** A member who may have follow-ups on every lead. */
    follower: async () => (await business.member('Admin')).userId,
    colleague: async () => (await business.member('Reader')).userId,
    shifts: shiftFixtures(it, business, owner),
    key: async () => (await business.apiKey()).keyId,
    invitation: async () => {
      const body = { recipients: [`${newId()}@example.test`], role: 'Reader' as const, language: 'en' as const }
      const reply = await it.send(invitationRoutes.create, owner, { body })
      return reply.body.invitations[0]?._id ?? ''
    },
    /** A listed address that was not asked yet. */
    recipient: async () => {
      const address = `${newId()}@example.test`
      await db
        .updateTable('campaigns')
        .set({ email_notifications: [address] })
        .where('id', '=', campaign)
        .execute()
      return address
    },
    request: async (as?: Credentials) => {
      const opened = await it.send(waitingListRoutes.changeLink, owner, { body: { isEnabled: true } })
      const key = opened.body.link.url.split('/').at(-1) ?? ''
      const asked = await it.send(waitingListRoutes.ask, as ?? (await it.person()), { params: { key }, body: {} })
      return asked.body.request._id
    },
    order: async () => (await testNumber(it, { ...business, campaignId: null })).orderId,
    /** A campaign without leads and numbers; in the team's business the team has its roles in it. */
    emptyCampaign: async (team: Team) => {
      const id = await business.campaign()
      if (team.Owner.userId !== owner.userId || campaign !== business.campaignId) return id
      const people = everyRole.filter(hasCampaigns).map((role) => ({ role, user_id: team[role].userId }))
      const rows = people.map((person) => ({ business_id: businessId, campaign_id: id, ...person }))
      await db.insertInto('campaign_members').values(rows).execute()
      it.deps.caches.endAll()
      return id
    },
    notification: async (userId: string) => {
      const id = newId()
      const values = { business_id: businessId, user_id: userId, id, event_id: id, action: 'join_asked' }
      await it.deps.workerDb
        .insertInto('notifications')
        .values({ ...values, content: '{}', read_at: new Date().toISOString() })
        .execute()
      return id
    },
    /** A private view of this user, of the list of leads and of that of calls. */
    view: (userId: string) => addView(db, { businessId, userId, list: 'leads' }),
    callView: (userId: string) => addView(db, { businessId, userId, list: 'calls' }),
    /** A passkey of this user, whose sessions count as opened with it. */
    passkey: async (userId: string) => {
      const id = newId()
      const sessions = it.deps.tenants.pool.updateTable('sessions').set({ second_factor: 'passkey' })
      await sessions.where('user_id', '=', userId).execute()
      const made = { public_key: Buffer.alloc(1), counter: 0, transports: [], created_at: new Date().toISOString() }
      await it.deps.tenants
        .scope({ userId })
        .insertInto('passkeys')
        .values({ id, user_id: userId, credential_id: id, name: 'Phone', ...made })
        .execute()
      return id
    },
    pushDevice: (userId: string) => pushDeviceOf(it, userId),
    session: async (userId: string) => (await it.signIn(userId)).sessionId,
    /** Another person with the same role in the same campaigns, who may lose it. */
    double: (role: Role) => business.member(role, hasCampaigns(role) ? [business.campaignId] : []),
  }
}
