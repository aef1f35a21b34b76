import { statfs } from 'node:fs/promises'

const LOOK_MS = 30_000

export type Disk = { freeMb: number; isLow: boolean }

/** Watches the free disk space for the state file and recordings; reports when it becomes low and when it recovers. */
export function watchDisk(folder: string, warnMb: number, tell: (disk: Disk) => void) {
  let wasLow = false
  const look = async () => {
    const { bavail, bsize } = await statfs(folder)
    const freeMb = Math.floor((bavail * bsize) / 1_048_576)
    const isLow = freeMb < warnMb
    if (isLow !== wasLow) tell({ freeMb, isLow })
    wasLow = isLow
  }
  void look().catch(console.error)
  const timer = setInterval(() => void look().catch(console.error), LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
