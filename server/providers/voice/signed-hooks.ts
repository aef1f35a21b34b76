import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSignedHook } from './twilio-signature.ts'
import { renderTwiml, TWIML_TYPE } from './twiml.ts'
import type { HookForm, Instruction } from './voice.ts'

/** What a provider's form may weigh. */
const HOOK_BYTES = 65_536

/** Whose hooks are believed: those of this account, signed with one of its secrets. */
export type Signer = { accountSid: string; tokens: readonly string[] }
export type HookRequest = FastifyRequest<{
  Params: Record<string, string>
  Querystring: Record<string, unknown>
  Body: Buffer | undefined
}>
/** What one path does. `find`: for whom a request is; `act`: what the provider is told to do next, undefined where there is nothing such. */
type Hook<S extends Signer> = {
  path: string
  find: (request: HookRequest) => Promise<S | undefined>
  act: (signer: S, form: HookForm, request: HookRequest) => Promise<Instruction[] | undefined>
}
type Given = { publicUrl: string; onError: (error: unknown) => void; poke: () => void }

/** Paths that providers call, outside the API: an unknown account is a 404, a form that it has not signed a 403, and neither does anything. */
export function openSignedHooks(hooks: FastifyInstance, { publicUrl, onError, poke }: Given) {
  hooks.removeAllContentTypeParsers()
  // A form stays bytes, as it was signed.
  hooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, bytes, done) =>
    done(null, bytes),
  )
  hooks.setErrorHandler((error, request, reply) => {
    request.log.error(error)
    onError(error)
    return reply.code(500).type('text/plain').send('')
  })

  return <S extends Signer>({ path, find, act }: Hook<S>) =>
    hooks.post(path, { bodyLimit: HOOK_BYTES, compress: false }, async (request: HookRequest, reply) => {
      const refuse = (status: 403 | 404) => reply.code(status).type('text/plain').send('')
      const signer = await find(request)
      if (!signer) return refuse(404)
      const form = formOf(request, publicUrl, signer)
      if (!form) return refuse(403)
      const answer = await act(signer, form, request)
      // A hook has changed something: the relay need not wait for its next look.
      poke()
      return answer ? reply.type(TWIML_TYPE).send(renderTwiml(answer)) : refuse(404)
    })
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
  const form = fieldsOf(hook.body)
  return form.AccountSid === accountSid ? form : undefined
}

/** A form without what PostgreSQL cannot store. */
const fieldsOf = (body: Buffer): HookForm =>
  Object.fromEntries(
    [...new URLSearchParams(body.toString('utf8'))].map(([name, value]) => [
      name.replaceAll('\0', ''),
      value.replaceAll('\0', ''),
    ]),
  )
