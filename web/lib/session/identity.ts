import type { Confirmation } from '#contract/auth/confirmation.ts'
import { ApiError } from '../http/call.ts'
import { issuesOf } from '../http/form-errors.ts'

/** The user cancelled the confirmation of identity: show no message. */
export class Cancelled extends Error {}

type Act = (identity: Confirmation) => Promise<unknown>
/** A request that waits until the user confirms their identity. */
export type Held = { act: Act; error: ApiError; onDone: (reply: unknown) => void; onEnd: (error: unknown) => void }

let held: Held | undefined
const listeners = new Set<() => void>()
const hold = (next: Held | undefined) => {
  held = next
  for (const listener of listeners) listener()
}
export const heldRequest = () => held
export function onHeld(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const CODES = ['code_wrong', 'locked_out', 'password_first']
/** Missing or wrong fields, from the server's error. */
export const missingOf = (error: ApiError) => ({
  password: issuesOf(error)?.password !== undefined,
  code: issuesOf(error)?.code !== undefined || error.code === 'code_wrong',
})
const isAboutIdentity = (error: unknown): error is ApiError =>
  error instanceof ApiError && (CODES.includes(error.code) || Object.values(missingOf(error)).includes(true))

/**
 * Sends a request; if the server requires confirmation of identity (`confirms` in the contract), prompts and retries.
 * `typed`: fields that the screen's own form has, which shows their errors.
 */
export async function confirmed<T>(act: (identity: Confirmation) => Promise<T>, typed: Confirmation = {}): Promise<T> {
  try {
    return await act(typed)
  } catch (error) {
    const isTyped = typed.password !== undefined && !(error instanceof ApiError && missingOf(error).code)
    if (isTyped || !isAboutIdentity(error)) throw error
    return new Promise<T>((resolve, reject) => {
      const again: Act = (identity) => act({ ...typed, ...identity })
      hold({ act: again, error, onDone: (reply) => resolve(reply as T), onEnd: reject })
    })
  }
}

/** Retries with the dialog's input: null if done or failed for another reason, else the remaining error. */
export async function sendHeld({ act, onDone, onEnd }: Held, identity: Confirmation): Promise<ApiError | null> {
  try {
    onDone(await act(identity))
  } catch (error) {
    if (isAboutIdentity(error)) return error
    onEnd(error)
  }
  hold(undefined)
  return null
}

export function cancelHeld({ onEnd }: Held) {
  hold(undefined)
  onEnd(new Cancelled())
}
