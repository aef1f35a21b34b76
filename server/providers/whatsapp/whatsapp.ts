import { z } from 'zod'
import { type Graph, type GraphAccount, openGraph } from './graph.ts'
import { requireMediaId } from './media.ts'
import { WhatsAppError } from './whatsapp-errors.ts'

/** Media messages by their kind at WhatsApp, with the types and sizes that it accepts. */
const MEGABYTE = 1024 * 1024
const mediaKinds = {
  image: { most: 5 * MEGABYTE, types: ['image/jpeg', 'image/png'] },
  video: { most: 16 * MEGABYTE, types: ['video/mp4', 'video/3gpp'] },
  audio: { most: 16 * MEGABYTE, types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg'] },
  document: {
    most: 100 * MEGABYTE,
    types: [
      ...['application/pdf', 'text/plain', 'application/msword', 'application/vnd.ms-excel'],
      ...['application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
  },
} as const
export type MediaKind = keyof typeof mediaKinds

/** How WhatsApp takes a file: undefined if it does not. */
export function mediaKindOf({ type, bytes }: { type: string; bytes: number }): MediaKind | undefined {
  const [media = ''] = type.split(';')
  return (Object.keys(mediaKinds) as MediaKind[]).find(
    (kind) => (mediaKinds[kind].types as readonly string[]).includes(media) && bytes <= mediaKinds[kind].most,
  )
}

/** A value for a placeholder of a template; `name`: null where placeholders are numbered. */
export type TemplateParameter = { component: 'header' | 'body'; name: string | null; text: string }
export type SentTemplate = { name: string; language: string; parameters: readonly TemplateParameter[] }
export type WhatsAppMessage = {
  /** E.164. */
  to: string
  /** Comes back with each report about the message. */
  id: string
  content:
    | { kind: 'text'; text: string }
    | { kind: 'template'; template: SentTemplate }
    | { kind: 'media'; media: MediaKind; mediaId: string; caption: string; name: string }
}

const Id = z.union([z.string(), z.number().transform(String)])
const Sent = z.object({ messages: z.array(z.object({ id: Id })).min(1) })
const Phone = z.object({ id: Id, display_phone_number: z.string(), verified_name: z.string().default('') })
const Media = z.object({ url: z.url(), mime_type: z.string().default(''), file_size: z.coerce.number().default(0) })
export type WhatsAppPhone = { id: string; phone: string; name: string }

const Component = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(z.looseObject({ type: z.string(), url: z.string().optional() })).optional(),
})
const Template = z.object({
  id: Id,
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string().default(''),
  rejected_reason: z.string().optional(),
  components: z.array(Component).default([]),
})
export type AccountTemplate = z.output<typeof Template>
const Page = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() }).optional(),
})
const TEMPLATE_PAGE = 100
const TEMPLATES_MAX = 1_000

/** A reply that is not as documented. The request may have been carried out. */
function read<T>(shape: z.ZodType<T>, reply: unknown): T {
  const { data, error } = shape.safeParse(reply)
  if (error) throw new WhatsAppError('unavailable', 'Meta answered in an unknown shape')
  return data as T
}

/** `+972 50-123-4567` as E.164. */
const toE164 = (display: string) => `+${display.replace(/\D/g, '')}`

/** What one token may do with WhatsApp. Throws only WhatsAppError. */
export function openWhatsAppAccount(account: GraphAccount) {
  const graph = openGraph(account)
  return {
    /** Resolves with WhatsApp's id of the message once it was taken. Meta offers no idempotency: a lost answer is unknown. */
    async sendWhatsApp(phoneNumberId: string, message: WhatsAppMessage): Promise<string> {
      const reply = await graph.post(`${phoneNumberId}/messages`, bodyOf(message))
      return read(Sent, reply).messages[0]?.id ?? ''
    },

    async uploadMedia(phoneNumberId: string, file: { name: string; type: string; content: Buffer }): Promise<string> {
      const form = new FormData()
      form.append('messaging_product', 'whatsapp')
      form.append('type', file.type)
      form.append('file', new Blob([new Uint8Array(file.content)], { type: file.type }), file.name)
      return read(z.object({ id: Id }), await graph.upload(`${phoneNumberId}/media`, form)).id
    },

    /** What a person sent; an id that WhatsApp does not give is refused. `bytes`: as WhatsApp says, before anything is loaded. */
    async findMedia(mediaId: string) {
      const { url, mime_type: type, file_size: bytes } = read(Media, await graph.get(requireMediaId(mediaId)))
      return { type, bytes, load: (most: number) => graph.media(url, most) }
    },

    async findPhone(phoneNumberId: string): Promise<WhatsAppPhone> {
      const fields = 'id,display_phone_number,verified_name'
      const found = read(Phone, await graph.get(phoneNumberId, { fields }))
      return { id: found.id, phone: toE164(found.display_phone_number), name: found.verified_name }
    },

    async listPhones(wabaId: string): Promise<WhatsAppPhone[]> {
      const { data } = read(Page, await graph.get(`${wabaId}/phone_numbers`))
      return data.map((one) => {
        const found = read(Phone, one)
        return { id: found.id, phone: toE164(found.display_phone_number), name: found.verified_name }
      })
    },

    /** Every template of the account; a page at a time. */
    async listTemplates(wabaId: string): Promise<AccountTemplate[]> {
      const templates: AccountTemplate[] = []
      let after: string | undefined
      do {
        const page = await graph.get(`${wabaId}/message_templates`, { limit: TEMPLATE_PAGE, after })
        const { data, paging } = read(Page, page)
        templates.push(...data.map((one) => read(Template, one)))
        after = paging?.next ? paging.cursors?.after : undefined
      } while (after && templates.length < TEMPLATES_MAX)
      return templates
    },

    /** Asks for webhooks of the account at this address; Meta calls it at once with the token. */
    subscribe: (wabaId: string, { url, verifyToken }: { url: string; verifyToken: string }) =>
      graph.post(`${wabaId}/subscribed_apps`, { override_callback_uri: url, verify_token: verifyToken }),
    unsubscribe: (wabaId: string) => graph.remove(`${wabaId}/subscribed_apps`),
    graph: graph satisfies Graph,
  }
}

function bodyOf({ to, id, content }: WhatsAppMessage) {
  const envelope = { messaging_product: 'whatsapp', recipient_type: 'individual', to, biz_opaque_callback_data: id }
  if (content.kind === 'text') return { ...envelope, type: 'text', text: { preview_url: true, body: content.text } }
  if (content.kind === 'media') {
    const { media, mediaId, caption, name } = content
    const file = {
      id: mediaId,
      ...(caption && media !== 'audio' && { caption }),
      ...(media === 'document' && { filename: name }),
    }
    return { ...envelope, type: media, [media]: file }
  }
  const { name, language, parameters } = content.template
  const components = (['header', 'body'] as const).flatMap((type) => {
    const own = parameters.filter(({ component }) => component === type)
    return own.length ? [{ type, parameters: own.map(parameterOf) }] : []
  })
  const template = { name, language: { code: language }, ...(components.length && { components }) }
  return { ...envelope, type: 'template', template }
}

const parameterOf = ({ name, text }: TemplateParameter) => ({
  type: 'text',
  ...(name !== null && { parameter_name: name }),
  text,
})
