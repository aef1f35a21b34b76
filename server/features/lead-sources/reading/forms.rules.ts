import { textOf } from './decoding.rules.ts'

type Pair = [name: string, value: string]

const PERCENT = /%[0-9a-f]{2}/gi
/** Percent-encoded bytes, in UTF-8 or in the old Hebrew charset. */
function unescaped(text: string) {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  const bytes = Buffer.from(spaced, 'utf8').toString('latin1')
  const whole = bytes.replace(PERCENT, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  return textOf(Buffer.from(whole, 'latin1'))
}

const PAIRS_MAX = 1_000
/** The body of a form that is `application/x-www-form-urlencoded`. */
export const pairsOfQuery = (text: string): Pair[] =>
  text
    .split('&', PAIRS_MAX)
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [unescaped(pair), ''] : [unescaped(pair.slice(0, at)), unescaped(pair.slice(at + 1))]
    })

const NAME = /\bname="((?:[^"\\]|\\.)*)"/i
const FILE = /\bfilename\*?=/i
const BOUNDARY = /boundary="?([^";\s]{1,200})/i

/**
 * The fields of a `multipart/form-data` body. Files are left out: senders give their addresses in fields. Undefined: it has
 * no boundary.
 */
export function pairsOfMultipart(bytes: Buffer, contentType: string): Pair[] | undefined {
  const whole = bytes.toString('latin1')
  const boundary = BOUNDARY.exec(contentType)?.[1] ?? /^--([^\r\n]{1,200})\r?\n/.exec(whole)?.[1]
  if (!boundary) return undefined
  return whole
    .split(`--${boundary}`, PAIRS_MAX)
    .slice(1)
    .flatMap((part): Pair[] => {
      const end = /\r?\n\r?\n/.exec(part)
      if (!end) return []
      const head = textOf(Buffer.from(part.slice(0, end.index), 'latin1'))
      const name = NAME.exec(head)?.[1]
      if (name === undefined || FILE.test(head)) return []
      const body = part.slice(end.index + end[0].length).replace(/\r?\n$/, '')
      return [[name.replace(/\\(.)/g, '$1').replaceAll('%22', '"'), textOf(Buffer.from(body, 'latin1'), head)]]
    })
}

/** Direction marks that mail programs and portals put around labels. */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** What stands before a label, as in lists. */
const BULLETS = /^[\s*•\-–>|]+/
const SEPARATOR = /[:：\t|]/
const SEPARATORS = /^[\s:：|]+/
const LABEL_MAX = 60
const LABEL_ALONE_MAX = 40
const LINES_MAX = 2_000

// Anyone may send a line: one pattern for all of it would try the same text in very many ways.

/** A label and its value, which may be empty. */
function labelledIn(line: string): Pair | undefined {
  const bare = line.replace(BULLETS, '')
  const at = bare.search(SEPARATOR)
  const label = bare.slice(0, Math.max(at, 0)).trim()
  return label !== '' && label.length <= LABEL_MAX ? [label, bare.slice(at).replace(SEPARATORS, '')] : undefined
}
/** A label that ends its line, so that its value begins the next. */
function labelAloneIn(line: string): string | undefined {
  const bare = line.replace(BULLETS, '')
  const label = bare.slice(0, -1).trim()
  const isAlone = label !== '' && label.length <= LABEL_ALONE_MAX && bare.search(/[:：]/) === bare.length - 1
  return isAlone ? label : undefined
}

/** Lines such as "Phone: 054-1234567", as portals and sites write mails. */
export function pairsOfLines(text: string): Pair[] {
  const lines = text
    .replace(MARKS, '')
    .split(/\r\n|[\r\n\u2028\u2029]/, LINES_MAX)
    .map((line) => line.slice(0, 1_000).trim())
  return lines.flatMap((line, i): Pair[] => {
    const alone = labelAloneIn(line)
    const next = lines.slice(i + 1).find(Boolean) ?? ''
    if (alone !== undefined) return labelledIn(next) || next === '' ? [] : [[alone, next]]
    const [label, value] = labelledIn(line) ?? ['', '']
    // An address is not a label with a value.
    if (label === '' || value === '' || /^https?$/i.test(label)) return []
    return [[label, value]]
  })
}
