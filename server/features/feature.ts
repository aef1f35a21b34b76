import type { FastifyInstance } from 'fastify'
import type { Deps, OpenedByFeatures } from '../deps.ts'
import type { Env } from '../env.ts'
import type { Projection } from '../platform/events/relay.ts'
import type { Refusal } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { ExchangeAccount } from '../providers/exchange/account.ts'
import type { IdentityHandlers } from './auth/ways-in/ways-in.ts'
import type { UsageMeter } from './billing/usage-meter.ts'
import type { Erasure } from './businesses/erasing.service.ts'
import type { BusySource } from './calendars/busy-times.ts'
import type { FirstSteps } from './first-steps/first-step.ts'
import type { RetainedTable } from './housekeeping/housekeeping.queries.ts'
import type { IntegrationReader } from './integrations/integration.ts'
import type { HistorySource } from './leads/history/history.rules.ts'
import type { TemplateSource } from './message-templates/template-values.service.ts'
import type { MessageExamples } from './notification-settings/examples.rules.ts'
import type { CallerScreen, FindScreenedCaller } from './numbers/routing.rules.ts'
import type { OperationHandler } from './operations/operation-handler.ts'
import type { AccountData, PersonData } from './personal-data.ts'
import type { TableRetainedAsSet } from './privacy/retention.queries.ts'

type Mount = (app: FastifyInstance, deps: Deps) => void
/** Dependencies that are passed to the `open` functions of features. */
export type Opening = Pick<Deps, 'tenants' | 'workerDb' | 'caches' | 'now' | 'onError'> & {
  env: Env
  secretKey: string
  /** Hosts of the operator's own network that settings of members may name. */
  /** The running built-in exchange. */
  exchange: () => ExchangeAccount | undefined
}
/** A loop of worker processes. */
type Loop = (deps: Deps) => { stop: () => Promise<unknown> }

/** A feature's registrations, in its `<feature>.manifest.ts`; `features/index.ts` lists the manifests. */
export type Feature = {
  /** Routes of the contract, below /api. */
  mount?: readonly Mount[]
  /** Pages and hooks beside the API, at the root. */
  mountAtRoot?: readonly Mount[]
  /** Opens what it adds to `Deps`, such as the connections with its providers. */
  open?: (opening: Opening) => Partial<OpenedByFeatures>
  /** Refuse routes because of the state of the business, such as closing. */
  refusals?: readonly Refusal[]
  // biome-ignore lint/suspicious/noExplicitAny: each job has its own type of payload.
  jobs?: readonly Job<Deps, any>[]
  /** Derive rows and jobs from events, in the relay's transaction. */
  projections?: readonly Projection[]
  loops?: readonly Loop[]
  /** Change the feature's rows in operations. */
  operationHandlers?: readonly OperationHandler[]
  /** Examples of the messages that the feature sends in the name of a business. */
  messageExamples?: Partial<MessageExamples>
  /** Says when people are busy, so that they are not booked (calendars/busy-times.ts). */
  busySource?: BusySource
  /** Supplies values of variables in templates of messages to leads (contract/leads/messages/template-variables.ts). */
  templateValues?: TemplateSource
  /** Checks of who a person is, and removals of the ways to sign in that the feature adds. */
  identity?: Partial<IdentityHandlers>
  /** Which of the first steps a business has done, by step. */
  firstSteps?: Partial<FirstSteps>
  /** Erase a business's data outside its tables, before its rows are deleted. */
  erasures?: readonly Erasure[]
  /** Tables whose rows expire after a retention period. */
  retained?: readonly RetainedTable[]
  /** Tables whose rows expire after a retention period that each business may set. */
  retainedAsSet?: readonly TableRetainedAsSet[]
  /** Personal data of leads and of users that the feature holds. */
  person?: PersonData
  account?: AccountData
  /** Refuses callers of virtual numbers. At most one feature has this. */
  screenCaller?: CallerScreen
  /** A caller's number that it refuses in this campaign, for demo calls. */
  findScreenedCaller?: FindScreenedCaller
  /** Count what a business uses, for billing. */
  usageMeters?: readonly UsageMeter[]
  /** What of the page of integrations is the feature's. */
  integrations?: readonly IntegrationReader[]
  /** Adds items to the history of leads. */
  historySource?: HistorySource
}
