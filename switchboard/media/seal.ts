import { open, rename } from 'node:fs/promises'
import { SAMPLE_RATE } from '../legs.ts'
import { WAV_HEADER_BYTES, wavHeader } from './wav.ts'

/**
 * Turns the output of a recorder (`file`.part) into a WAV file. Returns the samples per channel: as many as were
 * written, at most `wanted`. The file is truncated if necessary, never extended. Returns 0, and leaves no file, if
 * there is no audio.
 */
export async function sealWav(file: string, channels: 1 | 2, wanted: number): Promise<number> {
  const handle = await open(`${file}.part`, 'r+').catch(() => undefined)
  if (!handle) return 0
  const bytesPerSample = channels * 2
  try {
    const { size } = await handle.stat()
    const samples = Math.min(wanted, Math.floor((size - WAV_HEADER_BYTES) / bytesPerSample))
    if (samples < 1) return 0
    // Truncates first, which frees space for the header.
    await handle.truncate(WAV_HEADER_BYTES + samples * bytesPerSample)
    await handle.write(wavHeader(channels, samples * bytesPerSample), 0, WAV_HEADER_BYTES, 0)
    await rename(`${file}.part`, file)
    return samples
  } finally {
    await handle.close()
  }
}

export const samplesToMs = (samples: number): number => Math.floor((samples * 1_000) / SAMPLE_RATE)
