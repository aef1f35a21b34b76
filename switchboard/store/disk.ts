import { statfs } from 'node:fs/promises'

const LOOK_MS = 30_000

export type Disk = { freeMb: number; isLow: boolean }

/** Looks at the room that is left for state and recordings, and tells when it becomes scarce and when it no longer is. */
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
