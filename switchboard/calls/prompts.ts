import { soundFrames, toneFrames } from '../media/frames.ts'
import { playFrames, wait } from '../media/pace.ts'
import { type Element, textOf } from '../twiml/parse.ts'
import { resolveAddress } from './instructions.ts'
import { press } from './press.ts'
import { type Run, readCount } from './run.ts'

const LOOPS_MAX = 1_000
const PAUSE_MAX_S = 3_600
const BEEP_HZ = 660
const BEEP_MS = 400
const NO_SOUND = 12300
const APOLOGY = 'We are sorry, an application error has occurred. Goodbye.'

/** Executes a Say, Play or Pause verb on the phone of the call; stops on abort. */
export async function prompt(run: Run, verb: Element, signal: AbortSignal): Promise<void> {
  if (verb.name === 'Pause')
    return wait(1_000 * readCount(verb.attributes.length, { standard: 1, max: PAUSE_MAX_S }), signal)
  if (verb.name === 'Play' && verb.attributes.digits) {
    return press(run.call, verb.attributes.digits, signal)
  }
  const find = verb.name === 'Say' ? speech : sound
  const loops = readCount(verb.attributes.loop, { standard: 1, max: LOOPS_MAX }) || LOOPS_MAX
  for (let i = 0; i < loops && !signal.aborted; i++)
    await playFrames(await find(run, verb), (frame) => run.call.leg?.send(frame), signal)
}

/** Speaks an apology to the caller when the instructions of the call cannot be fetched or read. */
export const apologise = (run: Run): Promise<void> =>
  prompt(run, { name: 'Say', attributes: { language: 'en-US' }, children: [APOLOGY] }, run.signal)

const speech = (run: Run, verb: Element) => run.core.speech.frames(textOf(verb), verb.attributes.language ?? 'en-US')

async function sound(run: Run, verb: Element): Promise<Iterable<Int16Array>> {
  const address = resolveAddress(run.base, textOf(verb))
  const found = address ? await run.core.sounds.find(address) : 'not an address'
  if (typeof found !== 'string') return soundFrames(found)
  run.core.log('error', { sid: run.call.sid, code: NO_SOUND, message: found, url: address })
  return toneFrames(BEEP_HZ, BEEP_MS)
}
