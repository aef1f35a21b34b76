import { CALL_SOUND_SECONDS_MAX } from '#contract/calls/flows/call-flows.ts'

/** What a telephone plays: 8,000 samples of 16 bits a second, one channel. */
const RATE = 8_000
const HEAD_BYTES = 44
const SAMPLE_BYTES = 2

/** Why a file cannot be used. */
export class SoundRefused extends Error {
  readonly reason: 'not_audio' | 'too_long'

  constructor(reason: SoundRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Converts audio that the browser can decode to WAV as telephones play it. */
export async function toWav(file: Blob): Promise<{ wav: Blob; seconds: number }> {
  const audio = await decode(await file.arrayBuffer())
  if (audio.duration > CALL_SOUND_SECONDS_MAX) throw new SoundRefused('too_long')
  const length = Math.floor(audio.duration * RATE)
  if (length === 0) throw new SoundRefused('not_audio')
  const offline = new OfflineAudioContext(1, length, RATE)
  const source = offline.createBufferSource()
  source.buffer = audio
  source.connect(offline.destination)
  source.start()
  const samples = (await offline.startRendering()).getChannelData(0)
  return { wav: wavOf(samples), seconds: length / RATE }
}

async function decode(bytes: ArrayBuffer): Promise<AudioBuffer> {
  try {
    // Decoding needs a context, whose length does not matter.
    return await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes)
  } catch {
    throw new SoundRefused('not_audio')
  }
}

/** Samples between -1 and 1 as a WAV file. */
export function wavOf(samples: Float32Array): Blob {
  const bytes = new DataView(new ArrayBuffer(HEAD_BYTES + samples.length * SAMPLE_BYTES))
  const text = (at: number, word: string) => {
    for (const [i, letter] of [...word].entries()) bytes.setUint8(at + i, letter.charCodeAt(0))
  }
  text(0, 'RIFF')
  bytes.setUint32(4, bytes.byteLength - 8, true)
  text(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, RATE, true)
  bytes.setUint32(28, RATE * SAMPLE_BYTES, true)
  bytes.setUint16(32, SAMPLE_BYTES, true)
  bytes.setUint16(34, SAMPLE_BYTES * 8, true)
  text(36, 'data')
  bytes.setUint32(40, samples.length * SAMPLE_BYTES, true)
  for (const [i, sample] of samples.entries()) {
    const level = Math.max(-1, Math.min(1, sample))
    bytes.setInt16(HEAD_BYTES + i * SAMPLE_BYTES, Math.round(level * (level < 0 ? 0x8000 : 0x7fff)), true)
  }
  return new Blob([bytes.buffer], { type: 'audio/wav' })
}
