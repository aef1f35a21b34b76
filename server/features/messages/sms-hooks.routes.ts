import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isSignedHook } from '../../providers/voice/twilio-signature.ts'
import type { HookForm } from '../../providers/voice/voice.ts'
import { takeInboundSms, takeSmsStatus, takeWish } from './inbound-sms.service.ts'

/** What a provider's form may weigh. */
const HOOK_BYTES = 65_536
const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

type Asked = { Params: { connection: string }; Querystring: { message?: string }; Body: Buffer | undefined }
type Signer = { accountSid: string; tokens: readonly string[] }

/**
 * What providers of messages call: below /hooks/sms, outside the API, signed by the account's secret. What comes in to a
 * virtual number names its business's connection; `platform` is the account by which the installation itself sends.
 */
export function mountSmsHooks(app: FastifyInstance, deps: Deps) {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    // A form stays bytes, as it was signed.
    hooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, bytes, done) =>
      done(null, bytes),
    )
    hooks.setErrorHandler((error, _, reply) => {
      deps.onError(error)
      return reply.code(500).type('text/plain').send('')
    })
    const on = <S extends Signer>(
      path: string,
      find: (request: FastifyRequest<Asked>) => Promise<S | undefined>,
      act: (signer: S, form: HookForm, request: FastifyRequest<Asked>) => Promise<void>,
    ) =>
      hooks.post<Asked>(`/hooks/sms/${path}`, { bodyLimit: HOOK_BYTES, compress: false }, async (request, reply) => {
        const signer = await find(request)
        const form = signer && formOf(deps, request, signer)
        if (!form)
          return reply
            .code(signer ? 403 : 404)
            .type('text/plain')
            .send('')
        await act(signer, form, request)
        deps.poke()
        return reply.type('text/xml; charset=utf-8').send(NO_ANSWER)
      })

    const platform = async () => signerOf(deps.sms.account())
    on('platform/status', platform, (_, form, { query }) => takeSmsStatus(deps, String(query.message ?? ''), form))
    on('platform/inbound', platform, (_, form) => takeWish(deps, form))
    const connection = ({ params }: FastifyRequest<Asked>) => deps.voice.find(params.connection)
    on(':connection/inbound', connection, (found, form) => takeInboundSms(deps, found, form))
  })
}

const signerOf = (account: ReturnType<Deps['sms']['account']>): Signer | undefined =>
  account && { accountSid: account.accountSid, tokens: [account.authToken] }

/** The form, where one of the signer's secrets has signed it; from what is configured, never from what the request says of itself. */
function formOf({ env }: Deps, request: FastifyRequest<Asked>, { accountSid, tokens }: Signer): HookForm | undefined {
  const body = request.body ?? Buffer.alloc(0)
  const signature = request.headers['x-twilio-signature']
  const signed = { url: env.publicUrl + request.raw.url, body, signature: String(signature ?? '') }
  if (!isSignedHook(signed, tokens)) return undefined
  const form = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
  return form.AccountSid === accountSid ? form : undefined
}
