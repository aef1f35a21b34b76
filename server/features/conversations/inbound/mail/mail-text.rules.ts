import sanitizeHtml from 'sanitize-html'

type Header = { key: string; value: string }
const bulk = /^(bulk|junk|list|auto_reply)$/i
/** Vacation notices, lists and programs: an answer to them, or a notification about them, may go round in circles. */
export function isAutomatic(headers: readonly Header[]) {
  const of = (name: string) => headers.find(({ key }) => key === name)?.value.trim()
  return (
    (of('auto-submitted') ?? 'no').toLowerCase() !== 'no' ||
    bulk.test(of('precedence') ?? '') ||
    headers.some(({ key }) => ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'list-id'].includes(key))
  )
}

/** Replies of programs. What portals and sites send by a program is no such reply. */
export function isAutoReply(headers: readonly Header[]) {
  const of = (name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? ''
  return (
    /^auto-replied/i.test(of('auto-submitted')) ||
    /^auto_reply$/i.test(of('precedence')) ||
    headers.some(({ key }) => key === 'x-autoreply' || key === 'x-autorespond')
  )
}

const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Longer lines begin no quote. */
const START_MAX = 400
/** Lines above which an answer stands; below them mail programs repeat the mail that is answered. */
const quoteStarts = [
  /^-{2,}\s*(Original Message|Forwarded message|הודעה מקורית|הודעה שהועברה)/i,
  /^_{10,}$/,
  /^On\s.{4,300}\swrote:$/,
  /^(בתאריך|ב-?יום)\s.{4,300}(כתב|מאת)[^:]*.*:$/u,
]
/** Outlook begins with the sender's line, followed by the date's. */
const senderLine = /^(From|מאת):\s\S/
const dateLine = /^(Sent|Date|נשלח|תאריך):\s\S/

/** The text that was written, without the mail that it answers. What remains is never empty if the text is not. */
export function withoutQuote(text: string) {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((_, i) => isQuoteStart(lines, i))
  const own = at < 0 ? lines : lines.slice(0, at)
  const last = own.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'))
  return (
    own
      .slice(0, last + 1)
      .join('\n')
      .trim() || text.trim()
  )
}

function isQuoteStart(lines: readonly string[], i: number) {
  const near = lines.slice(i, i + 3).map((one) => one.slice(0, START_MAX).replace(MARKS, '').trim())
  const [line = '', next = '', third = ''] = near
  if (senderLine.test(line) && [next, third].some((one) => dateLine.test(one))) return true
  // Long lines are broken at 78 characters.
  const isOpen = /^(On|בתאריך|ב-?יום)\s/u.test(line) && !line.endsWith(':')
  return [line, ...(isOpen ? [`${line} ${next}`, `${line} ${next} ${third}`] : [])].some((one) =>
    quoteStarts.some((start) => start.test(one.slice(0, START_MAX))),
  )
}

const lineEnds = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/blockquote)\b[^<>]{0,200}>/gi
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
/** The text of an HTML mail, with its lines. */
export const textOfHtml = (html: string) =>
  sanitizeHtml(html.replace(/\s+/g, ' ').replace(lineEnds, '$&\n'), { allowedTags: [], allowedAttributes: {} })
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] as string)
    .replace(/[\t \u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The text of an HTML mail whose tables have a label and a value in each row. */
export const textOfTables = (html: string) => textOfHtml(html.replace(/<\/t[dh]\s*>\s{0,200}(?=<t[dh][\s>])/gi, ': $&'))
