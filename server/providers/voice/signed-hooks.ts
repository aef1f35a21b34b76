import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logFailure } from '../../platform/http/failures.ts'
import { fieldsOf } from '../../platform/http/fields.ts'
import { openAddressLimit } from '../../platform/http/limits.ts'
import { isSignedHook } from './twilio-signature.ts'
import { renderTwiml, TWIML_TYPE } from './twiml.ts'
import type { HookForm, Instruction } from './voice.ts'

/** Maximal size of a provider's form. */
const HOOK_BYTES = 65_536
/** Per network; further unsigned requests get 429 and are not logged. */
export const HOOK_REFUSALS_PER_MINUTE = 60

/** Hooks of this account, signed with one of its secrets, are accepted. */
export type Signer = {
  accountSid: string
  tokens: readonly string[]
  /** The connection is gone: unsigned requests get the same answer as those of an unknown connection. */
  isGone?: true
}
export type HookRequest = FastifyRequest<{
  Params: Record<string, string>
  Querystring: Record<string, unknown>
  Body: Buffer | undefined
}>
/** One hook path. `find`: the connection of a request; `act`: the reply to the provider, undefined for none. */
type Hook<S extends Signer> = {
  path: string
  find: (request: HookRequest) => Promise<S | undefined>
  act: (signer: S, form: HookForm, request: HookRequest) => Promise<Instruction[] | undefined>
}
type HookDeps = { publicUrl: string; wakeRelay: () => void; now: () => Date }

/**
 * Webhooks that providers call, outside the API. An unknown account gets 404, a request without a valid signature 403;
 * neither changes anything.
 */
export function openSignedHooks(hooks: FastifyInstance, { publicUrl, wakeRelay, now }: HookDeps) {
  const refuse = openRefusals(now)
  hooks.removeAllContentTypeParsers()
  // The form stays raw bytes, which the signature covers.
  hooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, bytes, done) =>
    done(null, bytes),
  )
  hooks.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode && error.statusCode < 500) return refuse(request, reply, error.statusCode)
    logFailure(request, error)
    return reply.code(500).type('text/plain').send('')
  })

  return <S extends Signer>({ path, find, act }: Hook<S>) =>
    hooks.post(path, { bodyLimit: HOOK_BYTES, compress: false }, async (request: HookRequest, reply) => {
      const signer = await find(request)
      if (!signer) return refuse(request, reply, 404)
      const form = formOf(request, publicUrl, signer)
      if (!form) return refuse(request, reply, signer.isGone ? 404 : 403)
      const answer = await act(signer, form, request)
      // The hook made changes, so the relay runs at once.
      wakeRelay()
      if (answer) return reply.type(TWIML_TYPE).send(renderTwiml(answer))
      return reply.code(404).type('text/plain').send('')
    })
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

/** The form if its signature is valid; the signed address uses PUBLIC_URL, never the request's own headers. */
function formOf({ headers, raw, body }: HookRequest, publicUrl: string, { accountSid, tokens }: Signer) {
  const signature = headers['x-twilio-signature']
  const hook = {
    url: publicUrl + raw.url,
    body: body ?? Buffer.alloc(0),
    signature: typeof signature === 'string' ? signature : undefined,
  }
  if (!isSignedHook(hook, tokens)) return undefined
  const form = storableFields(hook.body)
  return form.AccountSid === accountSid ? form : undefined
}

/** A form without what PostgreSQL cannot store. */
const storableFields = (body: Buffer): HookForm =>
  Object.fromEntries(
    Object.entries(fieldsOf(body.toString('utf8'))).map(([name, value]) => [
      name.replaceAll('\0', ''),
      value.replaceAll('\0', ''),
    ]),
  )
