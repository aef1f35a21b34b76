import { useSyncExternalStore } from 'react'
import { fileRoutes } from '#contract/files/files.ts'
import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import { ApiError, call, onSessionEnd } from '../../lib/http/call.ts'
import { newKey } from '../../lib/http/idempotency-key.ts'
import { sendWithProgress } from '../../lib/http/send-with-progress.ts'
import { i18n } from '../../lib/i18n/i18n.ts'

const AT_ONCE = 2
/** Refusals that stay the same for the same file. */
const FINAL = [403, 404, 413, 415, 422]
const MEGABYTE = 1024 * 1024

/** A file on its way to a lead. `id` is its Idempotency-Key: sent again, it is added once. */
export type Upload = {
  id: string
  leadId: string
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** The part that was sent, from 0 to 1. */
  sent: number
  /** Why it failed; `isFinal`: sending it again would not help. */
  problem: { message: string; isFinal: boolean } | null
}
type Place = {
  businessId: string
  leadId: string
  onAdded: () => void
}
type Task = Place & { stop: AbortController | undefined }

/** Uploads live outside of the page, so that they go on while another tab or page is open. */
let uploads: readonly Upload[] = []
const tasks = new Map<string, Task>()
const listeners = new Set<() => void>()

function set(next: readonly Upload[]) {
  uploads = next
  const isBusy = uploads.some(({ state }) => state !== 'failed')
  if (isBusy) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
const patch = (id: string, change: Partial<Upload>) =>
  set(uploads.map((one) => (one.id === id ? { ...one, ...change } : one)))
const drop = (id: string) => {
  tasks.delete(id)
  set(uploads.filter((one) => one.id !== id))
}

function problemOf({ size }: File): Upload['problem'] {
  const say = (key: string, values = {}) => ({ message: i18n.t(key, { ns: 'errors', ...values }), isFinal: true })
  if (size > FILE_MAX_BYTES) return say('file_too_large', { limit: FILE_MAX_BYTES / MEGABYTE })
  return size === 0 ? say('file_empty') : null
}

/** `keyOf`: the keys of files that may have been added before, as those that stay on the device until they are. */
export function addUploads(place: Place, files: readonly File[], keyOf: (at: number) => string = newKey) {
  const added = files.map((file, at): Upload => {
    const problem = problemOf(file)
    return { id: keyOf(at), leadId: place.leadId, file, state: problem ? 'failed' : 'waiting', sent: 0, problem }
  })
  for (const { id } of added) tasks.set(id, { ...place, stop: undefined })
  set([...uploads, ...added])
  sendNext()
}

export function cancelUpload(id: string) {
  tasks.get(id)?.stop?.abort()
  drop(id)
  sendNext()
}

export function retryUpload(id: string) {
  patch(id, { state: 'waiting', sent: 0, problem: null })
  sendNext()
}

function sendNext() {
  const sending = uploads.filter(({ state }) => state === 'sending').length
  for (const next of uploads.filter(({ state }) => state === 'waiting').slice(0, AT_ONCE - sending)) void sendOne(next)
}

async function sendOne({ id, leadId, file }: Upload) {
  const task = tasks.get(id)
  if (!task) return
  task.stop = new AbortController()
  patch(id, { state: 'sending' })
  const { signal } = task.stop
  const send = sendWithProgress((sent) => patch(id, { sent }))
  try {
    await call(
      fileRoutes.add,
      { params: { id: leadId }, file },
      { signal, idempotencyKey: id, businessId: task.businessId, send },
    )
    drop(id)
    task.onAdded()
  } catch (error) {
    if (!signal.aborted) patch(id, { state: 'failed', problem: failureOf(error) })
  }
  sendNext()
}

function failureOf(error: unknown): Upload['problem'] {
  if (!(error instanceof ApiError)) throw error
  const { message, status } = error
  return { message, isFinal: FINAL.includes(status) }
}

onSessionEnd(() => {
  for (const { stop } of tasks.values()) stop?.abort()
  tasks.clear()
  set([])
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** All uploads of this tab of the browser; the reader picks those of its lead. */
export const useUploads = () => useSyncExternalStore(subscribe, () => uploads)
