import type { Attachment } from 'postal-mime'
import sanitizeHtml from 'sanitize-html'

/** Longer pages are cut: some programs repeat every earlier mail. */
export const PAGE_TEXT_MAX = 200_000
/** With the pictures that are parts of the mail. */
const PAGE_MAX = 600_000

export type MailPage = { html: string; hasRemoteImages: boolean }

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

/**
 * The page of a mail without scripts, forms, frames and addresses other than of the web, mail and phones; and which of its
 * pictures it contains now.
 */
export function sanitizedPage(html: string, attachments: readonly Attachment[]): MailPage & { shown: Set<Attachment> } {
  let hasRemoteImages = false
  const cut = html.length > PAGE_TEXT_MAX ? html.slice(0, html.lastIndexOf('<', PAGE_TEXT_MAX)) : html
  const clean = sanitizeHtml(cut, {
    allowedTags: tags,
    allowedAttributes: {
      ...{ '*': looks, a: ['href', 'target', 'rel'], img: ['src', 'alt', 'title'], td: cells, th: cells, table: cells },
    },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'cid'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' } }),
      img: (tagName, attribs) => {
        if (/^https:/i.test(attribs.src ?? '')) hasRemoteImages = true
        return { tagName, attribs }
      },
    },
  })
  return { ...withPictures(clean, attachments), hasRemoteImages }
}

/** Pictures that are parts of the mail, in place of their `cid:` addresses. */
function withPictures(html: string, attachments: readonly Attachment[]) {
  const pictures = new Map(attachments.flatMap((one) => (isPicture(one) ? [[idOf(one), one] as const] : [])))
  const shown = new Set<Attachment>()
  let length = html.length
  const page = html.replace(/src="cid:([^"]{1,500})"/g, (address, id: string) => {
    const picture = pictures.get(id) ?? pictures.get(decoded(id))
    if (!picture) return address
    const source = `src="data:${picture.mimeType};base64,${bytesOf(picture).toString('base64')}"`
    if (length + source.length > PAGE_MAX) return address
    length += source.length
    shown.add(picture)
    return source
  })
  return { html: page, shown }
}

const isPicture = ({ contentId, mimeType }: Attachment) =>
  Boolean(contentId) && /^image\/(png|jpeg|gif|webp)$/.test(mimeType)
const idOf = ({ contentId = '' }: Attachment) => contentId.replace(/^<|>$/g, '')
function decoded(id: string) {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
export const bytesOf = ({ content }: Attachment) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)

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
  `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><style>body{margin:16px;font:16px/1.5 sans-serif;color:#1b1f2a;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}pre{white-space:pre-wrap;font:inherit;unicode-bidi:plaintext}</style></head><body dir="auto">${html}</body></html>`
