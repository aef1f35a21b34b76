import { readWav, toTelephone } from '../media/wav.ts'

const MS_MAX = 3_600_000

/** What a robot (a simulated phone) does. */
export type RobotScript = {
  /** For called robots: the outcome of the call. */
  outcome: 'answer' | 'busy' | 'reject' | 'never' | 'unreachable'
  /** For called robots: ringing time before the outcome, in milliseconds. */
  answerAfterMs: number
  /** Sends a tone of this frequency throughout the call. */
  toneHz: number | undefined
  /** Audio to play once, 16 bit at 8 kHz, followed by silence; it replaces the tone. */
  sound: Int16Array | undefined
  /** Keys to press, and the delay after the answer. */
  digits: string
  digitsAfterMs: number
  /** Time after the answer at which the robot hangs up. */
  hangUpAfterMs: number | undefined
  /** For calling robots: time after which an unanswered call is cancelled. */
  cancelAfterMs: number | undefined
}

const NUMBERS = ['answerAfterMs', 'toneHz', 'digitsAfterMs', 'hangUpAfterMs', 'cancelAfterMs'] as const
const OUTCOMES = ['answer', 'busy', 'reject', 'never', 'unreachable'] as const

/** Reads a script from JSON (`wav` holds a file in base64); returns an error message if it is invalid. */
export function readScript(given: Record<string, unknown>): RobotScript | string {
  const { outcome = 'answer', digits = '', wav, ...rest } = given
  const known = OUTCOMES.find((name) => name === outcome)
  if (!known) return `outcome is ${OUTCOMES.join(', ')}`
  if (typeof digits !== 'string' || !/^[0-9*#A-D]*$/.test(digits)) return 'digits are 0-9 * # A-D'
  const numbers: Partial<Record<(typeof NUMBERS)[number], number>> = {}
  for (const [name, value] of Object.entries(rest)) {
    const field = NUMBERS.find((one) => one === name)
    if (!field) return `${name} is not known`
    if (typeof value !== 'number' || !(value >= 0 && value <= MS_MAX)) return `${name} is a number from 0 to ${MS_MAX}`
    numbers[field] = value
  }
  const sound = typeof wav === 'string' ? readWav(Buffer.from(wav, 'base64')) : undefined
  if (wav !== undefined && !sound) return 'wav is a WAV file of 8 or 16 bits in base64'
  return {
    outcome: known,
    digits,
    answerAfterMs: numbers.answerAfterMs ?? 0,
    digitsAfterMs: numbers.digitsAfterMs ?? 0,
    toneHz: numbers.toneHz,
    sound: sound && toTelephone(sound),
    hangUpAfterMs: numbers.hangUpAfterMs,
    cancelAfterMs: numbers.cancelAfterMs,
  }
}
