import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type HookProtocol, isSameSignature } from '../../platform/http/signed-hooks.ts'
import { parseWithBigIds } from './big-ids.ts'

/** Hooks signed with one of these secrets of the app are accepted. */
export type WhatsAppSigner = { appSecrets: readonly string[]; isGone?: true }
export const SIGNATURE_HEADER = 'x-hub-signature-256'
/** Meta puts many reports into one request. */
const HOOK_BYTES = 3 * 1024 * 1024

export const signatureOf = (appSecret: string, body: Buffer | string) =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

/** Signed JSON of Meta, answered with an empty 200 at once. */
export const whatsAppHooks: HookProtocol<WhatsAppSigner, unknown, 'taken'> = {
  contentType: 'application/json',
  maxBytes: HOOK_BYTES,
  read({ appSecrets }, { body, headers }) {
    const given = headers[SIGNATURE_HEADER]
    if (typeof given !== 'string') return undefined
    // Every secret is compared, so that the time does not say where one fits.
    const fitting = appSecrets.filter((secret) => isSameSignature(signatureOf(secret, body), given))
    return fitting.length ? parsed(body) : undefined
  },
  reply: () => ({ type: 'text/plain', body: '' }),
}

/** What PostgreSQL cannot store is left out. Something else than JSON has no reports. */
function parsed(body: Buffer): unknown {
  try {
    return parseWithBigIds(body.toString('utf8').replaceAll('\\u0000', ''))
  } catch {
    return {}
  }
}

const Loose = z.looseObject({})
const Status = z.looseObject({ id: z.string().min(1), status: z.string(), recipient_id: z.string().optional() })
const Message = z.looseObject({ id: z.string().min(1), type: z.string(), from: z.string().optional() })
const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.union([z.string(), z.number()]).transform(String) }).optional(),
  contacts: z.array(z.looseObject({ wa_id: z.string().optional() })).default([]),
  messages: z.array(Loose).default([]),
  statuses: z.array(Loose).default([]),
})
const Hook = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: Loose })).default([]) })),
})

/** Meta puts at most this many into one hook, as its documentation of webhooks says. */
export const HOOK_REPORTS_MAX = 1_000

/** One report of a hook, with the key by which a repeated one is known, and the phone of the person in E.164. */
export type WhatsAppReport = {
  key: string
  phoneNumberId: string | null
  phone: string | null
  content:
    | { kind: 'message'; message: z.output<typeof Message>; name: string }
    | { kind: 'status'; status: z.output<typeof Status> }
}
/** A change of templates has no key: a state that comes again is news, and templates are then read as they are. */
type TemplateReport = { key: null; phoneNumberId: null; phone: null; content: { kind: 'templates' } }

const phoneOf = (id: string | undefined) => (id && /^\d{6,15}$/.test(id) ? `+${id}` : null)
const nameOf = ({ profile }: z.output<typeof Loose>) => {
  const { name } = (profile ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name.trim().slice(0, 100) : ''
}

/** The reports of a hook in their order. What is not known is left out, so that a new kind harms no other. */
export function reportsIn(content: unknown): (WhatsAppReport | TemplateReport)[] {
  const hook = Hook.safeParse(content)
  if (!hook.success) return []
  return hook.data.entry.flatMap(({ changes }) => changes.flatMap(({ field, value }) => reportsOf(field, value)))
}

function reportsOf(field: string, raw: z.output<typeof Loose>): (WhatsAppReport | TemplateReport)[] {
  if (field === 'message_template_status_update')
    return [{ key: null, phoneNumberId: null, phone: null, content: { kind: 'templates' } }]
  const value = field === 'messages' ? Value.safeParse(raw).data : undefined
  if (!value) return []
  const phoneNumberId = value.metadata?.phone_number_id ?? null
  const messages = value.messages.flatMap((one): WhatsAppReport[] => {
    const message = Message.safeParse(one).data
    if (!message) return []
    const contact = value.contacts.find(({ wa_id }) => wa_id === message.from) ?? value.contacts[0]
    const name = contact ? nameOf(contact) : ''
    const phone = phoneOf(message.from ?? contact?.wa_id)
    return [{ key: `whatsapp ${message.id}`, phoneNumberId, phone, content: { kind: 'message', message, name } }]
  })
  const statuses = value.statuses.flatMap((one): WhatsAppReport[] => {
    const status = Status.safeParse(one).data
    if (!status) return []
    const key = `whatsapp ${status.id} ${status.status}`
    return [{ key, phoneNumberId, phone: phoneOf(status.recipient_id), content: { kind: 'status', status } }]
  })
  return [...messages, ...statuses]
}

const Errors = z.array(z.looseObject({ code: z.number(), title: z.string().optional() })).default([])
/** A report about a message of ours: its id as it was sent along, and Meta's code if it failed. */
export function readStatus(status: z.output<typeof Status>) {
  const { biz_opaque_callback_data: sentId, errors } = status
  return {
    id: typeof sentId === 'string' ? sentId : '',
    delivery: status.status,
    code: Errors.safeParse(errors).data?.[0]?.code ?? null,
  }
}
