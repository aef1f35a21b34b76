import { cutOutside, readParameters } from './lexer.ts'
import { SIP_LIMITS } from './limits.ts'
import type { Address, SipMessage, Via } from './message.ts'

export type Refusal =
  | 'too_large'
  | 'no_end_of_headers'
  | 'control_characters'
  | 'too_many_headers'
  | 'line_too_long'
  | 'start_line'
  | 'header_line'
  | 'required_header'
  | 'via'
  | 'address'
  | 'cseq'
  | 'content_length'

export type Parsed = { message: SipMessage } | { refused: Refusal }

class Refused extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** Parses one datagram. Returns a valid message or the reason of the failure; never throws. */
export function parseMessage(datagram: Buffer): Parsed {
  try {
    return { message: read(datagram) }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.reason }
    throw error
  }
}

const COMPACT: Record<string, string> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  k: 'supported',
  x: 'session-expires',
}
const REQUEST_LINE = /^([A-Z]{1,32}) (\S{1,512}) SIP\/2\.0$/
const STATUS_LINE = /^SIP\/2\.0 ([1-6]\d\d) ?(.{0,256})$/
const HEADER_LINE = /^([\w!%*+`'~.-]{1,64})[ \t]{0,8}:(.*)$/
const CSEQ = /^(\d{1,10})[ \t]{1,8}([A-Z]{1,32})$/
const CALL_ID = /^[\x21-\x7e]{1,256}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/

function read(datagram: Buffer): SipMessage {
  if (datagram.length > SIP_LIMITS.datagramBytes) throw new Refused('too_large')
  const end = datagram.indexOf('\r\n\r\n')
  if (end < 0) throw new Refused('no_end_of_headers')
  const head = datagram.toString('utf8', 0, end)
  if (CONTROL.test(head)) throw new Refused('control_characters')
  const [startLine = '', ...lines] = unfold(head)
  const headers = readHeaders(lines)
  const core = {
    headers,
    via: readVias(headers.get('via') ?? []),
    from: readAddress(only(headers, 'from')),
    to: readAddress(only(headers, 'to')),
    callId: readCallId(only(headers, 'call-id')),
    cseq: readCseq(only(headers, 'cseq')),
    body: readBody(datagram.subarray(end + 4), headers.get('content-length')),
  }
  if (!core.from.tag) throw new Refused('address')
  if ((headers.get('route')?.length ?? 0) > SIP_LIMITS.routeCount) throw new Refused('too_many_headers')
  if ((headers.get('record-route')?.length ?? 0) > SIP_LIMITS.routeCount) throw new Refused('too_many_headers')
  const [, method, uri] = REQUEST_LINE.exec(startLine) ?? []
  if (method && uri) {
    if (core.cseq.method !== method) throw new Refused('cseq')
    return { kind: 'request', method, uri, ...core }
  }
  const [, status, reason = ''] = STATUS_LINE.exec(startLine) ?? []
  if (!status) throw new Refused('start_line')
  return { kind: 'response', status: Number(status), reason, ...core }
}

/** Joins folded lines: a line that begins with white space continues the previous one (RFC 3261 7.3.1). */
function unfold(head: string): string[] {
  const lines: string[] = []
  for (const line of head.split('\r\n')) {
    if (/[\r\n]/.test(line)) throw new Refused('header_line')
    const last = lines.length - 1
    if (lines.length > 1 && /^[ \t]/.test(line)) lines[last] = `${lines[last]} ${line.trim()}`
    else lines.push(line)
    if ((lines.at(-1) ?? '').length > SIP_LIMITS.lineLength) throw new Refused('line_too_long')
    if (lines.length > SIP_LIMITS.headerLines) throw new Refused('too_many_headers')
  }
  return lines
}

function readHeaders(lines: string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const [, name, value = ''] = HEADER_LINE.exec(line) ?? []
    if (!name) throw new Refused('header_line')
    const short = name.toLowerCase()
    const key = Object.hasOwn(COMPACT, short) ? (COMPACT[short] ?? short) : short
    const values = headers.get(key)
    if (values) values.push(value.trim())
    else headers.set(key, [value.trim()])
  }
  return headers
}

function only(headers: Map<string, string[]>, name: string): string {
  const [value, ...more] = headers.get(name) ?? []
  if (!value || more.length > 0) throw new Refused('required_header')
  return value
}

function readVias(values: string[]): [Via, ...Via[]] {
  const texts = values.flatMap((value) => cutOutside(value, ',') ?? [''])
  if (texts.length > SIP_LIMITS.viaCount) throw new Refused('via')
  const [first, ...rest] = texts.map(readVia)
  if (!first) throw new Refused('required_header')
  return [first, ...rest]
}

const VIA = /^SIP[ \t]{0,4}\/[ \t]{0,4}2\.0[ \t]{0,4}\/[ \t]{0,4}[A-Z]{2,8}[ \t]{1,8}([\w.:[\]-]{1,255})$/

function readVia(text: string): Via {
  const [head = '', ...tail] = cutOutside(text, ';') ?? []
  const sentBy = VIA.exec(head)?.[1]
  const parameters = readParameters(tail)
  const branch = parameters?.get('branch')
  if (!sentBy || !parameters || !branch) throw new Refused('via')
  return { sentBy, branch, parameters, text }
}

const BRACKETED = /^(?:"(?:[^"\\]|\\.){0,256}"|[^"<>]{0,256})[ \t]{0,8}<([^<>\s"]{1,512})>$/
const BARE = /^[^<>\s"]{1,512}$/

/** Parses From, To, Contact or Route: a URI with an optional name and parameters. */
export function readAddress(text: string): Address {
  const [head = '', ...tail] = cutOutside(text, ';') ?? []
  const uri = BRACKETED.exec(head)?.[1] ?? (BARE.test(head) ? head : undefined)
  const parameters = readParameters(tail)
  if (!uri || !parameters) throw new Refused('address')
  return { uri, parameters, tag: parameters.get('tag') ?? '', text }
}

/** Parses the addresses of a list header (Contact, Route, Record-Route); returns undefined if one is malformed. */
export function readAddresses(values: readonly string[]): Address[] | undefined {
  try {
    return values.flatMap((value) => cutOutside(value, ',') ?? ['']).map(readAddress)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

function readCallId(text: string): string {
  if (!CALL_ID.test(text)) throw new Refused('required_header')
  return text
}

function readCseq(text: string): { number: number; method: string } {
  const [, digits, method] = CSEQ.exec(text) ?? []
  const number = Number(digits)
  if (!method || !(number < 2 ** 31)) throw new Refused('cseq')
  return { number, method }
}

/** Reads the body. Excess bytes after it are ignored; a body shorter than Content-Length is an error. */
function readBody(rest: Buffer, claimed: string[] | undefined): string {
  if (!claimed) return rest.toString('utf8')
  const [digits = '', ...more] = claimed
  const length = Number(digits)
  if (more.length > 0 || !/^\d{1,6}$/.test(digits) || length > rest.length) throw new Refused('content_length')
  return rest.toString('utf8', 0, length)
}
