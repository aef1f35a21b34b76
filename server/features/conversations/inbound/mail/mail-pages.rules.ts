import type { Attachment, Email } from 'postal-mime'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../../../messages/messages.rules.ts'

/** Longer pages are cut: some programs repeat every earlier mail. */
const PAGE_MAX = 1_000_000
const INLINE_BYTES_MAX = 300_000

/** The page of a mail to store; undefined if it says no more than the message's text. */
export function pageOf({ html, attachments }: Email, { whole, text }: { whole: string; text: string }) {
  const page = html ? withPictures(html, attachments) : whole === text ? undefined : `<pre>${escapeHtml(whole)}</pre>`
  return page?.slice(0, PAGE_MAX).replaceAll('\0', '').toWellFormed()
}

/** Pictures that are parts of the mail, in place of their `cid:` addresses. */
function withPictures(html: string, attachments: readonly Attachment[]) {
  const pictures = new Map(
    attachments.flatMap(({ contentId, content, mimeType }) =>
      contentId && /^image\/(png|jpeg|gif|webp)$/.test(mimeType) && sizeOf(content) <= INLINE_BYTES_MAX
        ? [[contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${base64Of(content)}`] as const]
        : [],
    ),
  )
  return html.replace(/cid:([^"'\s)>]+)/g, (address, id: string) => pictures.get(decodeURI(id)) ?? address)
}
const sizeOf = (content: Attachment['content']) => (typeof content === 'string' ? content.length : content.byteLength)
const base64Of = (content: Attachment['content']) =>
  (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)).toString('base64')

const tags = [
  ...['a', 'b', 'i', 'u', 's', 'em', 'strong', 'small', 'sub', 'sup', 'span', 'font', 'center', 'br', 'hr', 'p', 'div'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code', 'img'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'],
]
const looks = [
  'style',
  'align',
  'dir',
  'lang',
  'color',
  'bgcolor',
  'width',
  'height',
  'valign',
  'border',
  'size',
  'face',
]
const cells = ['colspan', 'rowspan', 'cellpadding', 'cellspacing']

/** The page without scripts, forms, frames and addresses other than of the web, mail and phones. */
const sanitize = (html: string) =>
  sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: { '*': looks, a: ['href'], img: ['src', 'alt', 'title'], td: cells, th: cells, table: cells },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'data'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' } }),
    },
  })

/** The policy of the frame: no script, no request but for pictures, and these only if they were asked for. */
export const policyOf = (hasImages: boolean) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${hasImages ? ' https:' : ''}`,
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "frame-ancestors 'self'",
  ].join('; ')

/** The document of the frame. */
export const documentOf = (html: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><style>body{margin:16px;font:16px/1.5 sans-serif;color:#1b1f2a;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}pre{white-space:pre-wrap;font:inherit;unicode-bidi:plaintext}</style></head><body dir="auto">${sanitize(html)}</body></html>`

/** Whether the page names pictures of other servers. */
export const hasRemoteImages = (html: string) => /<img\b[^>]*\bsrc\s*=\s*["']?https?:/i.test(html)
