import type { Env } from './env.ts'
import type { Access } from './features/access/access.service.ts'
import type { IdentityHandlers } from './features/auth/ways-in/ways-in.ts'
import type { UsageMeter } from './features/billing/usage-meter.ts'
import type { BusySource } from './features/calendars/busy-times.ts'
import type { FirstSteps } from './features/first-steps/first-step.ts'
import type { Health } from './features/health/health.service.ts'
import type { IntegrationReader } from './features/integrations/integration.ts'
import type { HistorySource } from './features/leads/history/history.rules.ts'
import type { TemplateSource } from './features/message-templates/template-values.service.ts'
import type { Names } from './features/names/names.cache.ts'
import type { MessageExamples } from './features/notification-settings/examples.rules.ts'
import type { CallerScreen, FindScreenedCaller } from './features/numbers/routing.rules.ts'
import type { OperationHandler } from './features/operations/operation-handler.ts'
import type { Payloads } from './features/payloads/payloads.service.ts'
import type { AccountData, PersonData } from './features/personal-data.ts'
import type { Caches } from './platform/caches.ts'
import type { Db } from './platform/db/db.ts'
import type { Tenants } from './platform/db/tenants.ts'
import type { Lifecycle } from './platform/http/draining.ts'
import type { Log } from './platform/log.ts'
import type { EnterLimit } from './platform/person-limits.ts'
import type { Hub } from './platform/realtime/hub.ts'
import type { FilesProvider } from './providers/files/files.ts'
import type { GoogleSignIn } from './providers/google/google.ts'
import type { MailProvider } from './providers/mail/mail.ts'
import type { PushProvider } from './providers/push/push.ts'
import type { SmsProvider } from './providers/sms/sms.ts'

/** Dependencies that features open at the start (`open` in their manifests); each feature declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend this interface.
export interface OpenedByFeatures {}

/** Dependencies of the features; opened in open.ts. */
export type Deps = OpenedByFeatures & {
  env: Env
  /** The app role's database: one business and one person at a time. */
  tenants: Tenants
  /** The worker role's database: relay and jobs, of all businesses. */
  workerDb: Db
  /** What this process caches, by the events that end it. */
  caches: Caches
  access: Access
  /** Names of campaigns, statuses, numbers and people. */
  names: Names
  /** Log of the last requests of keys and forms. */
  payloads: Payloads
  hub: Hub
  mail: MailProvider
  sms: SmsProvider
  push: PushProvider
  files: FilesProvider
  /** Undefined if the installation has no Google account. */
  google: GoogleSignIn | undefined
  /** Concurrency limit of heavy requests per person or API key. */
  enterHeavy: EnterLimit
  /** The clock; tests set it. */
  now: () => Date
  /** Wakes the relay, because there may be new events. */
  wakeRelay: () => void
  lifecycle: Lifecycle
  health: Health
  /** Personal data that features hold of leads and of users. */
  persons: readonly PersonData[]
  accounts: readonly AccountData[]
  /** How operations change the rows of features. */
  operationHandlers: readonly OperationHandler[]
  /** Examples of messages by template, registered by features. */
  messageExamples: MessageExamples
  /** When people are busy, registered by features. */
  busySources: readonly BusySource[]
  /** Values of variables in templates of messages to leads, registered by features. */
  templateSources: readonly TemplateSource[]
  /** Checks of identity and removals of ways to sign in, registered by features. */
  identity: IdentityHandlers
  /** Which of the first steps a business has done, registered by features. */
  firstSteps: FirstSteps
  screenCaller: CallerScreen | undefined
  findScreenedCaller: FindScreenedCaller | undefined
  /** What features say of the page of integrations. */
  integrations: readonly IntegrationReader[]
  /** What features add to the history of leads. */
  historySources: readonly HistorySource[]
  /** What features count of a business's usage. */
  usageMeters: readonly UsageMeter[]
  log: Log
  /** Logs an error that no request waits for. */
  onError: (error: unknown) => void
}
