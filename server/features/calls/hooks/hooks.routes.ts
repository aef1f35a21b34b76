import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type HookRequest, openSignedHooks } from '../../../platform/http/signed-hooks.ts'
import { isId } from '../../../platform/ids.ts'
import { twilioHooks } from '../../../providers/twilio/hooks.ts'
import type { HookForm, Instruction } from '../../../providers/voice/voice.ts'
import { findSoundFile } from '../../call-flows/engine/sounds.service.ts'
import type { Connection, GoneConnection } from '../../numbers/voice-connections.cache.ts'
import { afterTestHook, lineTestHooks } from '../test-calls/line-tests/line-test-hooks.service.ts'
import { voiceTexts } from './call-context.ts'
import { type ReportKind, saidAt } from './call-reports.rules.ts'
import { readSoundUrl } from './flows/sound-links.rules.ts'
import { handleInboundCall, handleReport } from './hooks.service.ts'

/** Paths of the reports, below /hooks/voice/{connection}. */
const PATHS: [path: string, kind: ReportKind][] = [
  ['/status', 'status'],
  ['/:call/status', 'status'],
  ['/:call/answered', 'answered'],
  ['/:call/accept', 'accept'],
  ['/:call/accept-again', 'accept_again'],
  ['/:call/dial/:step', 'dial'],
  ['/:call/leg/:step/:place', 'leg'],
  ['/:call/whisper/:step/:place', 'whisper'],
  ['/:call/screen/:step/:place', 'screen'],
  ['/:call/screen-again/:step/:place', 'screen_again'],
  ['/:call/menu/:turn', 'menu'],
  ['/:call/wait/:turn', 'wait'],
  ['/:call/hold/:turn', 'hold'],
  ['/:call/consult/:step', 'consult'],
  ['/:call/voicemail', 'voicemail'],
  ['/:call/recording', 'recording'],
]

type Answer = Instruction[] | undefined
type Act = (connection: Connection, form: HookForm, request: HookRequest) => Promise<Answer>

/** PostgreSQL's code: the business was erased while its connection was cached. */
const PARENT_GONE = '23503'
/** Ends a call politely. Pure status reports ignore the reply. */
const SORRY: Instruction[] = [{ verb: 'say', text: voiceTexts('he', 'sorry'), language: 'he' }, { verb: 'hangup' }]

/** Webhooks of voice providers: below /hooks, outside the API, signed with the account's secret. */
export function mountVoiceHooks(app: FastifyInstance, deps: Deps) {
  app.register(async (hooks) => {
    const hook = openSignedHooks(hooks, deps, twilioHooks)
    const find = async ({ params: { connection = '' } }: HookRequest) =>
      (await deps.voice.find(connection)) ?? deps.voice.findGone(connection)
    const on = (path: string, act: Act) =>
      hook<Connection | GoneConnection>({
        path: `/hooks/voice/:connection${path}`,
        find,
        act: async (connection, form, request) => {
          if ('isGone' in connection) return SORRY
          return act(connection, form, request).catch((error: { code?: unknown }) => {
            if (error.code !== PARENT_GONE) throw error
            deps.caches.end(['connection.removed'])
            return SORRY
          })
        },
      })

    hooks.get('/hooks/voice/:connection/sound/:sound', (request: HookRequest, reply) => sendSound(deps, request, reply))

    const compareClocks = clockWatch(deps)

    on('/inbound', (connection, form) => handleInboundCall(deps, connection, form))
    on('/fallback', (connection, form) => takeFallback(deps, connection, form))
    for (const kind of lineTestHooks)
      on(`/line-test/:test/${kind}`, async (connection, form, { params: { test = '' } }) =>
        isId(test)
          ? ((await afterTestHook(deps, connection, { testId: test, kind, form })) ??
            handleInboundCall(deps, connection, form, { isOrdinary: true }))
          : SORRY,
      )
    for (const [path, kind] of PATHS)
      on(path, (connection, form, { params: { call = '', step, place, turn } }) => {
        compareClocks(connection.id, form)
        return handleReport(deps, connection, {
          kind,
          callId: isId(call) ? call : undefined,
          ...(step !== undefined && { step: toPlace(step) }),
          ...(place !== undefined && { place: toPlace(place) }),
          ...(turn !== undefined && { turn: toPlace(turn) }),
          form,
        })
      })
  })
}

/** How long the provider may keep a sound: its content never changes. */
const SOUND_CACHE = 'private, max-age=86400'
/** A sound that a call flow plays, at its signed address. */
async function sendSound(deps: Deps, { params, query }: HookRequest, reply: FastifyReply) {
  const { connection: connectionId = '', sound = '' } = params
  const link = readSoundUrl(deps.env.secretKey, { connectionId, sound, query })
  const connection = link && (await deps.voice.find(connectionId))
  const file = connection && (await findSoundFile(deps.tenants.scope(connection), connection.businessId, link))
  if (!file) return reply.code(404).type('text/plain').send('')
  return reply.type('audio/wav').header('cache-control', SOUND_CACHE).send(file)
}

const toPlace = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : 0)

const APART_SECONDS = 5
const WARNING_PAUSE_MS = 3_600_000
/** Logs clock differences, one line an hour for each connection. */
function clockWatch({ now, log }: Deps) {
  const warnedAt = new Map<string, number>()
  return (connectionId: string, form: HookForm) => {
    const received = now()
    const said = saidAt({ form, receivedAt: received.toISOString() })
    const seconds = said === null ? 0 : Math.round((received.getTime() - said) / 1_000)
    if (Math.abs(seconds) <= APART_SECONDS) return
    if (received.getTime() - (warnedAt.get(connectionId) ?? 0) < WARNING_PAUSE_MS) return
    warnedAt.set(connectionId, received.getTime())
    const why =
      seconds > 0 ? 'The clock of this server is fast, or the report came late' : 'The clock of this server is slow'
    log.warn({ connectionId, seconds }, `A report of a call is stamped ${seconds} s before its arrival. ${why}.`)
  }
}

/** Fallback hook, when our first answer was lost or wrong: tries the call once more, else plays an announcement. */
async function takeFallback(deps: Deps, connection: Connection, form: HookForm): Promise<Answer> {
  const { ErrorCode: code = '', ErrorUrl: url = '' } = form
  deps.onError(new Error(`A call was sent to the fallback: error ${code} at ${url}`))
  try {
    const answer = await handleInboundCall(deps, connection, form)
    if (answer) return answer
  } catch (error) {
    deps.onError(error)
  }
  return SORRY
}
