import { statfs } from 'node:fs/promises'
import type { Readiness } from '#contract/health.ts'
import { openPulse } from '../../platform/db/pulse.ts'
import type { Lifecycle } from '../../platform/http/draining.ts'
import { findVitals, type Vitals } from './health.queries.ts'

const GB = 1e9
/** A disk is nearly full below both limits: 5 % of a large disk lasts for months. */
const FREE_SHARE_MIN = 0.05
const FREE_BYTES_MIN = 10 * GB

type HealthDeps = {
  workerUrl: string
  lifecycle: Lifecycle
  /** Folders whose disks are checked. */
  folders: string[]
  exchange: () => Readiness['exchange']
  /** Called when the database stops answering. */
  onSilent: () => void
}
export type Health = Awaited<ReturnType<typeof openHealth>>

/** Readiness of this process and its dependencies from the last periodic check; a request triggers no check. */
export async function openHealth({ workerUrl, lifecycle, folders, exchange, onSilent }: HealthDeps) {
  let disk: Readiness['disk'] = 'unknown'
  let isLooking = false
  /** Not awaited by the database check: a hanging network folder must not look like a database failure. */
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

/** A missing folder counts as unknown. */
const stateOfDisk = (folder: string): Promise<Readiness['disk']> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) =>
      bavail < blocks * FREE_SHARE_MIN && bavail * bsize < FREE_BYTES_MIN ? 'nearly_full' : 'ok',
    () => 'unknown',
  )
