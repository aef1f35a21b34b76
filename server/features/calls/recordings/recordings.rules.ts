import type { Hash } from 'node:crypto'
import type { CallRecording } from '#contract/calls/calls.ts'

/** Minimum size of a WAV header. */
const HEAD_BYTES = 44
/** Length that streaming writers use when they do not know the real one. */
const UNKNOWN_BYTES = 0x7fff_ffff
/** Allowed difference from the provider's duration. */
const SECONDS_APART = 2

/** Already fetched: only the deletion at the provider remains. */
export const hasSound = (state: CallRecording['state']) => state === 'stored' || state === 'purged'

const ENDINGS: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/mp3': 'mp3', 'audio/ogg': 'ogg' }
const typeOf = (mime: string) => mime.split(';')[0]?.trim().toLowerCase() ?? ''
const endingOf = (mime: string) => ENDINGS[typeOf(mime)] ?? 'wav'
/** Canonical media type of each format, as browsers expect it. */
export const mimeOf = (mime: string) => ({ mp3: 'audio/mpeg', ogg: 'audio/ogg' })[endingOf(mime)] ?? 'audio/wav'
export const fileOf = (recordingId: string, mime: string) =>
  `recordings/${recordingId.replaceAll('-', '')}.${endingOf(mime)}`

/** Measurements of a recording while it is streamed. */
export type Seen = { hash: Hash; bytes: number; head: Buffer }

/** Throws at the end if the data is no audio or has the wrong length; it is then not stored. */
export async function* checkedSound(sound: AsyncIterable<Uint8Array>, seen: Seen, seconds: number | null) {
  for await (const piece of sound) {
    seen.hash.update(piece)
    seen.bytes += piece.length
    if (seen.head.length < HEAD_BYTES) seen.head = Buffer.concat([seen.head, piece.subarray(0, HEAD_BYTES)])
    yield piece
  }
  if (seen.bytes <= HEAD_BYTES) throw new Error(`The recording has ${seen.bytes} bytes only`)
  const promised = promisedBytes(seen)
  if (promised !== undefined && seen.bytes < promised)
    throw new Error(`The recording has ${seen.bytes} bytes of ${promised}: it is not whole`)
  const heard = secondsOf(seen)
  if (seconds !== null && heard !== undefined && Math.abs(heard - seconds) > SECONDS_APART)
    throw new Error(`The recording has ${heard.toFixed(1)} seconds, not ${seconds}`)
}

/** File length according to its header; undefined if unknown, as for a stream. */
function promisedBytes({ head }: Seen): number | undefined {
  if (!isWav(head) || head.toString('latin1', 36, 40) !== 'data') return undefined
  const bytes = head.readUInt32LE(40)
  return bytes >= UNKNOWN_BYTES ? undefined : HEAD_BYTES + bytes
}

const isWav = (head: Buffer) =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 16) === 'WAVEfmt '

/** Stored duration: for WAV at most what the file contains, for other formats as reported by the provider. */
export function wholeSeconds(seen: Seen, said: number | null): number | null {
  const heard = secondsOf(seen)
  return heard === undefined ? said : Math.max(1, Math.floor(heard))
}

/** Duration of a WAV file by its own rate; undefined for other formats. */
function secondsOf({ head, bytes }: Seen): number | undefined {
  if (!isWav(head)) return undefined
  const bytesPerSecond = head.readUInt32LE(28)
  return bytesPerSecond ? (bytes - HEAD_BYTES) / bytesPerSecond : undefined
}
