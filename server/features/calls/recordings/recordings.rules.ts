import type { Hash } from 'node:crypto'
import type { CallRecording } from '#contract/calls/calls.ts'

/** What a WAV file begins with, at least. */
const HEAD_BYTES = 44
/** Writers that do not know the length write the most there is. */
const UNKNOWN_BYTES = 0x7fff_ffff
/** Allowed difference from the provider's duration. */
const SECONDS_APART = 2

/** Fetched before, so only the deletion at the provider is left. */
export const hasSound = (state: CallRecording['state']) => state === 'stored' || state === 'purged'

const ENDINGS: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/mp3': 'mp3', 'audio/ogg': 'ogg' }
const typeOf = (mime: string) => mime.split(';')[0]?.trim().toLowerCase() ?? ''
const endingOf = (mime: string) => ENDINGS[typeOf(mime)] ?? 'wav'
/** One media type for each format, as browsers know it. */
export const mimeOf = (mime: string) => ({ mp3: 'audio/mpeg', ogg: 'audio/ogg' })[endingOf(mime)] ?? 'audio/wav'
export const fileOf = (recordingId: string, mime: string) =>
  `recordings/${recordingId.replaceAll('-', '')}.${endingOf(mime)}`

/** Measures a sound while it is streamed. */
export type Seen = { hash: Hash; bytes: number; head: Buffer }

/** Throws at the end if it is no sound or has the wrong length; it is then not stored. */
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

/** How long the file is by its own header; undefined where it does not say, as of a stream. */
function promisedBytes({ head }: Seen): number | undefined {
  if (!isWav(head) || head.toString('latin1', 36, 40) !== 'data') return undefined
  const bytes = head.readUInt32LE(40)
  return bytes >= UNKNOWN_BYTES ? undefined : HEAD_BYTES + bytes
}

const isWav = (head: Buffer) =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 16) === 'WAVEfmt '

/** Of what was heard, the row says no more than there is; of another kind of sound, what its provider said. */
export function wholeSeconds(seen: Seen, said: number | null): number | null {
  const heard = secondsOf(seen)
  return heard === undefined ? said : Math.max(1, Math.floor(heard))
}

/** Of a WAV file by its own rate; undefined: some other kind of sound. */
function secondsOf({ head, bytes }: Seen): number | undefined {
  if (!isWav(head)) return undefined
  const bytesPerSecond = head.readUInt32LE(28)
  return bytesPerSecond ? (bytes - HEAD_BYTES) / bytesPerSecond : undefined
}
