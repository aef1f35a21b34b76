import type { StatusCallback } from '../store/records.ts'
import type { Element } from '../twiml/parse.ts'
import type { Core } from './core.ts'
import { readMethod, resolveAddress, type Source } from './instructions.ts'
import type { LiveCall } from './live-call.ts'

/** One document being followed. */
export type Run = {
  core: Core
  call: LiveCall
  /** Aborted when the call ends or is to do something else. */
  signal: AbortSignal
  base: string | undefined
  /** Spoken to a called phone before it is connected: no Dial, and its end means "connect". */
  isWhisper: boolean
  /** Speaks to a called phone before it is connected; whether it is to be. */
  followWhisper(called: LiveCall, source: Source): Promise<boolean>
}

/** What follows a verb: the next one, other instructions, or the call's end. */
export type Next = { to: Source } | 'hang-up' | undefined

/** The source that an address in the document names; a wrong one is in the log and ends the document. */
export function follow(run: Run, address: string, method: string | undefined): Exclude<Source, { twiml: string }> {
  return { address: resolveAddress(run.base, address) ?? address, method: readMethod(method) }
}

/** A callback that an element names, with these events where it does not say. */
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

/** A whole number within bounds, or the standard where it is missing or none. */
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
