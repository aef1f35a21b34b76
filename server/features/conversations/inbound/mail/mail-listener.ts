import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import { ConcurrencyLimit } from '../../../../platform/concurrency-limit.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import { spool, withSpoolFile } from '../../../files/spool.ts'
import { spoolFolderOf } from '../../../files/uploads.service.ts'
import { keyInAddress } from '../../../lead-sources/addresses.ts'
import { receiveLeadMail, requireMailSource } from '../../../lead-sources/mail.service.ts'
import { type InboundMailDeps, receiveMail, requireAddressee } from './inbound-mail.service.ts'
import { readInThread, UnreadableMail } from './mail-reader.ts'
import { findAddressee } from './reply-addresses.queries.ts'
import { tokenIn } from './reply-addresses.ts'

/** A file of the largest size in base64, with some text. */
const MAIL_MAX_BYTES = Math.ceil(FILE_MAX_BYTES * 1.4)
const CLIENTS_MAX = 50
const RECIPIENTS_MAX = 10
const IDLE_MS = 60_000

/** An answer of SMTP: 5xx is final, after 4xx the sender's server tries again. */
class SmtpRefusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/**
 * Takes mail for the addresses of leads, behind the operator's mail server. A mail is answered with success after it is
 * stored: until then its sender's server keeps it, so nothing is lost if this process dies.
 */
export function startMailListener(deps: InboundMailDeps) {
  const { mailIn } = deps.env
  if (!mailIn?.listen) return { stop: async () => undefined }
  // Mails are in memory one at a time.
  const reading = new ConcurrencyLimit(1, Number.POSITIVE_INFINITY)
  const server = new SMTPServer({
    name: mailIn.domain,
    banner: 'Leadline',
    size: MAIL_MAX_BYTES,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: 1_000,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, { envelope }, callback) =>
      answer(deps, callback, async () => {
        if (envelope.rcptTo.length >= RECIPIENTS_MAX) throw new SmtpRefusal(452, 'Too many recipients')
        if (!(await isKnown(deps, mailIn.domain, address))) throw new SmtpRefusal(550, 'No such address')
      }),
    onData: (stream, session, callback) =>
      answer(deps, callback, () =>
        withSpoolFile(spoolFolderOf(deps), async (path) => {
          await spool(Readable.from(upTo(MAIL_MAX_BYTES, stream)), path)
          if (stream.sizeExceeded) throw new SmtpRefusal(552, 'The mail is too large')
          const leave = await reading.enter()
          try {
            await receiveAll(deps, mailIn.domain, session, await readFile(path))
          } finally {
            leave()
          }
        }),
      ),
  })
  server.on('error', deps.onError)
  server.listen(mailIn.listen.port, mailIn.listen.host)
  return { stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** Reads the stream to its end, as the protocol demands, but passes no more than this on. */
async function* upTo(most: number, stream: SMTPServerDataStream) {
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= most) yield chunk
  }
}

async function receiveAll(deps: InboundMailDeps, domain: string, { envelope }: SMTPServerSession, raw: Buffer) {
  const from = envelope.mailFrom ? envelope.mailFrom.address : ''
  // Reports of mail servers have no sender, and nothing answers them.
  if (!from) return
  const tokens = new Set(envelope.rcptTo.flatMap(({ address }) => tokenIn(domain, address) ?? []))
  const leads: NonNullable<Awaited<ReturnType<typeof requireAddressee>>>[] = []
  for (const token of tokens) {
    const lead = await requireAddressee(deps, token)
    if (!lead) throw new SmtpRefusal(550, 'No such address')
    leads.push(lead)
  }
  const keys = new Set(envelope.rcptTo.flatMap(({ address }) => keyInAddress(domain, address) ?? []))
  const sources: NonNullable<Awaited<ReturnType<typeof requireMailSource>>>[] = []
  for (const key of keys) {
    const source = await requireMailSource(deps, key)
    if (!source) throw new SmtpRefusal(550, 'No such address')
    sources.push(source)
  }
  const read = await readInThread(raw)
  for (const lead of leads) await receiveMail(deps, lead, { from, raw, read })
  for (const source of sources) await receiveLeadMail(deps, source, { from, raw, read })
}

/** Whether the address is that of a lead, or of a campaign that takes leads by mail. */
async function isKnown({ workerDb, leadSources }: InboundMailDeps, domain: string, address: string) {
  const token = tokenIn(domain, address)
  if (token) return (await findAddressee(workerDb, token)) !== undefined
  const key = keyInAddress(domain, address)
  const source = key && (await leadSources.find(key))
  return Boolean(source && source.kind === 'email' && source.is_open)
}

async function answer(
  { onError }: InboundMailDeps,
  callback: (error?: Error | null) => void,
  work: () => Promise<unknown>,
) {
  try {
    await work()
    callback()
  } catch (error) {
    if (error instanceof SmtpRefusal) return callback(error)
    if (error instanceof UnreadableMail) return callback(new SmtpRefusal(554, error.message))
    if (!(error instanceof AppError)) onError(error)
    callback(new SmtpRefusal(451, 'Not now; try again later'))
  }
}
