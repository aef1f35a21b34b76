import { dropDraft, readDraft, writeDraft } from '../unsaved/drafts.ts'

/** `crypto.randomUUID` requires https or localhost; this does not. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const nameOf = (formId: string, body: unknown) => `sending ${formId} ${JSON.stringify(body)}`

/**
 * The Idempotency-Key of a form's body, the same until `dropIdempotencyKey`: if only the reply was lost, a retry must
 * not repeat the action. The server does not store refused requests.
 */
export function idempotencyKey(formId: string, body: unknown): string {
  const name = nameOf(formId, body)
  const key = readDraft<string>(name) ?? newKey()
  writeDraft(name, key)
  return key
}

/** After a success, the same body is a new request. */
export const dropIdempotencyKey = (formId: string, body: unknown) => dropDraft(nameOf(formId, body))

/** Sends a form's body under its key. */
export async function sendOnce<T>(
  formId: string,
  body: unknown,
  send: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  const reply = await send({ idempotencyKey: idempotencyKey(formId, body) })
  dropIdempotencyKey(formId, body)
  return reply
}
