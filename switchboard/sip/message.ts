export type Via = { sentBy: string; branch: string; parameters: Map<string, string>; text: string }

/** An address header, `"Name" <uri>;tag=…`. `uri` is as written; `tag` is empty if absent. */
export type Address = { uri: string; tag: string; parameters: Map<string, string>; text: string }

type Core = {
  /** Headers by long name in lower case. Values are as received; lists are not split. */
  headers: Map<string, string[]>
  via: [Via, ...Via[]]
  from: Address
  to: Address
  callId: string
  cseq: { number: number; method: string }
  body: string
}

export type SipRequest = Core & { kind: 'request'; method: string; uri: string }
export type SipResponse = Core & { kind: 'response'; status: number; reason: string }
export type SipMessage = SipRequest | SipResponse

/** Returns the first value of a header, or an empty string. */
export function headerOf(message: SipMessage, name: string): string {
  return message.headers.get(name)?.[0] ?? ''
}

export type HeaderLine = readonly [name: string, value: string | number]

/** Serializes a message. Line breaks are removed from values, so that they cannot inject headers. */
export function writeMessage(startLine: string, lines: readonly HeaderLine[], body = ''): Buffer {
  const written = lines.map(([name, value]) => `${name}: ${oneLine(String(value))}`)
  const head = [oneLine(startLine), ...written, `Content-Length: ${Buffer.byteLength(body)}`]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function oneLine(text: string): string {
  return /[\r\n\0]/.test(text) ? text.replace(/[\r\n\0]+/g, ' ') : text
}
