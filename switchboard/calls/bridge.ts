import { clock } from '../clock.ts'
import { wait } from '../media/pace.ts'
import type { LiveCall } from './live-call.ts'
import type { DialPlan } from './read-dial.ts'
import type { Recording } from './recordings.ts'
import type { Run } from './run.ts'

export type Bridged = { ms: number; recording: Recording | undefined }

/**
 * Connects the caller and the called phone until one hangs up or is redirected, the caller presses star (where
 * allowed), or the time limit is reached.
 */
export async function bridge(run: Run, plan: DialPlan, called: LiveCall): Promise<Bridged> {
  const { call, core } = run
  const started = clock.ticks()
  const recording =
    plan.record &&
    core.recordings.start(call, {
      source: 'DialVerb',
      channels: plan.record.channels,
      trim: false,
      callback: plan.recordingCallback,
    })
  const star = new AbortController()
  const stops = [
    call.leg?.onFrame((frame, at) => {
      recording?.recorder.write(0, frame, at)
      called.leg?.send(frame)
    }),
    called.leg?.onFrame((frame, at) => {
      recording?.recorder.write(1, frame, at)
      call.leg?.send(frame)
    }),
    call.leg?.onDigit((digit) => {
      if (plan.hangUpOnStar && digit === '*') star.abort()
      else called.leg?.sendDigits(digit)
    }),
    called.leg?.onDigit((digit) => call.leg?.sendDigits(digit)),
  ]
  core.log('bridged', { sid: call.sid, with: called.sid, recorded: recording !== undefined })
  await wait(plan.limitMs, AbortSignal.any([run.signal, called.newRun(), star.signal]))
  for (const stop of stops) stop?.()
  // If a phone vanishes, the conversation ended at its last packet, not when the loss was noticed.
  const unheard =
    clock.now() - Math.min(clock.now(), called.row.endedAt ?? clock.now(), call.row.endedAt ?? clock.now())
  return { ms: Math.max(0, clock.ticks() - started - unheard), recording }
}
