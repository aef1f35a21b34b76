import { clock } from '../clock.ts'
import { LegBase, rejectCode } from '../leg-base.ts'
import { FRAME_SAMPLES, type LegDirection, type RejectReason, SAMPLE_RATE } from '../legs.ts'
import { soundFrames, strengthOf, toneFrame } from '../media/frames.ts'
import { everyFrame } from '../media/pace.ts'
import type { RobotScript } from './script.ts'

const HEARD_SAMPLES = SAMPLE_RATE
const LOUD_ENOUGH = 0.1
const LOWEST_HZ = 200
const HIGHEST_HZ = 3_000
const STEP_HZ = 10

/** The leg of a robot: a simulated phone that follows a script and records what it hears. */
export class RobotLeg extends LegBase {
  readonly kind = 'robot'
  heardDigits = ''
  readonly #script: RobotScript
  readonly #timers: NodeJS.Timeout[] = []
  readonly #heard = new Int16Array(HEARD_SAMPLES)
  #heardAt = 0
  #stopSpeaking: (() => void) | undefined

  constructor(direction: LegDirection, script: RobotScript) {
    super(direction)
    this.#script = script
    if (direction === 'outgoing') setImmediate(() => this.#decide())
    else if (script.cancelAfterMs !== undefined) this.#after(script.cancelAfterMs, () => this.#leave(487))
  }

  ring(): void {
    if (this.direction === 'incoming') this.moveTo('ringing')
  }

  async answer(): Promise<void> {
    if (this.direction === 'incoming') this.#connect()
  }

  reject(reason: RejectReason): void {
    if (this.state !== 'answered') this.#end(rejectCode(reason), 'exchange')
  }

  hangup(): void {
    const sipCode = this.state === 'answered' ? 200 : this.direction === 'outgoing' ? 487 : 480
    this.#end(sipCode, 'exchange')
  }

  send(frame: Int16Array): void {
    if (this.state !== 'answered') return
    this.counted.sent++
    for (const sample of frame) this.#heard[this.#heardAt++ % HEARD_SAMPLES] = sample
  }

  sendDigits(digits: string): void {
    if (this.state === 'answered') this.heardDigits += digits
  }

  /** Returns the dominant frequency of the last second heard, rounded to 10 Hz; undefined for silence. */
  heardHz(): number | undefined {
    const samples = this.#heard.subarray(0, Math.min(this.#heardAt, HEARD_SAMPLES))
    let best = { hz: 0, strength: 0 }
    for (let hz = LOWEST_HZ; hz <= HIGHEST_HZ && samples.length > 0; hz += STEP_HZ) {
      const strength = strengthOf(samples, hz)
      if (strength > best.strength) best = { hz, strength }
    }
    return best.strength > LOUD_ENOUGH ? best.hz : undefined
  }

  /** Answers, refuses or ignores an incoming call, as the script says. */
  #decide() {
    const { outcome, answerAfterMs } = this.#script
    if (this.state === 'ended') return
    if (outcome === 'unreachable') return this.#end(503, 'network')
    if (outcome === 'busy') return this.#end(486, 'phone')
    this.moveTo('ringing')
    if (outcome === 'reject') this.#after(answerAfterMs, () => this.#end(603, 'phone'))
    if (outcome === 'answer') this.#after(answerAfterMs, () => this.#connect())
  }

  #connect() {
    if (!this.moveTo('answered')) return
    const { digits, digitsAfterMs, hangUpAfterMs } = this.#script
    if (digits) this.#after(digitsAfterMs, () => this.#press(digits))
    if (hangUpAfterMs !== undefined) this.#after(hangUpAfterMs, () => this.#leave(200))
    this.#speak()
  }

  #press(digits: string) {
    for (const digit of digits) this.pressed(digit)
  }

  #speak() {
    const { toneHz, sound } = this.#script
    if (!sound && toneHz === undefined) return
    const frames = sound && soundFrames(sound)
    let n = 0
    this.#stopSpeaking = everyFrame(() => {
      const frame = frames ? frames.next().value : toneFrame(toneHz ?? 0, n)
      if (frame) this.heard(frame, n * FRAME_SAMPLES)
      n++
    })
  }

  #leave(sipCode: number) {
    if (sipCode === 200 || this.state !== 'answered') this.#end(sipCode, 'phone')
  }

  #end(sipCode: number, by: 'phone' | 'exchange' | 'network') {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#stopSpeaking?.()
    this.finish({ sipCode, by })
  }

  #after(ms: number, act: () => void) {
    this.#timers.push(clock.after(ms, act))
  }
}
