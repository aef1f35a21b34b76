import { CALL_SOUND_SECONDS_MAX } from '#contract/calls/flows/call-flows.ts'

/** Sounds of the telephone: 8,000 samples a second of 16 bits, one channel. */
export const SAMPLE_RATE = 8_000
const SAMPLE_BYTES = 2
export const BYTES_A_SECOND = SAMPLE_RATE * SAMPLE_BYTES
export const HEADER_BYTES = 44
const PCM = 1

/** The sound of a WAV file of 8 kHz, 16 bits and one channel, with a plain header; undefined: it is none, or too long. */
export function readTelephoneWav(file: Buffer): { wav: Buffer; seconds: number } | undefined {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return undefined
  const format = chunkOf(file, 'fmt ')
  const data = chunkOf(file, 'data')
  if (!format || format.length < 16 || !data) return undefined
  const isTelephone =
    format.readUInt16LE(0) === PCM &&
    format.readUInt16LE(2) === 1 &&
    format.readUInt32LE(4) === SAMPLE_RATE &&
    format.readUInt16LE(14) === SAMPLE_BYTES * 8
  const samples = data.subarray(0, data.length - (data.length % SAMPLE_BYTES))
  const seconds = samples.length / BYTES_A_SECOND
  if (!isTelephone || seconds === 0 || seconds > CALL_SOUND_SECONDS_MAX) return undefined
  return { wav: wavOf(samples), seconds }
}

/** A WAV file with these samples. */
export const wavOf = (samples: Buffer) => Buffer.concat([headOf(samples.length), samples])

/** The content of the first chunk with this name; undefined: none, or it is cut off. */
function chunkOf(file: Buffer, name: string): Buffer | undefined {
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > file.length) return undefined
    if (file.toString('latin1', at, at + 4) === name) return file.subarray(at + 8, end)
    at = end + (length % 2)
  }
  return undefined
}

function headOf(bytes: number): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(PCM, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(SAMPLE_RATE, 24)
  head.writeUInt32LE(BYTES_A_SECOND, 28)
  head.writeUInt16LE(SAMPLE_BYTES, 32)
  head.writeUInt16LE(SAMPLE_BYTES * 8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(bytes, 40)
  return head
}
