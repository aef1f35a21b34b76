import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hooks } from '../hooks/hooks.ts'
import { Recorder } from '../media/recorder.ts'
import { readWav, toTelephone, wavHeader } from '../media/wav.ts'
import { makeSid } from '../sids.ts'
import type { RecordingRow, RecordingSource } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { API_VERSION, type LiveCall, rfc2822, type StatusCallback } from './live-call.ts'

export type Recording = { sid: string; url: string; recorder: Recorder; finish(): Promise<RecordingRow> }

export type RecordingOptions = {
  source: RecordingSource
  channels: 1 | 2
  trim: boolean
  callback: StatusCallback | undefined
}

type Place = { folder: string; apiUrl: () => string }

/** Recordings of calls: rows in the store, sound in a folder of their own. */
export class Recordings {
  readonly #store: Store
  readonly #hooks: Hooks
  readonly #place: Place

  constructor(store: Store, hooks: Hooks, place: Place) {
    this.#store = store
    this.#hooks = hooks
    this.#place = place
    mkdirSync(place.folder, { recursive: true, mode: 0o700 })
    this.#dropUnfinished()
  }

  start(call: LiveCall, options: RecordingOptions): Recording {
    const sid = makeSid('RE')
    const recorder = new Recorder(this.#fileOf(sid), options.channels)
    const row: RecordingRow = {
      sid,
      accountSid: call.row.accountSid,
      callSid: call.sid,
      status: 'in-progress',
      channels: options.channels,
      source: options.source,
      startedAt: recorder.startedAt,
      completedAt: null,
      durationMs: 0,
    }
    this.#store.put('recordings', row)
    this.#tell(call, row, options.callback)
    let finished: Promise<RecordingRow> | undefined
    const finish = () => {
      finished ??= this.#finish(call, row, recorder, options)
      return finished
    }
    return { sid, url: this.urlOf(row), recorder, finish }
  }

  /** The address without an extension, as callbacks and actions carry it. */
  urlOf({ accountSid, sid }: Pick<RecordingRow, 'accountSid' | 'sid'>): string {
    return `${this.#place.apiUrl()}/${API_VERSION}/Accounts/${accountSid}/Recordings/${sid}`
  }

  /** The whole file, with both sides apart or mixed into one; undefined when its sound is not there. */
  async read({ sid, channels }: RecordingRow, wanted: 1 | 2): Promise<Buffer | undefined> {
    const file = await readFile(this.#fileOf(sid)).catch(() => undefined)
    if (!file || wanted === channels) return file
    const sound = readWav(file)
    if (!sound) return undefined
    const mono = toTelephone(sound)
    return Buffer.concat([wavHeader(1, mono.byteLength), Buffer.from(mono.buffer)])
  }

  async delete(sid: string): Promise<void> {
    this.#store.delete('recordings', sid)
    await rm(this.#fileOf(sid), { force: true })
  }

  async #finish(
    call: LiveCall,
    row: RecordingRow,
    recorder: Recorder,
    { trim, callback }: RecordingOptions,
  ): Promise<RecordingRow> {
    const done = await recorder.finish({ trim }).catch((error: unknown) => {
      console.error(error)
      return 'failed' as const
    })
    const ended: RecordingRow =
      done === 'failed' || !done
        ? { ...row, status: done ? 'failed' : 'absent', completedAt: Date.now() }
        : { ...row, status: 'completed', completedAt: Date.now(), durationMs: done.durationMs }
    this.#store.put('recordings', ended)
    if (ended.status !== 'completed') await rm(this.#fileOf(row.sid), { force: true })
    this.#tell(call, ended, callback)
    return ended
  }

  #tell(call: LiveCall, row: RecordingRow, callback: StatusCallback | undefined) {
    if (!callback?.events.has(row.status)) return
    this.#hooks.tell({
      kind: 'recording',
      sid: row.callSid,
      address: callback.address,
      method: callback.method,
      params: {
        AccountSid: row.accountSid,
        CallSid: row.callSid,
        RecordingSid: row.sid,
        RecordingUrl: this.urlOf(row),
        RecordingStatus: row.status,
        RecordingDuration: String(recordingSeconds(row)),
        RecordingChannels: String(row.channels),
        RecordingStartTime: rfc2822(row.startedAt),
        RecordingSource: row.source,
        RecordingTrack: 'both',
        ...(row.status === 'completed' || row.status === 'in-progress' ? { ErrorCode: '0' } : {}),
      },
      authToken: call.authToken,
    })
  }

  #fileOf(sid: string): string {
    return join(this.#place.folder, `${sid}.wav`)
  }

  /** A process that was killed leaves files that no row will ever name, and rows whose sound is lost. */
  #dropUnfinished() {
    for (const name of readdirSync(this.#place.folder))
      if (name.endsWith('.part')) rmSync(join(this.#place.folder, name), { force: true })
    for (const row of this.#store.list('recordings'))
      if (row.status === 'in-progress') this.#store.put('recordings', { ...row, status: 'failed' })
  }
}

export const recordingSeconds = ({ durationMs }: RecordingRow): number =>
  durationMs ? Math.max(1, Math.round(durationMs / 1_000)) : 0
