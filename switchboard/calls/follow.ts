import type { Element } from '../twiml/parse.ts'
import { textOf } from '../twiml/parse.ts'
import { dial } from './dial.ts'
import { gather } from './gather.ts'
import { findInstructions, type Source } from './instructions.ts'
import type { LiveCall } from './live-call.ts'
import { apologise, prompt } from './prompts.ts'
import { record } from './record.ts'
import { follow, type Next, type Run } from './run.ts'

/** Maximum number of documents per call, which stops endless redirects. */
const DOCUMENTS_MAX = 1_000
const NESTED_DIAL = 13_201

type Ended = 'finished' | 'hung-up' | 'failed'

/**
 * Executes the instructions of a call, document after document, until the instructions or the call end; then hangs up.
 */
export async function followCall(call: LiveCall, first: Source): Promise<void> {
  const ended = await followDocuments(call, first, false)
  if (ended === 'failed' && (await call.answer()))
    await apologise({
      core: call.core,
      call,
      signal: call.newRun(),
      base: undefined,
      isWhisper: false,
      followWhisper,
      goOn,
    })
  call.hangUp('no-answer')
}

async function followWhisper(call: LiveCall, first: Source): Promise<boolean> {
  const ended = await followDocuments(call, first, true)
  if (ended === 'finished' && !call.ended) return true
  call.hangUp('completed')
  return false
}

function goOn(called: LiveCall): boolean {
  const own = called.ended ? undefined : called.takeRedirect()
  if (!own) return false
  followCall(called, own).catch((error: unknown) => {
    console.error(error)
    called.hangUp('failed')
  })
  return true
}

async function followDocuments(call: LiveCall, first: Source, isWhisper: boolean): Promise<Ended> {
  const { fallback } = first
  let next: Source | undefined = first
  for (let count = 0; next && count < DOCUMENTS_MAX; count++) {
    const signal = call.newRun()
    const found = await findInstructions(call, { ...next, fallback })
    if (!found && !signal.aborted) return 'failed'
    const run: Run = { core: call.core, call, signal, base: found?.base, isWhisper, followWhisper, goOn }
    const after: Next = found && (await followVerbs(run, found.verbs))
    next = call.takeRedirect()
    if (next || call.ended) continue
    if (after === 'hang-up') return 'hung-up'
    next = after?.to
  }
  return 'finished'
}

async function followVerbs(run: Run, verbs: Element[]): Promise<Next> {
  for (const verb of verbs) {
    if (run.signal.aborted) return undefined
    const next = await act(run, verb)
    if (next) return next
  }
  return undefined
}

async function act(run: Run, verb: Element): Promise<Next> {
  const { call } = run
  switch (verb.name) {
    case 'Reject':
      return reject(run, verb)
    case 'Hangup':
      return 'hang-up'
    case 'Redirect':
      return { to: follow(run, textOf(verb) || (run.base ?? ''), verb.attributes.method) }
    case 'Dial':
      return run.isWhisper ? refuseNested(run) : dial(run, verb)
    case 'Pause':
      await prompt(run, verb, run.signal)
      return undefined
  }
  if (!(await call.answer())) return undefined
  if (verb.name === 'Gather') return gather(run, verb)
  if (verb.name === 'Record') return record(run, verb)
  await prompt(run, verb, run.signal)
  return undefined
}

/** Rejects the call if it is unanswered; an answered call is hung up. */
function reject({ call }: Run, { attributes }: Element): Next {
  const isBusy = attributes.reason === 'busy'
  if (!call.row.answeredAt) call.reject(isBusy ? 'busy' : 'rejected', isBusy ? 'busy' : 'no-answer')
  return 'hang-up'
}

function refuseNested({ core, call }: Run): Next {
  core.log('error', { sid: call.sid, code: NESTED_DIAL, message: 'Dial: cannot Dial from a whisper' })
  core.violations.add(`twiml ${NESTED_DIAL}`, 'Dial in a whisper')
  return 'hang-up'
}
