import { closeSync, openSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const BEAT_MS = 500

/**
 * Heartbeat: during calls a file's mtime records that the process lives, so that calls cut off by a crash end then.
 * Needs no disk space.
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
    /** Last heartbeat of the previous process; 0 if none. */
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
