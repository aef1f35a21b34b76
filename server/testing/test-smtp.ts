import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export type ReceivedMail = {
  /** Envelope sender and recipients. */
  from: string
  to: string[]
  /** Whether the connection was encrypted, and who had signed in. */
  isSecure: boolean
  user: string | undefined
  headers: Record<string, string>
  subject: string
  text: string
  html: string
  /** As it came. */
  raw: Buffer
}
type Refusal = { responseCode: number; times: number }

type Options = {
  /** Offers STARTTLS, or speaks TLS from the first byte, with a certificate of its own; absent: no encryption. */
  security?: 'starttls' | 'tls'
  /** Whom it lets send; absent: everyone. */
  users?: Record<string, string>
}

/** A local mail server. Refuses what the test configures and stores everything else. */
export async function testSmtp({ security, users }: Options = {}) {
  const mails: ReceivedMail[] = []
  const refusals = new Map<string, Refusal>()
  const tried: string[] = []
  const server = new SMTPServer({
    // Idle connections do not keep the tests waiting.
    closeTimeout: 500,
    authOptional: !users,
    secure: security === 'tls',
    disabledCommands: security === 'starttls' ? [] : ['STARTTLS'],
    onAuth({ username = '', password }, _session, callback) {
      if (password && users?.[username] === password) return callback(null, { user: username })
      callback(Object.assign(new Error('Wrong user or password'), { responseCode: 535 }))
    },
    onMailFrom({ address }, _session, callback) {
      const refusal = refusals.get(address)
      if (!refusal || refusal.times-- <= 0) return callback()
      callback(Object.assign(new Error('Not this sender'), { responseCode: refusal.responseCode }))
    },
    onRcptTo({ address }, _session, callback) {
      tried.push(address)
      const refusal = refusals.get(address)
      if (!refusal || refusal.times-- <= 0) return callback()
      callback(Object.assign(new Error('Not now'), { responseCode: refusal.responseCode }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const by = { isSecure: session.secure, user: session.user as string | undefined }
        const raw = Buffer.concat(chunks)
        mails.push({ from, to, ...by, raw, ...readMail(raw.toString('latin1')) })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as { port: number }
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    tried,
    refuse: (address: string, responseCode: number, times = Number.POSITIVE_INFINITY) =>
      void refusals.set(address, { responseCode, times }),
    to: (address: string) => mails.filter(({ to }) => to.includes(address)),
  }
}

function readPart(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, content: raw.slice(end + 4) }
}

function readMail(raw: string): Omit<ReceivedMail, 'from' | 'to' | 'isSecure' | 'user' | 'raw'> {
  const { headers, content } = readPart(raw)
  const [, boundary] = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '') ?? []
  const parts = boundary
    ? content
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => readPart(part.trimStart()))
    : [{ headers, content }]
  const textOf = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return part ? decode(part.content, part.headers['content-transfer-encoding']).replaceAll('\r\n', '\n') : ''
  }
  return { headers, subject: decodeWords(headers.subject ?? ''), text: textOf('text/plain'), html: textOf('text/html') }
}

function decode(content: string, encoding = '7bit') {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuoted(content.replaceAll('=\r\n', '')) : content
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=` (RFC 2047); blanks between encoded words are ignored. */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    )
