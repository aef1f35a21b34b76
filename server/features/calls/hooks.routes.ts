import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isSignedHook } from '../../providers/voice/twilio-signature.ts'
import { renderTwiml, TWIML_TYPE } from '../../providers/voice/twiml.ts'
import type { HookForm, Instruction } from '../../providers/voice/voice.ts'
import type { Connection } from '../numbers/connections.look-up.ts'
import { takeInbound, takeReport, voiceTexts } from './call-hooks.service.ts'
import type { ReportKind } from './call-reports.rules.ts'

/** What a provider's form may weigh. */
const HOOK_BYTES = 65_536
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Params = { connection: string; call?: string; step?: string; place?: string }
type Asked = { Params: Params; Body: Buffer | undefined }

/** Where each report of a call comes in, below /hooks/voice/{connection}. */
const PATHS: [path: string, kind: ReportKind][] = [
  ['/status', 'status'],
  ['/:call/status', 'status'],
  ['/:call/dial/:step', 'dial'],
  ['/:call/leg/:step/:place', 'leg'],
  ['/:call/whisper/:step/:place', 'whisper'],
  ['/:call/screen/:step/:place', 'screen'],
  ['/:call/voicemail', 'voicemail'],
  ['/:call/recording', 'recording'],
]

/** What providers of numbers call: below /hooks, outside the API, signed by the account's secret. */
export function mountVoiceHooks(app: FastifyInstance, deps: Deps) {
  app.register(async (hooks) => {
    takeForms(hooks)
    hooks.setErrorHandler((error, request, reply) => {
      request.log.error(error)
      deps.onError(error)
      return reply.code(500).type('text/plain').send('')
    })
    const on = (path: string, act: (connection: Connection, form: HookForm, params: Params) => Promise<Answer>) =>
      hooks.post<Asked>(
        `/hooks/voice/:connection${path}`,
        { bodyLimit: HOOK_BYTES, compress: false },
        async (request, reply) => {
          const found = await findSigned(deps, request)
          if (typeof found === 'number') return reply.code(found).type('text/plain').send('')
          const answer = await act(found.connection, found.form, request.params)
          // A hook has changed something: the relay need not wait for its next look.
          deps.poke()
          return answer ? reply.type(TWIML_TYPE).send(renderTwiml(answer)) : reply.code(404).type('text/plain').send('')
        },
      )

    on('/inbound', (connection, form) => takeInbound(deps, connection, form))
    on('/fallback', (connection, form) => takeFallback(deps, connection, form))
    for (const [path, kind] of PATHS)
      on(path, (connection, form, { call = '', step, place }) =>
        takeReport(deps, connection, {
          kind,
          callId: UUID.test(call) ? call : undefined,
          ...(step !== undefined && { step: toPlace(step) }),
          ...(place !== undefined && { place: toPlace(place) }),
          form,
        }),
      )
  })
}

type Answer = Instruction[] | undefined
const toPlace = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : 0)

/** A form stays bytes, as it was signed. */
export function takeForms(hooks: FastifyInstance) {
  hooks.removeAllContentTypeParsers()
  hooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, bytes, done) =>
    done(null, bytes),
  )
}

/** The account that a hook is for and its form, where the account's secret has signed it; else the status of the refusal. */
export async function findSigned(
  { voice, env }: Pick<Deps, 'voice' | 'env'>,
  request: FastifyRequest<Asked>,
): Promise<{ connection: Connection; form: HookForm } | 403 | 404> {
  const connection = await voice.find(request.params.connection)
  if (!connection) return 404
  const signature = request.headers['x-twilio-signature']
  const hook = {
    // From what is configured, never from what the request says of itself.
    url: env.publicUrl + request.raw.url,
    body: request.body ?? Buffer.alloc(0),
    signature: typeof signature === 'string' ? signature : undefined,
  }
  if (!isSignedHook(hook, connection.tokens)) return 403
  const form = Object.fromEntries(new URLSearchParams(hook.body.toString('utf8')))
  return form.AccountSid === connection.accountSid ? { connection, form } : 403
}

/** Our first answer was lost, or wrong: the call is tried once more, and if that fails its caller is not left in silence. */
async function takeFallback(deps: Deps, connection: Connection, form: HookForm): Promise<Answer> {
  const { ErrorCode: code = '', ErrorUrl: url = '' } = form
  deps.onError(new Error(`A call was sent to the fallback: error ${code} at ${url}`))
  try {
    const answer = await takeInbound(deps, connection, form)
    if (answer) return answer
  } catch (error) {
    deps.onError(error)
  }
  return [{ verb: 'say', text: voiceTexts('he', 'sorry'), language: 'he' }, { verb: 'hangup' }]
}
