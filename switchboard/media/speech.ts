import { spawn } from 'node:child_process'
import type { Log } from '../console/log.ts'
import { soundFrames, toneFrames } from './frames.ts'
import { readWav, toTelephone } from './wav.ts'

const BEEP_HZ = 660
const BEEP_MS = 400
const SPEAK_MS = 10_000
const KEPT = 100

/** Text to speech by espeak-ng if it is installed; else a beep, and the text is written to the live log. */
export class Speech {
  readonly #log: Log
  readonly #spoken = new Map<string, Int16Array>()
  #missing = false

  constructor(log: Log) {
    this.#log = log
  }

  async frames(text: string, language: string): Promise<Iterable<Int16Array>> {
    const samples = await this.#speak(text, language.split('-')[0]?.toLowerCase() || 'en')
    this.#log('say', { text, spoken: samples !== undefined })
    return samples ? soundFrames(samples) : toneFrames(BEEP_HZ, BEEP_MS)
  }

  async #speak(text: string, voice: string): Promise<Int16Array | undefined> {
    const key = `${voice} ${text}`
    const known = this.#spoken.get(key)
    if (known || this.#missing) return known
    const wav = await runSpeaker(text, voice).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') this.#missing = true
      return undefined
    })
    const sound = wav && readWav(wav)
    if (!sound) return undefined
    const samples = toTelephone(sound)
    if (this.#spoken.size >= KEPT) this.#spoken.clear()
    this.#spoken.set(key, samples)
    return samples
  }
}

function runSpeaker(text: string, voice: string): Promise<Buffer> {
  return new Promise((done, failed) => {
    const program = spawn('espeak-ng', ['-v', voice, '--stdout', '--stdin'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: SPEAK_MS,
    })
    const chunks: Buffer[] = []
    program.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    program.on('error', failed)
    program.on('close', () => done(Buffer.concat(chunks)))
    program.stdin.on('error', () => {})
    program.stdin.end(text)
  })
}
