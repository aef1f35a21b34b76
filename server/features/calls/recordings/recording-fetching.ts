import { createHash } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { emit } from '../../../platform/events/emit.ts'
import { dueWork } from '../../../platform/jobs/due-work.ts'
import { startPolling } from '../../../platform/jobs/poll-loop.ts'
import type { VoiceProvider } from '../../../providers/voice/voice.ts'
import * as queries from './recordings.queries.ts'
import { checkedSound, fileOf, hasSound, mimeOf, type Seen, wholeSeconds } from './recordings.rules.ts'

const POLL_MS = 1_000
const AT_ONCE = 4
/** Longer than the longest download. */
const LEASE_MS = 15 * 60_000
/** Delays after the first, second, … failed try; then the recording is given up. */
export const RETRY_SECONDS = [5, 15, 60, 300, 1_800] as const
/** Deletion at the provider is retried daily, without a limit. */
const LATER_SECONDS = 86_400

type DownloadDeps = Pick<Deps, 'workerDb' | 'tenants' | 'files' | 'now' | 'onError' | 'wakeRelay'> & {
  voice: { find: (connectionId: string) => Promise<{ provider: VoiceProvider } | undefined> }
}
type Due = queries.DueRecording

/**
 * Fetches recordings and deletes them at their provider. It is a polling loop, because the role of webhooks may not add
 * jobs.
 */
export const startFetching = (deps: DownloadDeps) => startPolling(() => fetchDueRecordings(deps), POLL_MS, deps.onError)

/** Processes each due recording once; returns how many there were. */
export const fetchDueRecordings = (deps: DownloadDeps): Promise<number> =>
  dueWork({
    now: deps.now,
    most: AT_ONCE,
    leaseMs: LEASE_MS,
    take: (lease) => queries.takeDueRecordings(deps.workerDb, lease),
    work: (due) => work(deps, due),
    pauseOf: ({ tries, state }) => RETRY_SECONDS[tries - 1] ?? (hasSound(state) ? LATER_SECONDS : undefined),
    postpone: (due, { message: error, dueAt: at }) =>
      queries.markDueAgain(deps.tenants.scope(scopeOf(due)), due.business_id, due.id, { error, at }),
    giveUp: (due, { message }) =>
      queries.markFailed(deps.tenants.scope(scopeOf(due)), due.business_id, due.id, message),
  })

async function work(deps: DownloadDeps, due: Due) {
  const connection = await deps.voice.find(due.connection_id)
  if (!connection) throw new Error('There is no account to ask')
  if (due.state === 'announced') return fetchSound(deps, due, connection.provider)
  await connection.provider.deleteRecording(due.provider_sid)
  await queries.markReleased(deps.tenants.scope(scopeOf(due)), due.business_id, due.id, deps.now())
}

const scopeOf = ({ business_id }: Due) => ({ businessId: business_id })

async function fetchSound(deps: DownloadDeps, due: Due, provider: VoiceProvider) {
  const { files, now } = deps
  const found = await provider.fetchRecording(due.provider_sid, due.channels)
  if (!found) throw new Error('The sound is not there yet')
  const seen: Seen = { hash: createHash('sha256'), bytes: 0, head: Buffer.alloc(0) }
  const file = fileOf(due.id, found.mime)
  // The name is the same on every try, so a partial file of a killed process is overwritten.
  const sound = checkedSound(found.sound, seen, due.seconds)
  await files.put(file, sound)
  const stored = {
    file,
    mime: mimeOf(found.mime),
    bytes: seen.bytes,
    sha256: seen.hash.digest(),
    seconds: wholeSeconds(seen, due.seconds),
  }
  const isKept = await keep(deps, due, { ...stored, at: now() })
  if (!isKept) await files.remove(file)
}

/** Stores the recording in one transaction with its event. Returns false if the recording was erased meanwhile. */
async function keep({ tenants, wakeRelay }: DownloadDeps, due: Due, sound: queries.StoredSound & { at: Date }) {
  const { business_id: businessId, call_id: callId, campaign_id: campaignId, lead_id: leadId } = due
  const isKept = await tenants
    .scope(scopeOf(due))
    .transaction()
    .execute(async (tx) => {
      if (!(await queries.markStored(tx, businessId, due.id, sound))) return false
      const about = campaignId && { callId, campaignId, ...(leadId && { leadId }) }
      if (about) await emit(tx, { kind: 'system', businessId }, 'call.changed', about)
      return true
    })
  wakeRelay()
  return isKept
}
