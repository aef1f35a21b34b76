import type { FileKind } from '#contract/files/files.ts'
import { AppError } from '../../platform/http/errors.ts'
import { extensionOf } from './file-names.rules.ts'

/** How much of a file's beginning is read to detect its type. */
export const HEAD_BYTES = 4_096
/** A PDF may begin after other bytes. */
const PDF_WITHIN = 1_024

/** What the bytes are, as far as the head of a file shows it. */
type Content = 'image' | 'pdf' | 'zip' | 'ole' | 'rtf' | 'media' | 'archive' | 'text' | 'markup' | 'program' | 'unknown'
type Detected = { content: Content; type: string }

const at = (text: string, offset = 0) => ({ text, offset })
type Mark = readonly [content: Content, type: string, ...marks: ReturnType<typeof at>[]]
/** Bytes at fixed places that tell a type, in Latin-1. The first that fits holds. */
const marks: readonly Mark[] = [
  ['image', 'image/jpeg', at('\xff\xd8\xff')],
  ['image', 'image/png', at('\x89PNG\r\n\x1a\n')],
  ['image', 'image/gif', at('GIF8')],
  ['image', 'image/webp', at('RIFF'), at('WEBP', 8)],
  ['image', 'image/avif', at('ftypavif', 4)],
  ['image', 'image/heic', at('ftyphei', 4)],
  ['image', 'image/heic', at('ftypmif1', 4)],
  ['image', 'image/tiff', at('II*\0')],
  ['image', 'image/tiff', at('MM\0*')],
  ['image', 'image/bmp', at('BM'), at('\0\0\0\0', 6)],
  ['zip', 'application/zip', at('PK\x03\x04')],
  ['zip', 'application/zip', at('PK\x05\x06')],
  ['ole', 'application/octet-stream', at('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['rtf', 'application/rtf', at('{\\rtf')],
  ['media', 'audio/wav', at('RIFF'), at('WAVE', 8)],
  ['media', 'video/x-msvideo', at('RIFF'), at('AVI ', 8)],
  ['media', 'audio/mp4', at('ftypM4A', 4)],
  ['media', 'video/quicktime', at('ftypqt', 4)],
  ['media', 'video/3gpp', at('ftyp3g', 4)],
  ['media', 'video/mp4', at('ftyp', 4)],
  ['media', 'audio/mpeg', at('ID3')],
  ['media', 'audio/mpeg', at('\xff\xfb')],
  ['media', 'audio/mpeg', at('\xff\xf3')],
  ['media', 'audio/aac', at('\xff\xf1')],
  ['media', 'audio/aac', at('\xff\xf9')],
  ['media', 'audio/ogg', at('OggS')],
  ['media', 'audio/flac', at('fLaC')],
  ['media', 'audio/amr', at('#!AMR')],
  ['media', 'video/webm', at('\x1aE\xdf\xa3')],
  ['media', 'video/mpeg', at('\0\0\x01\xba')],
  ['archive', 'application/vnd.rar', at('Rar!\x1a\x07')],
  ['archive', 'application/x-7z-compressed', at("7z\xbc\xaf'\x1c")],
  ['archive', 'application/gzip', at('\x1f\x8b')],
  ['program', '', at('MZ')],
  ['program', '', at('\x7fELF')],
  ['program', '', at('\xca\xfe\xba\xbe')],
  ['program', '', at('\xcf\xfa\xed\xfe')],
  ['program', '', at('\xce\xfa\xed\xfe')],
  ['program', '', at('dex\n')],
  ['program', '', at('L\0\0\0\x01\x14\x02\0')],
  ['program', '', at('#!')],
]

/** HTML and SVG run scripts where they are opened, also on the reader's own computer. */
const TAG = /<(?:[\w.-]+:)?(?:!doctype\s+(?:html|svg)|html|svg|script|head|body|iframe|object|embed|meta)[\s>/]/i
const isMarkup = (text: string) => text.trimStart().startsWith('<') && TAG.test(text)
/** Bytes that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NOT_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/

/** Names that programs and pages with scripts have, because not each is known by its content. */
const refused = new Set([
  ...['exe', 'com', 'scr', 'pif', 'msi', 'msp', 'msix', 'bat', 'cmd', 'ps1', 'psm1', 'vbs', 'vbe', 'js', 'mjs', 'jse'],
  ...[
    'wsf',
    'wsh',
    'hta',
    'cpl',
    'dll',
    'sys',
    'lnk',
    'url',
    'inf',
    'reg',
    'scf',
    'chm',
    'jar',
    'apk',
    'app',
    'dmg',
    'pkg',
  ],
  ...[
    'deb',
    'rpm',
    'sh',
    'command',
    'iso',
    'img',
    'vhd',
    'html',
    'htm',
    'xhtml',
    'shtml',
    'mht',
    'mhtml',
    'svg',
    'svgz',
    'xml',
    'xsl',
    'swf',
  ],
])

const ODF = 'application/vnd.oasis.opendocument'
const OFFICE = 'application/vnd.openxmlformats-officedocument'
type Named = { type: string; kind: FileKind; contents: readonly Content[] }
const named = (kind: FileKind, contents: readonly Content[], types: Record<string, string>): [string, Named][] =>
  Object.entries(types).map(([extension, type]) => [extension, { kind, contents, type }])

/** What may stand under a name. An image may be of another format than its name, and office files may be older or locked ones. */
const byExtension = new Map<string, Named>([
  ...named('image', ['image'], {
    ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', jfif: 'image/jpeg', png: 'image/png', gif: 'image/gif' },
    ...{ webp: 'image/webp', avif: 'image/avif', heic: 'image/heic', heif: 'image/heic', tif: 'image/tiff' },
    ...{ tiff: 'image/tiff', bmp: 'image/bmp' },
  }),
  ...named('pdf', ['pdf'], { pdf: 'application/pdf' }),
  ...named('document', ['zip', 'ole', 'rtf'], {
    doc: 'application/msword',
    docx: `${OFFICE}.wordprocessingml.document`,
    rtf: 'application/rtf',
    odt: `${ODF}.text`,
  }),
  ...named('sheet', ['zip', 'ole', 'text'], {
    xls: 'application/vnd.ms-excel',
    xlsx: `${OFFICE}.spreadsheetml.sheet`,
    ods: `${ODF}.spreadsheet`,
  }),
  ...named('slides', ['zip', 'ole'], {
    ppt: 'application/vnd.ms-powerpoint',
    pptx: `${OFFICE}.presentationml.presentation`,
    odp: `${ODF}.presentation`,
  }),
  ...named('sheet', ['text'], { csv: 'text/csv', tsv: 'text/tab-separated-values' }),
  ...named('text', ['text'], { txt: 'text/plain', vcf: 'text/vcard', ics: 'text/calendar', eml: 'message/rfc822' }),
  ...named('audio', ['media'], {
    ...{ mp3: 'audio/mpeg', m4a: 'audio/mp4', aac: 'audio/aac', wav: 'audio/wav', ogg: 'audio/ogg', oga: 'audio/ogg' },
    ...{ opus: 'audio/ogg', amr: 'audio/amr', flac: 'audio/flac' },
  }),
  ...named('video', ['media'], {
    ...{ mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm', mkv: 'video/webm' },
    ...{ avi: 'video/x-msvideo', mpg: 'video/mpeg', mpeg: 'video/mpeg', '3gp': 'video/3gpp' },
  }),
  ...named('archive', ['zip'], { zip: 'application/zip' }),
  ...named('archive', ['archive'], {
    ...{ rar: 'application/vnd.rar', '7z': 'application/x-7z-compressed', gz: 'application/gzip' },
  }),
])

function detect(head: Buffer): Detected {
  const text = head.toString('latin1')
  const mark = marks.find(([, , ...parts]) => parts.every((part) => text.startsWith(part.text, part.offset)))
  if (mark) return { content: mark[0], type: mark[1] }
  if (text.slice(0, PDF_WITHIN).includes('%PDF-')) return { content: 'pdf', type: 'application/pdf' }
  const isWide = text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff')
  const plain = isWide ? text.replaceAll('\0', '').slice(2) : text.replace(/^\xef\xbb\xbf/, '')
  if (NOT_TEXT.test(plain)) return { content: 'unknown', type: 'application/octet-stream' }
  return isMarkup(plain) ? { content: 'markup', type: '' } : { content: 'text', type: 'text/plain' }
}

/**
 * The media type of a file by its content, made precise by its name. Throws if it is a program or a page with scripts, or
 * if the content is of another type than the name says.
 */
export function fileTypeOf(name: string, head: Buffer): string {
  const extension = extensionOf(name)
  const found = detect(head)
  if (refused.has(extension) || found.content === 'program' || found.content === 'markup')
    throw new AppError('file_type_refused')
  const expected = byExtension.get(extension)
  if (!expected) return found.type
  if (!expected.contents.includes(found.content)) throw new AppError('file_type_differs', { values: { extension } })
  return found.content === 'image' || found.content === 'media' ? found.type : expected.type
}

const kindByType = new Map([...byExtension.values()].map(({ type, kind }) => [type, kind]))
export const kindOf = (type: string): FileKind => kindByType.get(type) ?? 'other'
