import type { Params } from '../hooks/signature.ts'
import { ringingFrames } from '../media/frames.ts'
import { playFrames, wait } from '../media/pace.ts'
import type { Element } from '../twiml/parse.ts'
import { answered, startAttempt } from './attempt.ts'
import { type Bridged, bridge } from './bridge.ts'
import { wholeSeconds } from './call-params.ts'
import { findInstructions } from './instructions.ts'
import type { LiveCall } from './live-call.ts'
import { meet } from './meet.ts'
import { dialStatus } from './outcome.ts'
import { type DialPlan, readDial, type Target } from './read-dial.ts'
import { recordingSeconds } from './recordings.ts'
import type { Next, Run } from './run.ts'

type Rung = { winner: LiveCall | undefined; attempts: LiveCall[] }

/** Rings the targets, connects the first that answers (after its whisper), and reports the outcome. */
export async function dial(run: Run, verb: Element): Promise<Next> {
  const plan = readDial(run, verb)
  if (plan.room) return meet(run, plan, plan.room)
  const { call } = run
  if (plan.answerOnBridge) call.leg?.ring()
  else await call.answer()
  const rung = await ringWithTone(run, plan)
  const bridged = rung.winner && (await connect(run, plan, rung.winner))
  return report(run, plan, { ...rung, bridged })
}

/**
 * Rings the targets. A caller whose call is answered hears a ringing tone meanwhile; an unanswered one hears the tone
 * of the phone network.
 */
async function ringWithTone(run: Run, plan: DialPlan): Promise<Rung> {
  const stop = new AbortController()
  if (run.call.row.answeredAt)
    void playFrames(ringingFrames(), (frame) => run.call.leg?.send(frame), AbortSignal.any([run.signal, stop.signal]))
  const rung = await ringAll(run, plan)
  stop.abort()
  return rung
}

async function ringAll(run: Run, plan: DialPlan): Promise<Rung> {
  const groups = plan.inOrder ? plan.targets.map((target) => [target]) : [plan.targets]
  const attempts: LiveCall[] = []
  for (const group of groups) {
    if (run.signal.aborted) break
    const rung = await ringGroup(run, plan, group)
    attempts.push(...rung.attempts)
    if (rung.winner) return { winner: rung.winner, attempts }
  }
  return { winner: undefined, attempts }
}

async function ringGroup(run: Run, plan: DialPlan, targets: Target[]): Promise<Rung> {
  const rings = new AbortController()
  const attempts = targets.map((target) => ({ target, child: startAttempt(run, plan, target) }))
  const outcomes = attempts.map(async ({ target, child }) => {
    if (!(await answered(child))) throw new Error('not answered')
    if (target.sendDigits) child.leg?.sendDigits(target.sendDigits)
    if (target.whisper && !(await run.followWhisper(child, target.whisper))) throw new Error('not accepted')
    return child
  })
  const limit = AbortSignal.any([run.signal, rings.signal])
  const timeout = wait(plan.timeoutMs, limit).then(() => patience(attempts, limit))
  const winner = await Promise.race([Promise.any(outcomes).catch(() => undefined), timeout])
  rings.abort()
  for (const { child } of attempts) if (child !== winner) giveUp(run, child, winner)
  return { winner, attempts: attempts.map(({ child }) => child) }
}

/**
 * Waits after the time limit until phones that answered in time have finished their whispers; the others are hung up.
 */
async function patience(attempts: { child: LiveCall }[], limit: AbortSignal): Promise<undefined> {
  if (limit.aborted) return
  for (const { child } of attempts) if (!child.row.answeredAt) child.hangUp('no-answer')
  const talking = attempts.map(
    ({ child }) => new Promise((done) => (child.ended ? done(0) : child.over.addEventListener('abort', done))),
  )
  await Promise.race([Promise.all(talking), new Promise((done) => limit.addEventListener('abort', done))])
}

function giveUp(run: Run, child: LiveCall, winner: LiveCall | undefined) {
  const left = run.call.ended && run.core.hangUpReport === 'no-answer'
  child.hangUp(winner || (run.signal.aborted && !left) ? 'canceled' : 'no-answer')
}

async function connect(run: Run, plan: DialPlan, winner: LiveCall): Promise<Bridged | undefined> {
  const isThere = await run.call.answer()
  if (isThere && !winner.ended && !run.signal.aborted) {
    const bridged = await bridge(run, plan, winner)
    // Redirected through the API, the called phone follows its own instructions.
    if (!run.goOn(winner)) winner.hangUp('completed')
    return bridged
  }
  winner.hangUp('completed')
  return undefined
}

async function report(
  run: Run,
  plan: DialPlan,
  { winner, attempts, bridged }: Rung & { bridged: Bridged | undefined },
) {
  const { call, core } = run
  const leftWhileRinging = call.ended && !winner
  const params: Params = {
    DialCallStatus: leftWhileRinging
      ? leftAs(core.hangUpReport)
      : bridged
        ? 'completed'
        : dialStatus(attempts.map(({ row }) => row)),
    DialBridged: String(bridged !== undefined),
    ...dialSid(winner ?? attempts.at(-1)),
    ...(bridged ? { DialCallDuration: String(wholeSeconds(bridged.ms)) } : {}),
  }
  const row = await bridged?.recording?.finish()
  if (row?.status === 'completed')
    Object.assign(params, {
      RecordingUrl: core.recordings.urlOf(row),
      RecordingSid: row.sid,
      RecordingDuration: String(recordingSeconds(row)),
    })
  core.log('dial', { sid: call.sid, status: String(params.DialCallStatus), bridged: bridged !== undefined })
  if (!plan.action || (leftWhileRinging && core.hangUpReport === 'none')) return undefined
  const action = { ...plan.action, params }
  if (!call.ended) return run.signal.aborted ? undefined : { to: action }
  // The caller hung up: the webhook is sent anyway and its reply ignored.
  await findInstructions(call, action)
  return undefined
}

const dialSid = (call: LiveCall | undefined): Params => (call ? { DialCallSid: call.sid } : {})

const leftAs = (report: 'canceled' | 'no-answer' | 'none') => (report === 'no-answer' ? 'no-answer' : 'canceled')
