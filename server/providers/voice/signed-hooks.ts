import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logFailure } from '../../platform/http/failures.ts'
import { fieldsOf } from '../../platform/http/fields.ts'
import { openAddressLimit } from '../../platform/http/limits.ts'
import { isSignedHook } from './twilio-signature.ts'
import { renderTwiml, TWIML_TYPE } from './twiml.ts'
import type { HookForm, Instruction } from './voice.ts'

/** What a provider's form may weigh. */
const HOOK_BYTES = 65_536
/** Of one network; what comes after is answered with 429 and not logged, unless it is signed. */
export const HOOK_REFUSALS_PER_MINUTE = 60

/** Whose hooks are believed: those of this account, signed with one of its secrets. */
export type Signer = {
  accountSid: string
  tokens: readonly string[]
  /** Its connection is gone: what it has not signed is answered like a hook of an unknown one. */
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
type Given = { publicUrl: string; wakeRelay: () => void; now: () => Date }

/** Paths that providers call, outside the API: an unknown account is a 404, a form that it has not signed a 403, and neither does anything. */
export function openSignedHooks(hooks: FastifyInstance, { publicUrl, wakeRelay, now }: Given) {
  const refuse = openRefusals(now)
  hooks.removeAllContentTypeParsers()
  // A form stays bytes, as it was signed.
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
      // A hook has changed something: the relay need not wait for its next look.
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

/** The form, where the signer has signed it; its address is what is configured, never what the request says of itself. */
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
