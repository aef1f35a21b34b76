import type { StatusCallback } from '../store/records.ts'
import type { Element } from '../twiml/parse.ts'
import type { Core } from './core.ts'
import { readMethod, resolveAddress, type Source } from './instructions.ts'
import type { LiveCall } from './live-call.ts'

/** The execution of one document. */
export type Run = {
  core: Core
  call: LiveCall
  /** Aborted when the call ends or is redirected. */
  signal: AbortSignal
  base: string | undefined
  /**
   * The document is a whisper to a called phone before it is connected: Dial is not allowed, and the end of the
   * document means "connect".
   */
  isWhisper: boolean
  /** Plays the whisper to a called phone; returns whether to connect it. */
  followWhisper(called: LiveCall, source: Source): Promise<boolean>
  /** Lets a called phone that was redirected follow its own instructions; returns whether it was. */
  goOn(called: LiveCall): boolean
}

/** What happens after a verb: the next verb (undefined), other instructions, or the end of the call. */
export type Next = { to: Source } | 'hang-up' | undefined

/** Returns the source for a URL in the document. An invalid URL is logged and ends the document. */
export function follow(run: Run, address: string, method: string | undefined): Exclude<Source, { twiml: string }> {
  return { address: resolveAddress(run.base, address) ?? address, method: readMethod(method) }
}

/** Reads the status callback of an element. It reports the given events unless the element names others. */
export function readCallback(
  run: Run,
  { attributes }: Element,
  names: { prefix: 'statusCallback' | 'recordingStatusCallback'; events: string },
): StatusCallback | undefined {
  const written = attributes[names.prefix]
  const address = written && resolveAddress(run.base, written)
  if (!address) return undefined
  return {
    address,
    method: readMethod(attributes[`${names.prefix}Method`]),
    events: (attributes[`${names.prefix}Event`] ?? names.events).trim().split(/[\s,]+/),
  }
}

/** Parses an integer within bounds; returns the default if it is missing or invalid. */
export function readCount(
  text: string | undefined,
  { standard, min = 0, max }: { standard: number; min?: number; max: number },
): number {
  const value = Number(text)
  if (text === undefined || !Number.isInteger(value)) return standard
  return Math.min(max, Math.max(min, value))
}

export const readFlag = (text: string | undefined, standard: boolean): boolean =>
  text === undefined ? standard : text.toLowerCase() === 'true'
