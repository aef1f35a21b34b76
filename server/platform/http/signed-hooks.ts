import { timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logFailure } from './failures.ts'
import { openAddressLimit } from './rate-limits.ts'

/** Maximal size of a hook's body, if its protocol names no other. */
const HOOK_BYTES = 65_536
/** Per network; further unsigned requests get 429 and are not logged. */
export const HOOK_REFUSALS_PER_MINUTE = 60

/** `isGone`: the connection was erased; unsigned requests get the same answer as those of an unknown connection. */
type AnySigner = { isGone?: true }
export type HookRequest = FastifyRequest<{
  Params: Record<string, string>
  Querystring: Record<string, unknown>
  Body: Buffer | undefined
}>
/** A request as it was signed: `url` is PUBLIC_URL and the raw target, never the request's own headers. */
export type RawHook = Pick<FastifyRequest, 'headers'> & { url: string; body: Buffer }

/** How a provider signs and formats hooks: `S` is the signer with its secrets, `C` a hook's content, `A` the reply. */
export type HookProtocol<S, C, A> = {
  contentType: string
  /** Maximal size of a hook's body, where providers put many reports into one. */
  maxBytes?: number
  /** The content if `signer` signed it; else undefined. Compares with `isSameSignature`. */
  read: (signer: S, hook: RawHook) => C | undefined
  reply: (answer: A) => { type: string; body: string }
}
/** One hook path. `find`: whose hook it is; `act`: the reply to the provider, undefined for none. */
type Hook<S, C, A> = {
  path: string
  find: (request: HookRequest) => Promise<S | undefined>
  act: (signer: S, content: C, request: HookRequest) => Promise<A | undefined>
}
type HookDeps = { env: { publicUrl: string }; wakeRelay: () => void; now: () => Date }

/**
 * Webhooks that providers call, outside the API. An unknown account gets 404, a request without a valid signature 403;
 * neither changes anything.
 */
export function openSignedHooks<B extends AnySigner, C, A>(
  hooks: FastifyInstance,
  { env, wakeRelay, now }: HookDeps,
  { contentType, maxBytes = HOOK_BYTES, read, reply: written }: HookProtocol<B, C, A>,
) {
  const refuse = openRefusals(now)
  hooks.removeAllContentTypeParsers()
  // The body is kept as raw bytes, because the signature covers them.
  hooks.addContentTypeParser(contentType, { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes))
  hooks.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode && error.statusCode < 500) return refuse(request, reply, error.statusCode)
    logFailure(request, error)
    return reply.code(500).type('text/plain').send('')
  })

  return <S extends B>({ path, find, act }: Hook<S, C, A>) =>
    hooks.post(path, { bodyLimit: maxBytes, compress: false }, async (request: HookRequest, reply) => {
      const signer = await find(request)
      if (!signer) return refuse(request, reply, 404)
      const { headers, raw, body = Buffer.alloc(0) } = request
      const content = read(signer, { url: env.publicUrl + raw.url, body, headers })
      if (!content) return refuse(request, reply, signer.isGone ? 404 : 403)
      const answer = await act(signer, content, request)
      // The hook made changes, so the relay runs at once.
      wakeRelay()
      const { type, body: text } = answer ? written(answer) : { type: 'text/plain', body: '' }
      return reply
        .code(answer ? 200 : 404)
        .type(type)
        .send(text)
    })
}

/** In a time that does not depend on where they differ. */
export function isSameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Refuses unsigned hooks: one line in the log, and a limit per minute and network. Signed hooks are never
 * limited: they come from addresses that others share, and a lost one is a lost call.
 */
function openRefusals(now: () => Date) {
  const mayBeRefused = openAddressLimit(HOOK_REFUSALS_PER_MINUTE, now)
  return (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const { ip, routeOptions } = request
    reply.type('text/plain')
    if (!mayBeRefused(ip)) return reply.code(429).header('retry-after', 60).send('')
    request.log.warn({ hook: routeOptions.url, ip, status }, 'A hook was refused')
    return reply.code(status).send('')
  }
}
