import type { OpenedByFeatures } from '../deps.ts'
import { alarms } from './alarms/alarms.manifest.ts'
import { apiKeys } from './api-keys/api-keys.manifest.ts'
import { assignment } from './assignment/assignment.manifest.ts'
import { audit } from './audit/audit.manifest.ts'
import { auth } from './auth/auth.manifest.ts'
import type { IdentityHandlers } from './auth/ways-in/ways-in.ts'
import { automations } from './automations/automations.manifest.ts'
import { avatars } from './avatars/avatars.manifest.ts'
import { billing } from './billing/billing.manifest.ts'
import { blacklist } from './blacklist/blacklist.manifest.ts'
import { businesses } from './businesses/businesses.manifest.ts'
import { erasingJobs } from './businesses/erasing.jobs.ts'
import { calendars } from './calendars/calendars.manifest.ts'
import { callFlows } from './call-flows/call-flows.manifest.ts'
import { calls } from './calls/calls.manifest.ts'
import { campaigns } from './campaigns/campaigns.manifest.ts'
import { ceilings } from './ceilings/ceilings.manifest.ts'
import { channels } from './channels/channels.manifest.ts'
import { consents } from './consents/consents.manifest.ts'
import { conversations } from './conversations/conversations.manifest.ts'
import { dashboard } from './dashboard/dashboard.manifest.ts'
import { dev } from './dev/dev.manifest.ts'
import { duplicates } from './duplicates/duplicates.manifest.ts'
import type { Feature, Opening } from './feature.ts'
import { files } from './files/files.manifest.ts'
import type { FirstSteps } from './first-steps/first-step.ts'
import { firstSteps } from './first-steps/first-steps.manifest.ts'
import { followUps } from './follow-ups/follow-ups.manifest.ts'
import { forms } from './forms/forms.manifest.ts'
import { googleSignIn } from './google-sign-in/google-sign-in.manifest.ts'
import { health } from './health/health.manifest.ts'
import { housekeepingJobs } from './housekeeping/housekeeping.jobs.ts'
import { housekeeping } from './housekeeping/housekeeping.manifest.ts'
import { integrations } from './integrations/integrations.manifest.ts'
import { invitations } from './invitations/invitations.manifest.ts'
import { leadFields } from './lead-fields/lead-fields.manifest.ts'
import { leadQuiet } from './lead-quiet/lead-quiet.manifest.ts'
import { leadSources } from './lead-sources/lead-sources.manifest.ts'
import { leads } from './leads/leads.manifest.ts'
import { links } from './links/links.manifest.ts'
import { live } from './live/live.manifest.ts'
import { meetings } from './meetings/meetings.manifest.ts'
import { messageTemplates } from './message-templates/message-templates.manifest.ts'
import { messages } from './messages/messages.manifest.ts'
import type { MessageExamples } from './notification-settings/examples.rules.ts'
import { notificationSettings } from './notification-settings/notification-settings.manifest.ts'
import { notifications } from './notifications/notifications.manifest.ts'
import { numbers } from './numbers/numbers.manifest.ts'
import { operations } from './operations/operations.manifest.ts'
import { passkeys } from './passkeys/passkeys.manifest.ts'
import { payloads } from './payloads/payloads.manifest.ts'
import { retentionJobs } from './privacy/privacy.jobs.ts'
import { privacy } from './privacy/privacy.manifest.ts'
import { profile } from './profile/profile.manifest.ts'
import { push } from './push/push.manifest.ts'
import { recipients } from './recipients/recipients.manifest.ts'
import { savedViews } from './saved-views/saved-views.manifest.ts'
import { shifts } from './shifts/shifts.manifest.ts'
import { softphone } from './softphone/softphone.manifest.ts'
import { speedToLead } from './speed-to-lead/speed-to-lead.manifest.ts'
import { statuses } from './statuses/statuses.manifest.ts'
import { taxDocuments } from './tax-documents/tax-documents.manifest.ts'
import { twoFactor } from './two-factor/two-factor.manifest.ts'
import { users } from './users/users.manifest.ts'
import { waitingList } from './waiting-list/waiting-list.manifest.ts'
import { webhooks } from './webhooks/webhooks.manifest.ts'
import { why } from './why/why.manifest.ts'
import { workingHours } from './working-hours/working-hours.manifest.ts'

/** All features in mounting order: `payloads` logs requests of the routes mounted after it. */
export const features: readonly Feature[] = [
  payloads,
  health,
  auth,
  users,
  invitations,
  waitingList,
  avatars,
  profile,
  privacy,
  twoFactor,
  passkeys,
  googleSignIn,
  businesses,
  statuses,
  leadFields,
  apiKeys,
  audit,
  campaigns,
  workingHours,
  leadQuiet,
  shifts,
  assignment,
  speedToLead,
  recipients,
  forms,
  leadSources,
  links,
  leads,
  savedViews,
  calls,
  followUps,
  automations,
  calendars,
  webhooks,
  meetings,
  files,
  conversations,
  consents,
  duplicates,
  messageTemplates,
  channels,
  integrations,
  callFlows,
  alarms,
  blacklist,
  billing,
  taxDocuments,
  dashboard,
  firstSteps,
  operations,
  notifications,
  why,
  notificationSettings,
  push,
  numbers,
  softphone,
  messages,
  live,
  dev,
  ceilings,
  housekeeping,
]

/** Merges registrations: each key is registered by one feature. */
const merged = <T>(parts: readonly (Partial<T> | undefined)[]): T => Object.assign({}, ...parts)

/** Functions of features that others call through `Deps`. */
export const registered = {
  persons: features.flatMap(({ person = [] }) => person),
  accounts: features.flatMap(({ account = [] }) => account),
  operationHandlers: features.flatMap(({ operationHandlers = [] }) => operationHandlers),
  messageExamples: merged<MessageExamples>(features.map(({ messageExamples }) => messageExamples)),
  busySources: features.flatMap(({ busySource = [] }) => busySource),
  templateSources: features.flatMap(({ templateValues = [] }) => templateValues),
  identity: merged<IdentityHandlers>(features.map(({ identity }) => identity)),
  firstSteps: merged<FirstSteps>(features.map(({ firstSteps }) => firstSteps)),
  screenCaller: features.find((feature) => feature.screenCaller)?.screenCaller,
  findScreenedCaller: features.find((feature) => feature.findScreenedCaller)?.findScreenedCaller,
  usageMeters: features.flatMap(({ usageMeters = [] }) => usageMeters),
  integrations: features.flatMap(({ integrations = [] }) => integrations),
  historySources: features.flatMap(({ historySource = [] }) => historySource),
}
/** Opens the dependencies that features add to `Deps`. */
export const openFeatures = (opening: Opening) => merged<OpenedByFeatures>(features.map(({ open }) => open?.(opening)))
/** Projections of events. */
export const projections = features.flatMap(({ projections = [] }) => projections)
/** Erasures of businesses' data outside the tables. */
export const erasures = features.flatMap(({ erasures = [] }) => erasures)
/** Tables whose rows expire. */
export const retained = features.flatMap(({ retained = [] }) => retained)
/** Tables whose rows expire after a period that a business may set. */
export const retainedAsSet = features.flatMap(({ retainedAsSet = [] }) => retainedAsSet)
/** All background jobs. */
export const jobs = [
  ...features.flatMap(({ jobs = [] }) => jobs),
  ...erasingJobs(erasures),
  ...housekeepingJobs(retained),
  ...retentionJobs(retainedAsSet),
]
