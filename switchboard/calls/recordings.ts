import { mkdirSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '../clock.ts'
import type { Log } from '../console/log.ts'
import type { Hook } from '../hooks/hook.ts'
import type { Hooks } from '../hooks/hooks.ts'
import { type Finished, Recorder } from '../media/recorder.ts'
import { samplesToMs, sealWav } from '../media/seal.ts'
import { readWav, toTelephone, WAV_HEADER_BYTES, wavHeader } from '../media/wav.ts'
import { makeSid } from '../sids.ts'
import type { RecordingRow, RecordingSource, StatusCallback } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { API_VERSION, rfc2822, wholeSeconds } from './call-params.ts'
import type { LiveCall } from './live-call.ts'

export type Recording = { sid: string; url: string; recorder: Recorder; finish(): Promise<RecordingRow> }

export type RecordingOptions = {
  source: RecordingSource
  channels: 1 | 2
  trim: boolean
  callback: StatusCallback | undefined
  conferenceSid?: string
}

type Place = { folder: string; apiUrl: () => string }

/** Recordings of calls: rows in the store, audio files in their own folder. */
export class Recordings {
  readonly #store: Store
  readonly #hooks: Hooks
  readonly #place: Place
  readonly #log: Log

  constructor({ store, hooks, log }: { store: Store; hooks: Hooks; log: Log }, place: Place) {
    this.#store = store
    this.#hooks = hooks
    this.#log = log
    this.#place = place
    mkdirSync(place.folder, { recursive: true, mode: 0o700 })
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
      ...(options.conferenceSid && { conferenceSid: options.conferenceSid }),
      ...(options.callback && { callback: options.callback }),
    }
    this.#store.put('recordings', row)
    this.#tell(row, (hook) => this.#hooks.tell(hook))
    let finished: Promise<RecordingRow> | undefined
    const finish = () => {
      finished ??= this.#finish(row, recorder, options)
      return finished
    }
    return { sid, url: this.urlOf(row), recorder, finish }
  }

  /** Returns the recording's URL without an extension, as callbacks and action URLs receive it. */
  urlOf({ accountSid, sid }: Pick<RecordingRow, 'accountSid' | 'sid'>): string {
    return `${this.#place.apiUrl()}/${API_VERSION}/Accounts/${accountSid}/Recordings/${sid}`
  }

  /** Reads the whole file, in stereo or mixed to mono; returns undefined if there is no audio. */
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
    await this.#drop(sid)
  }

  /**
   * Completes and reports the recordings that a killed process left unfinished, with the audio that was written. Call
   * it once the API's URL is known.
   */
  async repair(): Promise<void> {
    const unfinished = this.#store.list('recordings').filter(({ status }) => status === 'in-progress')
    for (const row of unfinished) {
      const file = this.#fileOf(row.sid)
      const sealed = await sealWav(file, row.channels, Number.POSITIVE_INFINITY).catch(() => 0)
      const samples = sealed || (await samplesOf(file, row.channels))
      const ended = endOf(row, samples > 0 ? { durationMs: samplesToMs(samples), problem: 'interrupted' } : 'failed')
      await this.#end(ended, 'interrupted', (hook) => this.#hooks.keepUnsent(hook))
    }
    for (const name of await readdir(this.#place.folder))
      if (name.endsWith('.part')) await rm(join(this.#place.folder, name), { force: true })
  }

  async #finish(row: RecordingRow, recorder: Recorder, { trim }: RecordingOptions): Promise<RecordingRow> {
    const done = await recorder.finish({ trim }).catch((error: unknown): Finished => {
      console.error(error)
      return 'failed'
    })
    const ended = endOf(row, done)
    await this.#end(ended, typeof done === 'object' ? done.problem : done, (hook) => this.#hooks.tell(hook))
    return ended
  }

  async #end(row: RecordingRow, problem: string | undefined, tell: (hook: Hook) => void): Promise<void> {
    this.#store.put('recordings', row)
    const { sid, status, callSid, durationMs } = row
    if (problem) this.#log('recording', { sid: callSid, recording: sid, status, ms: durationMs, problem })
    if (status !== 'completed') await this.#drop(sid)
    this.#tell(row, tell)
  }

  async #drop(sid: string): Promise<void> {
    for (const file of [this.#fileOf(sid), `${this.#fileOf(sid)}.part`]) await rm(file, { force: true })
  }

  /** The vendor has no event for a failed recording, so subscribers of `completed` receive the failure. */
  #tell(row: RecordingRow, tell: (hook: Hook) => void) {
    const { callback, status } = row
    if (!callback?.events.includes(status === 'failed' ? 'completed' : status)) return
    tell({
      kind: 'recording',
      sid: row.callSid,
      address: callback.address,
      method: callback.method,
      params: {
        AccountSid: row.accountSid,
        // As at the vendor, the report of a conference does not name a call.
        ...(row.conferenceSid ? { ConferenceSid: row.conferenceSid } : { CallSid: row.callSid }),
        RecordingSid: row.sid,
        RecordingUrl: this.urlOf(row),
        RecordingStatus: status,
        RecordingDuration: String(recordingSeconds(row)),
        RecordingChannels: String(row.channels),
        RecordingStartTime: rfc2822(row.startedAt),
        RecordingSource: row.source,
        RecordingTrack: 'both',
        ...(status === 'completed' || status === 'in-progress' ? { ErrorCode: '0' } : {}),
      },
      authToken: this.#store.get('accounts', row.accountSid)?.authToken ?? '',
    })
  }

  #fileOf(sid: string): string {
    return join(this.#place.folder, `${sid}.wav`)
  }
}

function endOf(row: RecordingRow, done: Finished): RecordingRow {
  const completedAt = clock.now()
  if (typeof done === 'object') return { ...row, status: 'completed', completedAt, durationMs: done.durationMs }
  return { ...row, status: done === 'silent' ? 'absent' : 'failed', completedAt }
}

/** Returns the samples per channel of a file that was already complete when the process was killed. */
async function samplesOf(file: string, channels: 1 | 2): Promise<number> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  return Math.max(0, Math.floor((size - WAV_HEADER_BYTES) / (channels * 2)))
}

export const recordingSeconds = ({ durationMs }: RecordingRow): number => (durationMs ? wholeSeconds(durationMs) : 0)
