import { wait } from '../media/pace.ts'
import { type Element, elementsOf } from '../twiml/parse.ts'
import { prompt } from './prompts.ts'
import { follow, type Next, type Run, readCount, readFlag } from './run.ts'

const TIMEOUT_S = 5
const TIMEOUT_MAX_S = 600
const DIGITS_MAX = 1_000

/** Collects digits while the prompts play and until a timeout after them. The first digit stops the prompts. */
export async function gather(run: Run, verb: Element): Promise<Next> {
  const { attributes } = verb
  const finishKey = attributes.finishOnKey ?? '#'
  const wanted = readCount(attributes.numDigits, { standard: DIGITS_MAX, min: 1, max: DIGITS_MAX })
  const timeoutMs = 1_000 * readCount(attributes.timeout, { standard: TIMEOUT_S, max: TIMEOUT_MAX_S })
  let digits = ''
  let isComplete = false
  let pressed = new AbortController()
  const quiet = new AbortController()
  const stop = run.call.leg?.onDigit((digit) => {
    if (isComplete) return
    if (finishKey.includes(digit) && finishKey !== '') isComplete = true
    else digits += digit
    if (digits.length >= wanted) isComplete = true
    quiet.abort()
    pressed.abort()
  })
  for (const part of elementsOf(verb)) await prompt(run, part, AbortSignal.any([run.signal, quiet.signal]))
  while (!isComplete && !run.signal.aborted) {
    pressed = new AbortController()
    await wait(timeoutMs, AbortSignal.any([run.signal, pressed.signal]))
    if (!pressed.signal.aborted) break
  }
  stop?.()
  run.core.log('gather', { sid: run.call.sid, digits })
  if (run.signal.aborted) return undefined
  if (digits === '' && !readFlag(attributes.actionOnEmptyResult, false)) return undefined
  return { to: { ...follow(run, attributes.action ?? run.base ?? '', attributes.method), params: { Digits: digits } } }
}
