import { closeSync, openSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const BEAT_MS = 500

/**
 * A heartbeat. During calls, the mtime of a file records that the process is alive, so that calls cut off by a crash
 * end at the last heartbeat. It needs no disk space.
 */
export function startPulse(folder: string, isBusy: () => boolean) {
  const file = join(folder, 'pulse')
  const before = changedAt(file)
  closeSync(openSync(file, 'a', 0o600))
  const timer = setInterval(() => {
    if (isBusy()) utimesSync(file, new Date(), new Date())
  }, BEAT_MS)
  timer.unref()
  return {
    /** Time of the previous process's last heartbeat; 0 if there is none. */
    before,
    stop: () => clearInterval(timer),
  }
}

function changedAt(file: string): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return 0
  }
}
