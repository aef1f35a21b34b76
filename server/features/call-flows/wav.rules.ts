import { CALL_SOUND_SECONDS_MAX } from '#contract/calls/flows/call-flows.ts'

const RATE = 8_000
const SAMPLE_BYTES = 2
const HEAD_BYTES = 44
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
    format.readUInt32LE(4) === RATE &&
    format.readUInt16LE(14) === SAMPLE_BYTES * 8
  const samples = data.subarray(0, data.length - (data.length % SAMPLE_BYTES))
  const seconds = samples.length / (RATE * SAMPLE_BYTES)
  if (!isTelephone || seconds === 0 || seconds > CALL_SOUND_SECONDS_MAX) return undefined
  return { wav: Buffer.concat([headOf(samples.length), samples]), seconds }
}

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
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(HEAD_BYTES - 8 + bytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(PCM, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * SAMPLE_BYTES, 28)
  head.writeUInt16LE(SAMPLE_BYTES, 32)
  head.writeUInt16LE(SAMPLE_BYTES * 8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(bytes, 40)
  return head
}
