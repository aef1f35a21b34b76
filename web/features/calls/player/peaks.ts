/** Stored bars per channel; fewer are drawn on narrow screens. */
export const PEAKS = 400
/** Other formats are decoded as a whole, so their size is limited. */
const DECODED_MAX_BYTES = 60_000_000
const DECODE_RATE = 8_000

/** Loudness of each channel over time, 0 to 1. */
export type Peaks = number[][]

const PCM = 1
const A_LAW = 6
const MU_LAW = 7
type Format = { code: number; channels: number; bytes: number }
type Reader = { format: Format; from: number; length: number }

/** Amplitude, 0 to 1, of a G.711 byte: segment and step, precise enough for drawing. */
const companded = (byte: number, flip: number) => {
  const bits = byte ^ flip
  const segment = (bits >> 4) & 7
  return ((((bits & 15) << 1) + 33) << segment) / 8192
}

function amplitudeAt(view: DataView, at: number, { code, bytes }: Format) {
  if (code === MU_LAW) return companded(view.getUint8(at), 0xff)
  if (code === A_LAW) return companded(view.getUint8(at), 0x55)
  return bytes === 2 ? Math.abs(view.getInt16(at, true)) / 32768 : Math.abs(view.getUint8(at) - 128) / 128
}

/** Position and format of the samples in a WAVE file; undefined if the format is not supported. */
export function readHead(view: DataView): Reader | undefined {
  const word = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)))
  if (view.byteLength < 12 || word(0) !== 'RIFF' || word(8) !== 'WAVE') return undefined
  let format: Format | undefined
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true)
    if (word(at) === 'fmt ' && at + 24 <= view.byteLength)
      format = {
        code: view.getUint16(at + 8, true),
        channels: view.getUint16(at + 10, true),
        bytes: view.getUint16(at + 22, true) / 8,
      }
    if (word(at) === 'data') {
      const isKnown = format && [PCM, A_LAW, MU_LAW].includes(format.code) && format.bytes <= 2
      return format && isKnown ? { format, from: at + 8, length } : undefined
    }
    at += 8 + length + (length % 2)
  }
  return undefined
}

/** The peaks of a complete WAVE file. */
export function peaksOfWave(sound: ArrayBuffer): Peaks | undefined {
  const view = new DataView(sound)
  const head = readHead(view)
  if (!head) return undefined
  const { format, from } = head
  const frame = format.channels * format.bytes
  const frames = Math.floor(Math.min(head.length, view.byteLength - from) / frame)
  if (frames === 0) return undefined
  const channels = Math.min(format.channels, 2)
  const peaks = Array.from({ length: channels }, () => new Array<number>(PEAKS).fill(0))
  for (let at = 0; at < frames; at += 1) {
    const bar = Math.floor((at / frames) * PEAKS)
    for (let channel = 0; channel < channels; channel += 1) {
      const loud = amplitudeAt(view, from + at * frame + channel * format.bytes, format)
      const bars = peaks[channel]
      if (bars && loud > (bars[bar] ?? 0)) bars[bar] = Math.min(1, loud)
    }
  }
  return peaks
}

async function peaksOfDecoded(sound: ArrayBuffer): Promise<Peaks> {
  // Decodes at 8 kHz, which is telephone quality and keeps an hour of audio small.
  const decoded = await new OfflineAudioContext(1, 1, DECODE_RATE).decodeAudioData(sound)
  return Array.from({ length: Math.min(decoded.numberOfChannels, 2) }, (_, channel) => {
    const samples = decoded.getChannelData(channel)
    const size = Math.max(1, Math.ceil(samples.length / PEAKS))
    return Array.from({ length: PEAKS }, (_bar, bar) => {
      let most = 0
      for (let at = bar * size; at < Math.min((bar + 1) * size, samples.length); at += 1)
        most = Math.max(most, Math.abs(samples[at] ?? 0))
      return most
    })
  })
}

/** Fetches a recording and computes its peaks; undefined if its format or size is not supported. */
export async function loadPeaks(url: string, signal: AbortSignal): Promise<Peaks | undefined> {
  const response = await fetch(url, { signal, credentials: 'include' })
  if (!response.ok) return undefined
  const sound = await response.arrayBuffer()
  const peaks = peaksOfWave(sound)
  if (peaks) return evened(peaks)
  if (sound.byteLength > DECODED_MAX_BYTES || typeof OfflineAudioContext === 'undefined') return undefined
  return evened(await peaksOfDecoded(sound))
}

/** Normalises each channel: what matters is who speaks when. */
const evened = (peaks: Peaks): Peaks =>
  peaks.map((bars) => {
    const most = Math.max(0.05, ...bars)
    return bars.map((bar) => bar / most)
  })

/** Reduces the bars to `count`. */
export function fitted(bars: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at / count) * bars.length)
    const until = Math.max(from + 1, Math.floor(((at + 1) / count) * bars.length))
    return Math.max(0, ...bars.slice(from, until))
  })
}
