import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { derivedKey } from '../derived-key.ts'
import type { Origin } from '../events/emit.ts'
import type { EnterLimit } from '../person-limits.ts'
import { clientOf, originOfClient } from './client.ts'
import { AppError } from './errors.ts'
import { holdPlace } from './hold-place.ts'

/** The user and session that an address is for. */
type By = { userId: string; sessionId: string }
type Opened = { name: string; headers: Record<string, string>; content: AsyncIterable<unknown> }
type DownloadDeps = {
  env: { secretKey: string }
  now: () => Date
  enterHeavy: EnterLimit
  wakeRelay: () => void
}
type Download<Deps, Subject> = {
  /** Path below /api. */
  path: string
  /** Purpose of the key that signs the addresses. */
  purpose: string
  /** How long an address works. */
  seconds: number
  config?: object
  /** Checks the right of the ticket's user, and logs the download. */
  open: (deps: Deps, ticket: Subject & By, from: Origin) => Promise<Opened>
}

/** Files at signed, short-lived addresses: a browser that saves a file sends no token. */
export const download = <Deps extends DownloadDeps, Subject>(of: Download<Deps, Subject>) => ({
  link({ env, now }: DownloadDeps, { userId, sessionId }: By, subject: Subject) {
    const expires = now().getTime() + of.seconds * 1_000
    const query = signTicket(env.secretKey, of.purpose, { ...subject, userId, sessionId, expires })
    return { url: `/api${of.path}?${query}`, expiresAt: new Date(expires).toISOString() }
  },
  mount(app: FastifyInstance, deps: Deps) {
    app.get(of.path, { schema: { hide: true }, config: of.config ?? {} }, async (request, reply) => {
      const ticket = readTicket<Subject & By>(deps, of.purpose, request.url)
      await holdPlace(deps.enterHeavy, ticket.userId, reply)
      const { name, headers, content } = await of.open(deps, ticket, originOfClient(clientOf(request)))
      deps.wakeRelay()
      return reply
        .headers({ ...headers, 'content-disposition': `attachment; filename="${name}"` })
        .send(Readable.from(content))
    })
  },
})

/** The query of a signed address. `expires`: in milliseconds. */
export function signTicket(secretKey: string, purpose: string, ticket: { expires: number }) {
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return new URLSearchParams({ q: text, s: sign(secretKey, purpose, text) })
}

/** What a signed address says. Throws if it is not ours, or expired. */
export function readTicket<Ticket>({ env, now }: Pick<DownloadDeps, 'env' | 'now'>, purpose: string, url: string) {
  const query = new URL(url, 'http://localhost').searchParams
  const text = query.get('q') ?? ''
  if (!isSigned(env.secretKey, purpose, { text, signature: query.get('s') })) throw new AppError('not_found')
  const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket & { expires: number }
  if (now().getTime() >= ticket.expires) throw new AppError('link_expired')
  return ticket
}

export const sign = (secretKey: string, purpose: string, text: string) =>
  createHmac('sha256', derivedKey(secretKey, purpose)).update(text).digest('base64url')

export function isSigned(secretKey: string, purpose: string, given: { text: string; signature: string | null }) {
  const [signature, right] = [Buffer.from(given.signature ?? ''), Buffer.from(sign(secretKey, purpose, given.text))]
  return signature.length === right.length && timingSafeEqual(signature, right)
}
