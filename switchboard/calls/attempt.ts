import type { Leg } from '../legs.ts'
import { makeSid } from '../sids.ts'
import type { Core } from './core.ts'
import { LiveCall } from './live-call.ts'
import type { DialPlan, Target } from './read-dial.ts'
import type { Run } from './run.ts'

const NOT_FOUND = 404
const NOT_REGISTERED = 480

/** Rings one target of a Dial. The attempt is a call of its own. */
export function startAttempt(run: Run, plan: DialPlan, target: Target): LiveCall {
  const { core, call } = run
  const child = new LiveCall(
    core,
    {
      sid: makeSid('CA'),
      accountSid: call.row.accountSid,
      parentCallSid: call.sid,
      from: plan.callerId,
      to: target.to,
      direction: 'outbound-dial',
      phoneNumberSid: null,
    },
    target.callback,
  )
  ring(core, child, target)
  return child
}

/** Passes the call to the first kind of phones that knows the address; the call fails if none does. */
export function ring(core: Core, call: LiveCall, { address }: Pick<Target, 'address'>): void {
  call.started()
  const leg = firstLeg(core, call, address)
  if (leg) call.attach(leg)
  else if (address.kind === 'client') call.fail(NOT_REGISTERED, 'no-answer')
  else call.fail(NOT_FOUND, 'failed')
}

function firstLeg(core: Core, { sid, row }: LiveCall, to: Target['address']): Leg | undefined {
  for (const phones of core.phones) {
    const leg = phones.dial({ to, from: row.from, callSid: sid })
    if (leg) return leg
  }
  return undefined
}

/** Resolves to true when the phone answers, and to false when the attempt ends unanswered. */
export function answered(child: LiveCall): Promise<boolean> {
  return new Promise((done) => {
    if (child.row.answeredAt || child.ended) return done(!child.ended)
    child.over.addEventListener('abort', () => done(false))
    child.leg?.onState((state) => state === 'answered' && done(true))
  })
}
