import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import type { HookForm, Instruction } from '../../../../providers/voice/voice.ts'
import type { Connection } from '../../../numbers/voice-connections.cache.ts'
import { endOf } from '../../hooks/call-reports.rules.ts'
import * as queries from './line-tests.queries.ts'
import { asked, outcomeOf, proofOf, TONE, tone } from './line-tests.rules.ts'

type HookDeps = Pick<Deps, 'tenants' | 'env' | 'now'>
const HANGUP: Instruction[] = [{ verb: 'hangup' }]

/** A call that may be that of a test has come in: its number answers it, and asks for the keys. */
export async function answerTest(deps: HookDeps, { businessId, id: connectionId }: Connection, testId: string) {
  const db = deps.tenants.scope({ businessId })
  await queries.mark(db, businessId, { id: testId, what: 'reached', now: deps.now() })
  return asked(`${deps.env.publicUrl}/hooks/voice/${connectionId}/line-test/${testId}`)
}

/** Whether a call between these numbers, which has no row, may be that of a test that began since then. */
export const isOfTest = queries.isOfTest

/** The hooks of a test, by the last part of their path. */
export const lineTestHooks = ['proof', 'other', 'heard', 'status'] as const
type Kind = (typeof lineTestHooks)[number]

type Heard = { testId: string; kind: Kind; form: HookForm }
/** Undefined: the call is not that of the test, and is to be handled as any other. */
export async function afterTestHook(
  deps: HookDeps,
  { businessId, id: connectionId }: Connection,
  { testId, kind, form }: Heard,
): Promise<Instruction[] | undefined> {
  const db = deps.tenants.scope({ businessId })
  const found = await queries.findTest(db, businessId, testId)
  const test = found?.connectionId === connectionId ? found : undefined
  const end = (outcome: Parameters<typeof queries.endTest>[2]['outcome']) =>
    queries.endTest(db, businessId, { id: testId, outcome, now: deps.now() })
  switch (kind) {
    case 'other':
      return undefined
    case 'proof':
      if (!test || form.Digits !== proofOf(deps.env.secretKey, testId)) return undefined
      await queries.mark(db, businessId, { id: testId, what: 'proved', now: deps.now() })
      return tone
    case 'heard':
      if (test) await heard(db, businessId, { test, form, now: deps.now() })
      return HANGUP
    case 'status':
      if (test && endOf(form.CallStatus)) await end(outcomeOf(form.CallStatus ?? '', test))
      return []
  }
}

/** The caller's side has heard something: the number's tone proves the way there and, if it was called, of the forwarding. */
async function heard(
  db: Db,
  businessId: string,
  { test, form, now }: { test: queries.TestRow; form: HookForm; now: Date },
) {
  const outcome = test.provedAt && form.Digits === TONE ? 'answered' : outcomeOf('completed', test)
  await queries.endTest(db, businessId, { id: test.id, outcome, now })
  if (outcome === 'answered' && test.forwarded)
    await queries.noteForward(db, businessId, { numberId: test.numberId, phone: test.forwarded, now })
}
