import { type BoxAccount, type BoxAccounts, type BoxTemplate, newWamid } from './box-accounts.ts'

/** An answer of the Graph API that refuses. */
export class GraphRefusal extends Error {
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Last digits of phones that fail, as test cards do: not on WhatsApp, stopped advertising, too many messages, and an answer
 * that gets lost after the message was taken.
 */
export const failingPhones = { unreachable: '9026', stopped: '9050', busy: '9429', lost: '9000' } as const
const WINDOW_MS = 24 * 3_600_000
const TEXT_MAX = 4_096
const CAPTION_MAX = 1_024

type Body = {
  messaging_product?: unknown
  to?: unknown
  type?: unknown
  biz_opaque_callback_data?: unknown
  text?: { body?: unknown }
  template?: {
    name?: unknown
    language?: { code?: unknown }
    components?: { type?: string; parameters?: Parameter[] }[]
  }
  [kind: string]: unknown
}
type Parameter = { type?: unknown; text?: unknown; parameter_name?: unknown }

/** A message that was taken: what the person sees, and how it ends. */
export type TakenMessage = {
  id: string
  to: string
  type: string
  text: string
  media: string | null
  template: string | null
  opaque: string | null
  /** Meta's code if it fails after it was taken. */
  failure: number | null
  isAnswerLost: boolean
}

const invalid = (what: string) => new GraphRefusal(400, 100, `(#100) ${what}`)

/** Checks a message as the Cloud API does. What concerns the person is found out later, by a report. */
export function takeMessage(box: BoxAccounts, account: BoxAccount, raw: unknown, now: number): TakenMessage {
  const body = (raw ?? {}) as Body
  if (body.messaging_product !== 'whatsapp') throw invalid("The parameter messaging_product must be 'whatsapp'.")
  const to = String(body.to ?? '').replace(/\D/g, '')
  if (!/^\d{8,15}$/.test(to)) throw invalid('The parameter to is required.')
  if (to.endsWith(failingPhones.busy)) throw new GraphRefusal(429, 130_429, '(#130429) Rate limit hit')
  const type = String(body.type ?? 'text')
  const content = contentOf(box, account, type, body)
  const isOpen = now - (account.windows[to] ?? 0) <= WINDOW_MS
  const isAdvertising = content.category === 'MARKETING'
  const failure = to.endsWith(failingPhones.unreachable)
    ? 131_026
    : to.endsWith(failingPhones.stopped) && isAdvertising
      ? 131_050
      : !isOpen && content.template === null
        ? 131_047
        : null
  const opaque = typeof body.biz_opaque_callback_data === 'string' ? body.biz_opaque_callback_data : null
  const { text, media, template } = content
  const isAnswerLost = to.endsWith(failingPhones.lost)
  return { id: newWamid(), to, type, text, media, template, opaque, failure, isAnswerLost }
}

type Content = { text: string; media: string | null; template: string | null; category: string | null }
function contentOf(box: BoxAccounts, account: BoxAccount, type: string, body: Body): Content {
  if (type === 'text') {
    const text = body.text?.body
    if (typeof text !== 'string' || !text) throw invalid('The parameter text.body is required.')
    if (text.length > TEXT_MAX) throw invalid('Param text.body must be at most 4096 characters long.')
    return { text, media: null, template: null, category: null }
  }
  if (type === 'template') return ofTemplate(account, body)
  const file = body[type] as { id?: unknown; caption?: unknown } | undefined
  if (!['image', 'video', 'audio', 'document'].includes(type) || !file) throw invalid('Unsupported message type.')
  if (typeof file.id !== 'string' || !box.findMedia(file.id))
    throw new GraphRefusal(400, 131_009, '(#131009) Parameter value is not valid: media id')
  const caption = typeof file.caption === 'string' ? file.caption : ''
  if (caption.length > CAPTION_MAX) throw invalid('Param caption must be at most 1024 characters long.')
  return { text: caption, media: file.id, template: null, category: null }
}

function ofTemplate({ templates }: BoxAccount, { template }: Body): Content {
  const { name, language, components = [] } = template ?? {}
  const found = templates.find((one) => one.name === name && one.language === language?.code)
  if (!found || found.status === 'REJECTED' || found.status === 'PENDING')
    throw new GraphRefusal(404, 132_001, '(#132001) Template name does not exist in the translation')
  if (found.status === 'PAUSED') throw new GraphRefusal(400, 132_015, '(#132015) Template is paused')
  if (found.status === 'DISABLED') throw new GraphRefusal(400, 132_016, '(#132016) Template is disabled')
  const parts = found.components.flatMap((component) => {
    const given = components.find(({ type }) => type?.toUpperCase() === component.type)?.parameters ?? []
    if (component.format && component.format !== 'TEXT' && !given.length) throw mismatch()
    return component.text === undefined ? [] : [filledIn(found, component.text, given)]
  })
  return { text: parts.join('\n'), media: null, template: found.name, category: found.category }
}

const mismatch = () =>
  new GraphRefusal(400, 132_000, '(#132000) Number of parameters does not match the expected number of params')

/** Fills in a part; WhatsApp refuses too few, too many and empty values, and line breaks in them. */
function filledIn({ parameter_format: format }: BoxTemplate, text: string, given: readonly Parameter[]): string {
  const names = [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))]
  if (names.length !== given.length) throw mismatch()
  const wordsFor = (name: string) => {
    const one =
      format === 'NAMED' ? given.find(({ parameter_name }) => parameter_name === name) : given[Number(name) - 1]
    if (typeof one?.text !== 'string' || !one.text) throw mismatch()
    if (/[\n\t]| {5,}/.test(one.text))
      throw new GraphRefusal(400, 132_018, '(#132018) Param text cannot have new-line/tab characters')
    return one.text
  }
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => wordsFor(name))
}
