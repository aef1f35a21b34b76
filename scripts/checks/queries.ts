import {
  type ArrowFunctionExpression,
  type FunctionDeclaration,
  type ModuleItem,
  type Param,
  type Pattern,
  parseSync,
} from '@swc/core'
import { type Check, linesWith, sources } from './check.ts'

/** Queries on people, sessions and keys whose business is not known yet. */
const WITHOUT_BUSINESS: Record<string, '*' | string[]> = {
  'auth/accounts.queries.ts': '*',
  'auth/auth.queries.ts': '*',
  'auth/codes/email-codes.queries.ts': '*',
  'auth/ways-in/ways-in.queries.ts': '*',
  'users/users.queries.ts': '*',
  'passkeys/passkeys.queries.ts': '*',
  'push/push.queries.ts': '*',
  'google-sign-in/google-sign-in.queries.ts': '*',
  'two-factor/two-factor.queries.ts': [
    ...['findTwoFactor', 'upsertWaitingSecret', 'takeStep', 'confirmSecret', 'deleteTwoFactor'],
    ...['countRecoveryCodes', 'replaceRecoveryCodes', 'deleteRecoveryCode'],
  ],
  'profile/profile.queries.ts': '*',
  'messages/messages.queries.ts': '*',
  'ceilings/ceilings.queries.ts': ['addUses', 'removeUses', 'findUsed', 'countBusinessesOf'],
  'ceilings/operator.queries.ts': '*',
  'messages/sms.queries.ts': '*',
  'messages/to-leads.queries.ts': ['takeDueToLeads', 'updateToLead', 'hastenToLeads', 'findPointedAt'],
  'conversations/inbound/mail/reply-addresses.queries.ts': ['findAddressee'],
  'conversations/sending/gate.queries.ts': ['findMemberEmail'],
  'calendars/busy.queries.ts': ['putBusy', 'dropBusy', 'dropBusyOf', 'keepBusyOf', 'dropPast'],
  'calendars/connections.queries.ts': '*',
  'calendars/feeds.queries.ts': '*',
  'calendars/hooks.queries.ts': '*',
  'calendars/personal-data.queries.ts': '*',
  'health/health.queries.ts': '*',
  'housekeeping/housekeeping.queries.ts': '*',
  'notifications/notifications.queries.ts': '*',
  'notifications/personal.queries.ts': ['insertPersonalNotifications'],
  'notifications/decisions/decisions.queries.ts': ['listUsers'],
  'follow-ups/reminders.queries.ts': ['takeDue'],
  'meetings/meetings-work.queries.ts': ['listEnded', 'takeSoon'],
  'meetings/notices.queries.ts': ['listDue'],
  'meetings/synced/entries.queries.ts': [
    ...['listOpenBusinesses', 'listEntries', 'findEntry', 'insertEntry', 'updateEntry', 'deleteEntry'],
    'wakeForMeetings',
  ],
  'meetings/links.queries.ts': ['findLink'],
  'alarms/alarms.queries.ts': ['listOpenBusinesses'],
  'billing/accounts.queries.ts': ['listWithoutAccount', 'listDueAccounts', 'listAccounts'],
  'billing/collections.queries.ts': ['listDue', 'findByKey', 'listRunningRefunds'],
  'billing/documents.queries.ts': ['findDealerKind'],
  'billing/ledger.queries.ts': ['listOwing'],
  'billing/methods.queries.ts': ['findByRef'],
  'billing/plans.queries.ts': ['listOffers', 'findPlan', 'insertVersion'],
  'follow-ups/missed/digest.queries.ts': ['listDue'],
  'follow-ups/missed/recount.queries.ts': [
    ...['listCallersOfCalls', 'listCallersOfLeads', 'listBusinessesWithMissed'],
    ...['lockCallers', 'recountCallers', 'noteReached'],
  ],
  'follow-ups/today/sections.queries.ts': ['countOf', 'readSection'],
  'access/access.queries.ts': ['findSession', 'findApiKey', 'touchApiKeys', 'touchMembers'],
  'users/team.queries.ts': ['listBusinessesNamed'],
  'tax-documents/entities.queries.ts': '*',
  'tax-documents/issuing.queries.ts': [
    ...['findCurrentEntity', 'lockSeries', 'updateSeries', 'findByKey', 'insertDocument'],
  ],
  'tax-documents/documents.queries.ts': ['listBooks', 'findByNumber', 'insertAllocation', 'findPdf', 'insertPdf'],
  'dev/dev-phones.queries.ts': '*',
  'links/links.queries.ts': ['findLink', 'addClicks'],
  'forms/forms.queries.ts': ['findFormByKey'],
  'lead-sources/deliveries.queries.ts': ['listDue'],
  'lead-sources/lead-sources.queries.ts': ['findSourceByKey'],
  'meetings/booking/booking.queries.ts': ['findPageBySlug'],
  'payloads/payloads.queries.ts': ['countSpam', 'insertPayloads'],
  'assignment/clocks.queries.ts': ['listBusinessesWithClocks'],
  'speed-to-lead/rings.queries.ts': ['takeDue', 'beginRinging', 'wakeRinging'],
  'assignment/watched.queries.ts': ['takeDue', 'watch', 'wakeLeads', 'wakeWaiting', 'wakeCampaigns'],
  'leads/imported-rows.queries.ts': ['isUnfinishedBefore'],
  'leads/import/imported-leads.queries.ts': ['analyzeLeads'],
  'leads/lead-references.queries.ts': ['listUserNames'],
  'calls/hooks/call-watch.queries.ts': ['listDueCalls', 'listRunningCalls'],
  'calls/test-calls/line-tests/line-tests.queries.ts': ['planDaily', 'takeDue'],
  'calls/recordings/recordings.queries.ts': ['takeDueRecordings', 'listToPurge'],
  'connections/connections.queries.ts': ['findConnectionById'],
  'numbers/numbers.queries.ts': ['listVirtualOnes'],
  'numbers/numbers-work.queries.ts': [
    'listOpenOrders',
    'listReleasing',
    'listForgotten',
    'listNumbersOfExchange',
    'listCharged',
  ],
  'numbers/provider-cleanup.queries.ts': [
    'findCleanupAccount',
    'takeDueCleanupTasks',
    'deleteCleanupTask',
    'postponeCleanupTask',
  ],
  'files/removals.queries.ts': ['insertRemoval', 'takeRemovals', 'deleteRemoval', 'updateDue'],
  'invitations/invitations.queries.ts': ['findLink', 'findIdOfLink'],
  'recipients/recipients.queries.ts': ['findBusinessOf'],
  'waiting-list/waiting-list.queries.ts': ['findBusinessOfLink', 'listOwnRequests'],
  'leads/leads.queries.ts': ['deleteTrash', 'isOfCommentDeletedBefore'],
  'duplicates/sweep.queries.ts': ['beginSweeps'],
  'working-hours/working-hours.queries.ts': ['listUnwritten'],
  'alarms/holes.queries.ts': ['listUnexamined'],
  'shifts/shift-periods.queries.ts': ['listUnwritten'],
  'lead-fields/lead-fields.queries.ts': ['listExpired'],
  'privacy/lead-erasure.queries.ts': ['listOpenErasures'],
  'privacy/retention.queries.ts': ['listAllRetentionPeriods', 'deleteExpired', 'listBusinesses'],
  'privacy/user-file.queries.ts': ['findAccount', 'listMemberships'],
  'privacy/user-erasure.queries.ts': ['findGone', 'listMemberships', 'listKnowing', 'eraseAccount', 'deleteOwnRows'],
  'automations/engine/watches.queries.ts': ['listWatchingBusinesses'],
  'automations/engine/runs.queries.ts': ['insertCauses', 'listDueBusinesses', 'markStep', 'undoStep'],
  'webhooks/sending/sending.queries.ts': ['insertDeliveries', 'insertDelivery', 'listUnwrittenBusinesses', 'takeDue'],
  'operations/operation-work.queries.ts': ['listIdle'],
  'businesses/erasing.queries.ts': ['listDue', 'listTables'],
  'channels/whatsapp/whatsapp.queries.ts': ['findById', 'listDue'],
  'dev/demo-calls.queries.ts': ['listLocalNumbers', 'findPhoneOfRing'],
  'live/live.queries.ts': ['listViews', 'listActiveSessions', 'listAssignees'],
}

type Query = { name: string; params: Pattern[] }

/** Exported functions of `*.queries.ts` take the database first and the business id second. */
export const checkQueries: Check = (root) => {
  const files = sources(root, 'server/features/**/*.queries.ts')
  const found = files.flatMap(({ path, text }) => exportedFunctions(text).map((query) => ({ path, ...query })))
  const problems = found
    .filter(({ params }) => params[1]?.type !== 'Identifier' || params[1].value !== 'businessId')
    .filter(({ path, name }) => !isExcepted(path, name))
    .map(({ path, name }) => `${path} ${name}: the second parameter must be businessId`)
  return { seen: found.length, problems }
}

/** SQL fragments for queries, the relay's projections, and the audit of counters, which runs per business. */
const WITH_SQL = ['calls.presenter', 'lead-operations.service', 'call-counters', 'counter-audits.jobs']

/** Features write SQL only in `*.queries.ts`, whose functions take the business. */
export const checkStatements: Check = (root) => {
  const files = sources(root, 'server/features/**/*.ts').filter(
    ({ path }) => !/\.(queries|sql|test)\.ts$/.test(path) && !WITH_SQL.some((name) => path.endsWith(`/${name}.ts`)),
  )
  return { seen: files.length, problems: linesWith(files, /^import .*\bsql\b.* from 'kysely'/, 'belongs into queries') }
}

function isExcepted(path: string, name: string): boolean {
  const excepted = WITHOUT_BUSINESS[path.slice('server/features/'.length)]
  // Data of an account is in all businesses that knew the person, so these queries take no business.
  return excepted === '*' || name.endsWith('OfAccount') || (excepted?.includes(name) ?? false)
}

function exportedFunctions(text: string): Query[] {
  return parseSync(text, { syntax: 'typescript', target: 'es2024' }).body.flatMap(functionsOf)
}

function functionsOf(item: ModuleItem): Query[] {
  if (item.type !== 'ExportDeclaration') return []
  const { declaration } = item
  if (declaration.type === 'FunctionDeclaration') return [fromDeclaration(declaration)]
  if (declaration.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id, init }) =>
    init?.type === 'ArrowFunctionExpression' && id.type === 'Identifier' ? [fromArrow(id.value, init)] : [],
  )
}

const fromDeclaration = ({ identifier, params }: FunctionDeclaration): Query => ({
  name: identifier.value,
  params: params.map(({ pat }: Param) => pat),
})
const fromArrow = (name: string, { params }: ArrowFunctionExpression): Query => ({ name, params })
