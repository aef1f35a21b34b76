import { wait } from '../media/pace.ts'
import type { LiveCall } from './live-call.ts'

const PAUSES_MS: Record<string, number> = { w: 500, W: 1_000 }

/** Sends keys to the phone of a call; `w` and `W` are pauses. Stops on abort. */
export async function press(call: LiveCall, keys: string, signal: AbortSignal): Promise<void> {
  for (const key of keys) {
    if (signal.aborted) return
    const pauseMs = PAUSES_MS[key]
    if (pauseMs) await wait(pauseMs, signal)
    else if (/[0-9A-D*#]/.test(key)) call.leg?.sendDigits(key)
  }
}
