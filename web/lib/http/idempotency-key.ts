import { dropDraft, readDraft, writeDraft } from '../unsaved/drafts.ts'

/** `crypto.randomUUID` exists only where the page came over https or from this machine; this does everywhere. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const nameOf = (formId: string, body: unknown) => `sending ${formId} ${JSON.stringify(body)}`

/**
 * The Idempotency-Key under which a form sends this: the same one until `dropIdempotencyKey`, because where only the
 * answer was lost, sending it again must not do it again. What the server refused it does not remember.
 */
export function idempotencyKey(formId: string, body: unknown): string {
  const name = nameOf(formId, body)
  const key = readDraft<string>(name) ?? newKey()
  writeDraft(name, key)
  return key
}

/** The same sent once more is another one. */
export const dropIdempotencyKey = (formId: string, body: unknown) => dropDraft(nameOf(formId, body))
