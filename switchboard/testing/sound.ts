/** Audio for assertions in tests. */
export type Stereo = { rate: number; left: Int16Array; right: Int16Array }

/** Reads a 16-bit WAV file; a mono file is returned on both sides. */
export function readWav(file: Buffer): Stereo {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') throw new Error('no WAV')
  let [channels, rate, bits] = [0, 0, 0]
  for (let at = 12; at + 8 <= file.length; ) {
    const [name, size] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    if (name === 'fmt ') {
      channels = file.readUInt16LE(at + 10)
      rate = file.readUInt32LE(at + 12)
      bits = file.readUInt16LE(at + 22)
    }
    if (name === 'data') {
      if (bits !== 16) throw new Error(`${bits} bit`)
      const count = Math.floor(Math.min(size, file.length - at - 8) / 2 / channels)
      const channel = (which: number) =>
        Int16Array.from({ length: count }, (_, n) => file.readInt16LE(at + 8 + (n * channels + which) * 2))
      return { rate, left: channel(0), right: channel(channels - 1) }
    }
    at += 8 + size + (size % 2)
  }
  throw new Error('a WAV without sound')
}

/** Returns the share of the energy at one frequency (Goertzel), 0 to 1. */
export function shareOf(frequency: number, sound: Int16Array, rate = 8_000): number {
  const factor = 2 * Math.cos((2 * Math.PI * frequency) / rate)
  let [one, two, energy] = [0, 0, 0]
  for (const sample of sound) {
    const next = sample + factor * one - two
    two = one
    one = next
    energy += sample * sample
  }
  const power = one * one + two * two - factor * one * two
  return energy === 0 ? 0 : Math.min(1, (2 * power) / (energy * sound.length))
}

/**
 * Returns the largest share of the energy at one frequency in any 100 ms part: nearly 1 if a tone was decoded
 * correctly.
 */
export function clearest(frequency: number, sound: Int16Array, rate = 8_000): number {
  const piece = rate / 10
  let most = 0
  for (let at = 0; at + piece <= sound.length; at += piece)
    most = Math.max(most, shareOf(frequency, sound.subarray(at, at + piece), rate))
  return most
}

/** Returns the share of the non-silent 100 ms parts in which one frequency dominates. */
export function ruledBy(frequency: number, sound: Int16Array, rate = 8_000): number {
  const piece = rate / 10
  let [heard, ruled] = [0, 0]
  for (let at = 0; at + piece <= sound.length; at += piece) {
    const part = sound.subarray(at, at + piece)
    if (part.every((sample) => Math.abs(sample) < 200)) continue
    heard++
    if (shareOf(frequency, part, rate) > 0.8) ruled++
  }
  return heard === 0 ? 0 : ruled / heard
}

/** Returns the number of seconds that are not silent. */
export function secondsHeard(sound: Int16Array, rate = 8_000): number {
  const piece = rate / 50
  let heard = 0
  for (let at = 0; at + piece <= sound.length; at += piece)
    if (sound.subarray(at, at + piece).some((sample) => Math.abs(sample) >= 200)) heard++
  return heard / 50
}
