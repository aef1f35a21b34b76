import { dropIdempotencyKey, idempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { type NewMessage, useSend } from '../conversations.api.ts'

/** The key is the same until the message was taken: pressed twice, or sent again after a lost reply, it is one message. */
export function useSendOnce(businessId: string, leadId: string) {
  const { mutate, isPending } = useSend(businessId, leadId)
  const formId = `message-${leadId}`
  const once = (body: NewMessage, onTaken: () => void) =>
    mutate(
      { body, idempotencyKey: idempotencyKey(formId, body) },
      {
        onSuccess: () => {
          dropIdempotencyKey(formId, body)
          onTaken()
        },
      },
    )
  return { once, isPending }
}
