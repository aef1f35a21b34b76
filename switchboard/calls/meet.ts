import { toneFrames } from '../media/frames.ts'
import { playFrames, wait } from '../media/pace.ts'
import { textOf } from '../twiml/parse.ts'
import { findInstructions, type Source } from './instructions.ts'
import { prompt } from './prompts.ts'
import type { DialPlan } from './read-dial.ts'
import type { RoomTerms } from './read-room.ts'
import { Room } from './room.ts'
import { follow, type Next, type Run } from './run.ts'

const WAITING_HZ = 350
const WAITING_MS = 500
const WAITING_PAUSE_MS = 4_500
const WAITING_VERBS = ['Say', 'Play', 'Pause']

/** Lets the call take part in a conference until one of them ends, the time is over, or the call is redirected. */
export async function meet(run: Run, plan: DialPlan, terms: RoomTerms): Promise<Next> {
  const { call, core } = run
  if (!(await call.answer()) || run.signal.aborted) return undefined
  const room = roomOf(run, terms.name)
  const member = room.enter(call, terms)
  core.log('conference', { sid: call.sid, room: terms.name })
  const star = new AbortController()
  const stopKeys = call.leg?.onDigit((digit) => {
    if (plan.hangUpOnStar && digit === '*') star.abort()
  })
  const over = AbortSignal.any([run.signal, member.out.signal, star.signal])
  void playUntilBegun({ ...run, signal: AbortSignal.any([over, room.begun]) }, terms.wait)
  await wait(plan.limitMs, over)
  stopKeys?.()
  room.leave(member)
  if (!plan.action) return undefined
  // As at the vendor, neither a call nor its duration is reported: a conference is not a called phone.
  const action = { ...plan.action, params: { DialCallStatus: 'answered' } }
  if (!call.ended) return run.signal.aborted ? undefined : { to: action }
  // The caller hung up: the webhook is sent anyway and its reply ignored.
  await findInstructions(call, action)
  return undefined
}

function roomOf({ core, call }: Run, name: string): Room {
  const key = `${call.row.accountSid} ${name}`
  const room = core.rooms.get(key) ?? new Room(() => core.rooms.delete(key))
  core.rooms.set(key, room)
  return room
}

async function playUntilBegun(run: Run, sound: RoomTerms['wait']): Promise<void> {
  if (sound === 'silence') return
  let source: Source | undefined = sound
  while (!run.signal.aborted) {
    source = source ? await playWaiting(run, source) : undefined
    if (source) continue
    await playFrames(toneFrames(WAITING_HZ, WAITING_MS), (frame) => run.call.leg?.send(frame), run.signal)
    await wait(WAITING_PAUSE_MS, run.signal)
  }
}

/** Plays a document of the waitUrl once. Returns the next one; undefined if it cannot be played. */
async function playWaiting(run: Run, source: Source): Promise<Source | undefined> {
  const found = await findInstructions(run.call, source)
  if (!found) return undefined
  let next: Source = source
  for (const verb of found.verbs) {
    if (run.signal.aborted) return undefined
    if (WAITING_VERBS.includes(verb.name)) await prompt({ ...run, base: found.base }, verb, run.signal)
    else if (verb.name === 'Redirect') next = follow({ ...run, base: found.base }, textOf(verb), verb.attributes.method)
    else run.core.violations.add('twiml 12200', `<${verb.name}> is not allowed in a waitUrl`)
  }
  return found.verbs.length > 0 ? next : undefined
}
