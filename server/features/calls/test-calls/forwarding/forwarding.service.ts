import { FORWARDS_MAX, type NumberForward } from '#contract/calls/forwarding.ts'
import type { LineTest } from '#contract/calls/line-tests/line-tests.ts'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { emit } from '../../../../platform/events/emit.ts'
import type { Member } from '../../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../../platform/http/errors.ts'
import { requirePhone } from '../../../../platform/phones.ts'
import { findLine, hasMinutes, lineIssue, noMinutesLeft } from '../../../ceilings/outside-lines.service.ts'
import { aboutNumber, requireNumber, virtualAmong } from '../../../numbers/numbers.service.ts'
import { findChecks, type LineTestDeps, startTest } from '../line-tests/line-tests.service.ts'
import * as queries from './forwarding.queries.ts'

type Context = { db: Db; caller: Member }

export async function listForwards({ db, caller }: Context, numberId: string): Promise<NumberForward[]> {
  await requireNumber({ db, caller }, numberId)
  const [forwards, checks] = await Promise.all([
    queries.listForwards(db, caller.businessId, numberId),
    findChecks(db, caller.businessId, numberId),
  ])
  return forwards.map(({ phone, lastAt }) => ({
    phone,
    lastAt: lastAt && new Date(lastAt).toISOString(),
    check: checks.get(phone) ?? null,
  }))
}

type Given = { numberId: string; phone: string }

/** Refuses a phone that is a virtual number, or that may not be called. */
async function requireForwardable(deps: Pick<Deps, 'env'>, { db, caller }: Context, given: Given) {
  const number = await requireNumber({ db, caller }, given.numberId)
  if (number.state !== 'active' && number.state !== 'paused') throw new AppError('number_released')
  const phone = requirePhone(given.phone)
  if ((await virtualAmong(db, [phone])).length) throw invalidInput('phone', 'own_number')
  const line = await findLine(deps, db, { businessId: caller.businessId, kind: number.provider })
  const issue = lineIssue(deps, line, phone, 'phone')
  if (issue) throw new AppError('invalid_input', { issues: [issue] })
  return { number, phone, line }
}

export async function addForward(deps: Pick<Deps, 'env'>, { db, caller }: Context, given: Given) {
  const { number, phone } = await requireForwardable(deps, { db, caller }, given)
  const of = { numberId: number.id, phone }
  await db.transaction().execute(async (tx) => {
    if (!(await queries.insertForward(tx, caller.businessId, { ...of, most: FORWARDS_MAX }))) return
    await emit(tx, caller, 'number.changed', { ...aboutNumber(number), changes: { forwarding: [null, phone] } })
  })
  const forward = (await listForwards({ db, caller }, number.id)).find((one) => one.phone === phone)
  if (!forward) throw new AppError('too_many_forwards')
  return forward
}

export async function removeForward({ db, caller }: Context, given: Given) {
  const number = await requireNumber({ db, caller }, given.numberId)
  const of = { numberId: number.id, phone: requirePhone(given.phone) }
  await db.transaction().execute(async (tx) => {
    if (!(await queries.deleteForward(tx, caller.businessId, of))) return
    await emit(tx, caller, 'number.changed', { ...aboutNumber(number), changes: { forwarding: [of.phone, null] } })
  })
}

/** Calls the existing number, and remembers it: if its carrier forwards the call, the virtual number answers it with keys. */
export async function checkForward(deps: LineTestDeps, { db, caller }: Context, given: Given): Promise<LineTest> {
  const { number, phone, line } = await requireForwardable(deps, { db, caller }, given)
  await addForward(deps, { db, caller }, given)
  if (!(await hasMinutes(deps, db, line, caller.businessId))) throw noMinutesLeft(deps)
  return startTest(deps, { db, caller }, { number, forwarded: phone })
}
