import { statfs } from 'node:fs/promises'
import type { Readiness } from '#contract/health.ts'
import { openPulse } from '../../platform/db/pulse.ts'
import type { Lifecycle } from '../../platform/http/draining.ts'
import { findVitals, type Vitals } from './health.queries.ts'

const GB = 1e9
/** A disk is nearly full below both of them: 5 % of a large disk is room for months. */
const FREE_SHARE_MIN = 0.05
const FREE_BYTES_MIN = 10 * GB

type Given = {
  workerUrl: string
  lifecycle: Lifecycle
  /** Folders whose disks are looked at. */
  folders: string[]
  exchange: () => Readiness['exchange']
  /** The database no longer answers. */
  onSilent: () => void
}
export type Health = Awaited<ReturnType<typeof openHealth>>

/** What this process knows of itself and of what it needs, without asking anybody at the moment of the question. */
export async function openHealth({ workerUrl, lifecycle, folders, exchange, onSilent }: Given) {
  let disk: Readiness['disk'] = 'unknown'
  let isLooking = false
  /** Beside the question to the database: a folder of another machine that hangs says nothing about PostgreSQL. */
  const lookAtDisks = async () => {
    if (isLooking) return
    isLooking = true
    disk = await stateOfDisks(folders)
    isLooking = false
  }
  const ask = (db: Parameters<typeof findVitals>[0]) => {
    void lookAtDisks()
    return findVitals(db)
  }
  await lookAtDisks()
  const pulse = await openPulse(workerUrl, { ask, onSilent })

  const readiness = (): Readiness => {
    const known = pulse.last()
    const isReady = known !== undefined && !lifecycle.isDraining
    return {
      success: isReady,
      status: isReady ? 'ready' : 'not_ready',
      database: known ? 'ok' : 'away',
      draining: lifecycle.isDraining,
      ...stateOfWork(known),
      disk,
      exchange: exchange(),
    }
  }
  return { readiness, stop: pulse.stop }
}

function stateOfWork(known: Vitals | undefined): Pick<Readiness, 'relay' | 'jobs'> {
  if (!known) return { relay: 'unknown', jobs: 'unknown' }
  return { relay: known.isRelayBehind ? 'behind' : 'ok', jobs: known.hasFailedJobs ? 'failed' : 'ok' }
}

async function stateOfDisks(folders: string[]): Promise<Readiness['disk']> {
  const states = await Promise.all(folders.map(stateOfDisk))
  return states.find((state) => state === 'nearly_full') ?? states.find((state) => state === 'ok') ?? 'unknown'
}

/** A folder that is not there yet has nothing on any disk. */
const stateOfDisk = (folder: string): Promise<Readiness['disk']> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) =>
      bavail < blocks * FREE_SHARE_MIN && bavail * bsize < FREE_BYTES_MIN ? 'nearly_full' : 'ok',
    () => 'unknown',
  )
