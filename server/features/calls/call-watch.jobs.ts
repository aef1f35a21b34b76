import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { job } from '../../platform/jobs/job.ts'
import type { HookForm, ProviderCall } from '../../providers/voice/voice.ts'
import type { Connection } from '../numbers/connections.look-up.ts'
import type { Plan } from '../numbers/routing.rules.ts'
import { identityOf } from '../softphone/softphone.rules.ts'
import { storeReport } from './call-hooks.service.ts'
import { dedupeKey, endOf, type ReportKind, type Where } from './call-reports.rules.ts'
import { type DueCall, findPlan, listDueCalls, listRunningCalls, postponeCheck } from './call-watch.queries.ts'

const AT_ONCE = 100
/** Seconds until a call that goes on, or whose provider does not answer, is looked after again; then every hour. */
const PAUSES = [60, 120, 300, 600, 1_800]
const HOUR = 3_600
/** A provider that has not answered so often will not. */
const CHECKS_MAX = 10

/** Asks providers after calls whose end was not reported: each ends some time. Again: a report counts once. */
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

/** A server that was down missed reports, whose repeats may be over: it asks at once after the calls from before its start. */
export const askAfterStart = job({
  name: 'askAfterStart',
  payload: z.object({}).loose(),
  maxAttempts: 1,
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
      // It must not stand before the others again and again.
      await postpone(deps, call).catch(deps.onError)
    })
}

async function lookAfter({ voice, tenants, now }: Deps, call: DueCall) {
  const { businessId, id, connectionId: connection } = call
  const db = tenants.scope({ businessId })
  const tell = (kind: ReportKind, form: HookForm = {}, where: Where = {}) =>
    report(db, { call, kind, form, where, at: now() })
  if (call.isOver) return tell('recording', { RecordingSid: `none:${id}`, RecordingStatus: 'failed' })
  if (call.hasEnded) return tell('waited')
  const found = await ask(() => voice.find(connection), call.sid)
  if (found === 'unknown' || (found === 'silent' && call.checks >= CHECKS_MAX)) return tell('lost')
  if (found === 'silent' || !endOf(found.parent.status)) return postpone({ tenants, now }, call)
  // First what is known of its phones: its own end would else be all there is.
  const plan = await findPlan(db, businessId, id)
  for (const child of found.children) {
    const where = placeOf(plan, child.to, businessId)
    if (where) await tell('leg', formOf(child, found.parent.sid), where)
  }
  return tell('status', formOf(found.parent))
}

function postpone({ tenants, now }: Pick<Deps, 'tenants' | 'now'>, { businessId, id, checks }: DueCall) {
  const checkAt = new Date(now().getTime() + (PAUSES[checks] ?? HOUR) * 1_000)
  return postponeCheck(tenants.scope({ businessId }), businessId, { id, checkAt })
}

/** Which planned phone it was. */
function placeOf(plan: Plan | null, to: string, businessId: string): Where | undefined {
  for (const [i, { legs }] of (plan?.steps ?? []).entries()) {
    const place = legs.findIndex((leg) =>
      leg.kind === 'phone' ? leg.phone === to : to === `client:${identityOf(leg.userId, businessId)}`,
    )
    if (place >= 0) return { step: i + 1, place }
  }
  return undefined
}

type Found = { parent: ProviderCall; children: ProviderCall[] } | 'unknown' | 'silent'
async function ask(find: () => Promise<Connection | undefined>, sid: string): Promise<Found> {
  try {
    const connection = await find()
    if (!connection) return 'silent'
    const parent = await connection.provider.getCall(sid)
    return parent ? { parent, children: await connection.provider.listChildCalls(sid) } : 'unknown'
  } catch {
    return 'silent'
  }
}

/** As a hook would have reported it. */
const formOf = ({ sid, status, duration, endedAt, to }: ProviderCall, parentSid?: string): HookForm => ({
  CallSid: sid,
  CallStatus: status,
  CallDuration: String(duration ?? 0),
  To: to,
  ...(parentSid && { ParentCallSid: parentSid }),
  ...(endedAt && { Timestamp: endedAt }),
})

type Told = { call: DueCall; kind: ReportKind; form: HookForm; where: Where; at: Date }
const report = (db: Db, { call, kind, form, where, at }: Told) =>
  db.transaction().execute(async (tx) => {
    const { businessId, id: callId, connectionId, sid } = call
    const full = { CallSid: sid, ...form }
    const key = dedupeKey(kind, full, where)
    if (!key) return
    await storeReport(tx, { businessId, id: connectionId }, { kind, callId, form: full, key, at, ...where })
  })
