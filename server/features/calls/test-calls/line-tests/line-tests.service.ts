import { LINE_TEST_SECONDS, type LineTest } from '#contract/calls/line-tests/line-tests.ts'
import type { Deps } from '../../../../deps.ts'
import { type Db, inTransaction } from '../../../../platform/db/db.ts'
import { emit } from '../../../../platform/events/emit.ts'
import type { Member } from '../../../../platform/http/caller.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import { newId } from '../../../../platform/ids.ts'
import { VoiceError } from '../../../../providers/voice/voice.ts'
import { countTestCall } from '../../../ceilings/outside-lines.service.ts'
import { aboutNumber, requireNumber } from '../../../numbers/numbers.service.ts'
import { asAppErrors } from '../../../numbers/voice-connections.service.ts'
import { endOf } from '../../hooks/call-reports.rules.ts'
import * as queries from './line-tests.queries.ts'
import { callerKeys, listening, outcomeOf, proofOf, toTest } from './line-tests.rules.ts'

type Context = { db: Db; caller: Member }
export type LineTestDeps = Pick<Deps, 'voice' | 'env' | 'now' | 'requirePaid' | 'stoppedBy'>

/** A test that has not ended by itself is looked at after this time: longer than it rings and listens. */
const LOOK_AFTER_MS = 60_000
/** A provider that does not answer is asked again; after this time the result is unknown. */
const GIVE_UP_MS = 15 * 60_000

export async function findLineTest({ db, caller }: Context, numberId: string) {
  await requireNumber({ db, caller }, numberId)
  const { isDaily, last } = await queries.findTestsOf(db, caller.businessId, numberId)
  return { isDaily, last: last ? toTest(last) : null }
}

export async function setDailyTest({ db, caller }: Context, numberId: string, isDaily: boolean) {
  const number = await requireNumber({ db, caller }, numberId)
  await inTransaction(db, async (tx) => {
    const before = await queries.setDaily(tx, caller.businessId, { id: numberId, isDaily })
    if (before === undefined) throw new AppError('number_released')
    if (before === isDaily) return
    await emit(tx, caller, 'number.changed', { ...aboutNumber(number), changes: { dailyTest: [before, isDaily] } })
  })
}

export const startLineTest = async (deps: LineTestDeps, context: Context, numberId: string) =>
  startTest(deps, context, { number: await requireNumber(context, numberId), forwarded: null })

/** The last check of each existing number, by phone. */
export async function findChecks(db: Db, businessId: string, numberId: string): Promise<Map<string, LineTest>> {
  const checks = await queries.listChecks(db, businessId, numberId)
  return new Map(checks.map((check) => [check.forwarded, toTest(check)]))
}

type Asked = {
  number: Awaited<ReturnType<typeof requireNumber>>
  /** The existing number to call, which is to be forwarded to the number; null: the number itself is called. */
  forwarded: string | null
}
/** A test that a person asks for. It is stored before the call is placed, whose hooks arrive at once. */
export async function startTest(
  deps: LineTestDeps,
  { db, caller }: Context,
  { number, forwarded }: Asked,
): Promise<LineTest> {
  const { businessId } = caller
  const numberId = number.id
  if (number.state !== 'active') throw new AppError('number_not_active')
  await deps.requirePaid(db, businessId)
  await countTestCall(deps, db, businessId)
  const [id, now] = [newId(), deps.now()]
  await inTransaction(db, async (tx) => {
    if (!(await queries.insertTest(tx, businessId, { id, numberId, forwarded, now, dueAt: later(now) })))
      throw new AppError('line_test_running')
    await emit(tx, caller, 'number.line_tested', aboutNumber(number))
  })
  await asAppErrors(place(deps, db, { businessId, id }))
  const test = await queries.findTest(db, businessId, id)
  if (!test) throw new AppError('number_not_found')
  return toTest(test)
}

const later = (now: Date) => new Date(now.getTime() + LOOK_AFTER_MS)
type Which = { businessId: string; id: string }

/** Places the call of a test, at most once. Throws if the provider refuses it or does not answer. */
async function place(deps: LineTestDeps, db: Db, { businessId, id }: Which) {
  const test = await queries.findTest(db, businessId, id)
  const now = deps.now()
  // A number that was released meanwhile is no longer ours to call, and billing may have stopped outgoing calls.
  if (test && (!test.isActive || (await deps.stoppedBy(db, businessId))))
    return queries.endTest(db, businessId, { id, outcome: 'unknown', now })
  if (!test || !(await queries.markPlaced(db, businessId, { id, now, dueAt: later(now) }))) return
  const { phone, forwarded, caller, connectionId } = test
  const hooks = `${deps.env.publicUrl}/hooks/voice/${connectionId}/line-test/${id}`
  try {
    const connection = await deps.voice.find(connectionId)
    if (!connection) throw new VoiceError('refused', 'no account with a provider')
    const { sid } = await connection.provider.startCall({
      ...{ to: forwarded ?? phone, from: caller, timeoutSeconds: LINE_TEST_SECONDS },
      ...{ keys: callerKeys(proofOf(deps.env.secretKey, id)), instructions: listening(hooks) },
      statusHook: `${hooks}/status`,
    })
    await queries.nameTest(db, businessId, { id, sid })
  } catch (error) {
    // With `unavailable` the call may have been placed: it is looked for later.
    if (error instanceof VoiceError && error.fault !== 'unavailable')
      await queries.endTest(db, businessId, { id, outcome: 'not_placed', now: deps.now() })
    throw error
  }
}

/** Does what a test is due for: its call is placed, or the provider is asked how it ended. */
export async function workOnTest(deps: LineTestDeps & Pick<Deps, 'tenants'>, which: Which) {
  const { businessId, id } = which
  const db = deps.tenants.scope({ businessId })
  const test = await queries.findTest(db, businessId, id)
  if (!test || test.outcome) return
  if (!test.placedAt) return place(deps, db, which)
  const end = (outcome: Parameters<typeof queries.endTest>[2]['outcome']) =>
    queries.endTest(db, businessId, { id, outcome, now: deps.now() })
  if (deps.now().getTime() - Date.parse(test.placedAt) > GIVE_UP_MS) return end('unknown')
  const found = await findCall(deps, test)
  if (!found) return end('unknown')
  const { provider, call } = found
  if (!endOf(call.status)) await provider.endCall(call.sid)
  return end(outcomeOf(call.status, test))
}

/** The call of a test at the provider, also if the answer to its start was lost. */
async function findCall(
  { voice }: LineTestDeps,
  { connectionId, sid, phone, forwarded, caller, placedAt }: queries.TestRow,
) {
  const connection = await voice.find(connectionId)
  const since = new Date(placedAt ?? 0)
  const call = sid
    ? await connection?.provider.getCall(sid)
    : await connection?.provider.findStartedCall({ to: forwarded ?? phone, from: caller, since })
  return connection && call && { provider: connection.provider, call }
}
