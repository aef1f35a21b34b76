import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { job } from '../../../platform/jobs/job.ts'
import type { HookForm, ProviderCall } from '../../../providers/voice/voice.ts'
import type { Plan } from '../../numbers/routing.rules.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { identityOf } from '../../softphone/softphone.rules.ts'
import { nameCall } from '../calls.queries.ts'
import { AGENT_STEP } from './call-facts.rules.ts'
import { storeReport } from './call-progress.service.ts'
import { dedupeKey, endOf, type ReportKind, type Where } from './call-reports.rules.ts'
import { type DueCall, findPlan, listDueCalls, listRunningCalls, postponeCheck } from './call-watch.queries.ts'
import { letGo, lookAfterTalk } from './talk/talk-hooks.service.ts'

const AT_ONCE = 100
/** Seconds between checks of an ongoing call, or of one whose provider does not answer; then every hour. */
const PAUSES = [60, 120, 300, 600, 1_800]
const HOUR = 3_600
/** Number of tries before the watchdog stops asking a provider that does not answer. */
const CHECKS_MAX = 10

/** Looks up calls without a reported end at their providers. Idempotent: a report counts once. */
export const watchCalls = job({
  name: 'watchCalls',
  payload: z.object({}).loose(),
  maxAttempts: 1,
  cron: '* * * * *',
  atStart: true,
  async run(deps: Deps) {
    await lookAfterAll(deps, await listDueCalls(deps.workerDb, deps.now(), AT_ONCE))
  },
})

/** After downtime, looks up all open calls from before the start at once: the provider may not repeat missed reports. */
export const askAfterStart = job({
  name: 'askAfterStart',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  atStart: true,
  async run(deps: Deps) {
    const startedAt = new Date(Date.now() - process.uptime() * 1_000)
    await lookAfterAll(deps, await listRunningCalls(deps.workerDb, startedAt, AT_ONCE))
  },
})

export const callWatchJobs = [watchCalls, askAfterStart]

async function lookAfterAll(deps: Deps, calls: DueCall[]) {
  for (const call of calls)
    await lookAfter(deps, call).catch(async (error) => {
      deps.onError(error)
      // Rescheduled, so that it does not block the others.
      await postpone(deps, call).catch(deps.onError)
    })
}

async function lookAfter(deps: Deps, call: DueCall) {
  const { voice, tenants, now } = deps
  const { businessId, id, connectionId: connection } = call
  const db = tenants.scope({ businessId })
  const tell = (kind: ReportKind, form: HookForm = {}, where: Where = {}) =>
    report(db, { call, kind, form, where, at: now() })
  if (call.isOver) return tell('recording', { RecordingSid: `none:${id}`, RecordingStatus: 'failed' })
  if (call.hasEnded) return tell('waited')
  const found = await ask(() => voice.find(connection), call, await findPlan(db, businessId, id))
  if (found === 'unknown' || (found === 'silent' && call.checks >= CHECKS_MAX)) return tell('lost')
  if (found !== 'silent' && call.sid === id) await nameCall(db, businessId, { id, sid: found.parent.sid })
  const isOngoing = found !== 'silent' && !endOf(found.parent.status)
  if (isOngoing) await lookAfterTalk(deps, db, found.connection, id)
  if (found === 'silent' || isOngoing) return postpone({ tenants, now }, call)
  // Looks up the phones first: the end of the call alone would make it count as complete without them.
  const plan = await findPlan(db, businessId, id)
  for (const child of found.children) {
    const where = placeOf(plan, child.to, businessId)
    if (where) await tell('leg', formOf(child, found.parent.sid), where)
  }
  const { lead } = plan?.talk ?? {}
  await (lead === found.parent.sid
    ? tell('leg', formOf(found.parent, call.sid), LEAD)
    : tell('status', formOf(found.parent)))
  await letGo(deps, found.connection, plan)
}

function postpone({ tenants, now }: Pick<Deps, 'tenants' | 'now'>, { businessId, id, checks }: DueCall) {
  const checkAt = new Date(now().getTime() + (PAUSES[checks] ?? HOUR) * 1_000)
  return postponeCheck(tenants.scope({ businessId }), businessId, { id, checkAt })
}

/** The phone of the lead in a call that a member makes. */
const LEAD = { step: AGENT_STEP + 1, place: 0 }

/** The planned phone of a provider's call. */
function placeOf(plan: Plan | null, to: string, businessId: string): Where | undefined {
  for (const [i, { legs }] of (plan?.steps ?? []).entries()) {
    const place = legs.findIndex((leg) =>
      leg.kind === 'phone' ? leg.phone === to : to === `client:${identityOf(leg.userId, businessId)}`,
    )
    if (place >= 0) return { step: i + 1, place }
  }
  return undefined
}

type Found = { connection: Connection; parent: ProviderCall; children: ProviderCall[] } | 'unknown' | 'silent'
async function ask(
  find: () => Promise<Connection | undefined>,
  { id, sid: known, startedAt }: DueCall,
  plan: Plan | null,
): Promise<Found> {
  try {
    const connection = await find()
    if (!connection) return 'silent'
    const { provider } = connection
    // The start of a call that a member makes was not confirmed.
    const isUnnamed = plan?.outgoing && plan.callerId && known === id
    const started =
      isUnnamed &&
      (await provider.findStartedCall({
        ...{ to: plan.outgoing?.address ?? '', from: plan.callerId ?? '', since: new Date(startedAt) },
      }))
    if (isUnnamed && !started) return 'unknown'
    // The lead of a call that was held or transferred may talk on without the member who made it.
    const sid = plan?.talk?.lead ?? (started ? started.sid : known)
    if (plan?.outgoing?.isCanceled) await provider.endCall(sid)
    const parent = await provider.getCall(sid)
    return parent ? { connection, parent, children: await provider.listChildCalls(sid) } : 'unknown'
  } catch {
    return 'silent'
  }
}

/** The report as a hook would have sent it. */
const formOf = ({ sid, status, duration, endedAt, to }: ProviderCall, parentSid?: string): HookForm => ({
  CallSid: sid,
  CallStatus: status,
  CallDuration: String(duration ?? 0),
  To: to,
  ...(parentSid && { ParentCallSid: parentSid }),
  ...(endedAt && { Timestamp: endedAt }),
})

type WatchedReport = { call: DueCall; kind: ReportKind; form: HookForm; where: Where; at: Date }
const report = (db: Db, { call, kind, form, where, at }: WatchedReport) =>
  db.transaction().execute(async (tx) => {
    const { businessId, id: callId, connectionId, sid } = call
    const full = { CallSid: sid, ...form }
    const key = dedupeKey(kind, full, where)
    if (!key) return
    await storeReport(tx, { businessId, id: connectionId }, { kind, callId, form: full, key, at, ...where })
  })
