import { closeSync, openSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const BEAT_MS = 500

/**
 * While calls go on, a file's time of change says that the process lives: after a crash the calls ended then. It needs
 * no room on the disk.
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
    /** The last beat of the process before; 0 where there was none. */
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
