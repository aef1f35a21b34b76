import { z } from 'zod'

const TEXT_MAX = 4_096
const Id = z.string().min(1)
const Media = z.looseObject({ id: Id, mime_type: z.string().default(''), caption: z.string().optional() })
const Document = Media.extend({ filename: z.string().optional() })
const Titled = z.looseObject({ title: z.string() })
const Content = z.looseObject({
  text: z.looseObject({ body: z.string() }).optional(),
  button: z.looseObject({ text: z.string() }).optional(),
  interactive: z.looseObject({ button_reply: Titled.optional(), list_reply: Titled.optional() }).optional(),
  reaction: z.looseObject({ emoji: z.string().optional() }).optional(),
  location: z
    .looseObject({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contacts: z
    .array(
      z.looseObject({
        name: z.looseObject({ formatted_name: z.string().optional() }).optional(),
        phones: z.array(z.looseObject({ phone: z.string().optional() })).optional(),
      }),
    )
    .optional(),
  image: Media.optional(),
  video: Media.optional(),
  audio: Media.optional(),
  sticker: Media.optional(),
  document: Document.optional(),
})

/** What a person wrote: its words, and a file. Undefined: nothing that a conversation shows. */
export type ReadMessage = { text: string; media: { id: string; name: string; type: string } | null }

const mediaOf = ['image', 'video', 'audio', 'sticker', 'document'] as const
/** Extensions of files that come without a name. */
const endings: Record<string, string> = {
  ...{ 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp', 'video/mp4': 'mp4', 'video/3gpp': '3gp' },
  ...{ 'audio/ogg': 'ogg', 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'audio/aac': 'aac', 'audio/amr': 'amr' },
}

/** Reads the content of a message of any kind. A reaction is its sign; one that is taken back is nothing. */
export function readMessage(message: { type: string }): ReadMessage | undefined {
  const content = Content.safeParse(message).data
  if (!content) return { text: '', media: null }
  for (const kind of mediaOf) {
    const found = content[kind]
    if (!found) continue
    const [type = ''] = found.mime_type.split(';')
    const own = 'filename' in found && typeof found.filename === 'string' ? found.filename : ''
    const name = own || `whatsapp-${kind}.${endings[type] ?? 'bin'}`
    return { text: cut(found.caption ?? ''), media: { id: found.id, name, type } }
  }
  if (message.type === 'reaction') {
    const sign = content.reaction?.emoji
    return sign ? { text: cut(sign), media: null } : undefined
  }
  return { text: cut(wordsOf(content)), media: null }
}

function wordsOf({ text, button, interactive, location, contacts }: z.output<typeof Content>): string {
  if (text) return text.body
  if (button) return button.text
  if (interactive) return interactive.button_reply?.title ?? interactive.list_reply?.title ?? ''
  if (location) {
    const { latitude, longitude, name = '', address = '' } = location
    return [name, address, `https://maps.google.com/?q=${latitude},${longitude}`].filter(Boolean).join('\n')
  }
  const lines = (contacts ?? []).map(({ name, phones = [] }) =>
    [name?.formatted_name ?? '', ...phones.map(({ phone = '' }) => phone)].filter(Boolean).join(' '),
  )
  return lines.join('\n')
}

/** Cutting may leave half of a sign, which PostgreSQL cannot store. */
const cut = (text: string) => text.trim().slice(0, TEXT_MAX).toWellFormed()
