import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { isLoopback } from '../../../platform/loopback.ts'
import type { OAuthClient } from '../../../platform/oauth/code-flow.ts'
import { calendarOf, openEvents } from './calendars.ts'
import { openChannels } from './channels.ts'
import { mountPages } from './page-routes.ts'
import { Refused, refusalBody } from './refusals.ts'
import { OAuthRefused, openSignIn } from './sign-in.ts'
import { type LocalAccount, openStore } from './store.ts'

type Options = {
  redirectUris: readonly string[]
  now: () => Date
  timeZone: string
  /** Where its state is kept beyond the process; absent: nowhere. */
  file?: string
}
/** What it answers instead of acting, to requests whose path matches, this many times. `lost`: it acts, and the answer is lost. */
export type LocalFault = { path: RegExp; times: number } & ({ status: number; reason: string } | { lost: true })
type Params = { calendar: string; event: string }
type Asked = FastifyRequest<{ Params: Params; Querystring: Record<string, string>; Body: Record<string, unknown> }>

export type LocalGoogle = Awaited<ReturnType<typeof startLocalGoogle>>
/**
 * A Google in the box, for the demo and for tests: accounts without passwords, and calendars that speak the protocol of Google
 * Calendar with what it refuses. It listens on this machine alone, at an origin of its own.
 */
export async function startLocalGoogle({ redirectUris, now, timeZone, file }: Options) {
  const store = openStore(file, timeZone)
  const app = Fastify({ forceCloseConnections: true })
  const account: OAuthClient = {
    issuer: '',
    clientId: 'leadline-local',
    clientSecret: randomBytes(24).toString('base64url'),
  }
  const signIn = await openSignIn({ store, account, redirectUris, now })
  const channels = openChannels({ store, now, isLocal: ({ hostname }) => isLoopback(hostname) })
  const events = openEvents(store, channels.changed)
  const faults: LocalFault[] = []
  /** Requests as `GET /calendar/v3/…`, in order. */
  const seen: string[] = []

  app.removeContentTypeParser('application/x-www-form-urlencoded')
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text: string, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text))),
  )
  app.addHook('onRequest', async (request) => {
    seen.push(`${request.method} ${request.url}`)
    const fault = faults.find(({ path, times }) => times > 0 && path.test(`${request.method} ${request.url}`))
    if (!fault || 'lost' in fault) return
    fault.times -= 1
    throw new Refused(fault.status, fault.reason, 'A fault that was asked for')
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faults.find(
      (one) => 'lost' in one && one.times > 0 && one.path.test(`${request.method} ${request.url}`),
    )
    if (!fault) return payload
    fault.times -= 1
    reply.raw.destroy()
    return payload
  })
  app.setErrorHandler((error: FastifyError | Refused | OAuthRefused, _, reply) => {
    if (error instanceof Refused) return reply.code(error.status).send(refusalBody(error))
    if (error instanceof OAuthRefused)
      return reply
        .code(error.error === 'invalid_client' ? 401 : 400)
        .send({ error: error.error, error_description: error.message })
    return reply.code(500).send({ error: { code: 500, message: String(error), errors: [{ reason: 'backendError' }] } })
  })

  mountSignIn(app, signIn, account)
  const holder = (request: FastifyRequest, right: string): LocalAccount => {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const access = signIn.holderOf(token)
    if (!access) throw new Refused(401, 'authError', 'Invalid Credentials')
    if (!access.scopes.some((scope) => scope.endsWith(`/auth/${right}`)))
      throw new Refused(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
    return store.accountOf(access.email)
  }
  mountCalendars(app, { holder, events, channels })
  mountPages(app, { store, signIn, events, now })

  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.unref()
  const { port } = app.server.address() as { port: number }
  account.issuer = `http://localhost:${port}`
  return {
    account: { ...account, apiUrl: `${account.issuer}/calendar/v3` },
    store,
    events,
    faults,
    seen,
    revokeAll: signIn.revokeAll,
    /** From now on all sync tokens are too old. */
    forgetChanges() {
      store.data.age += 1
    },
    close: () => app.close(),
  }
}

type SignIn = Awaited<ReturnType<typeof openSignIn>>
function mountSignIn(app: FastifyInstance, signIn: SignIn, account: OAuthClient) {
  app.get('/.well-known/openid-configuration', async () => ({
    issuer: account.issuer,
    authorization_endpoint: `${account.issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${account.issuer}/token`,
    revocation_endpoint: `${account.issuer}/revoke`,
    jwks_uri: `${account.issuer}/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }))
  app.get('/certs', async () => signIn.jwks)
  app.post<{ Body: Record<string, string> }>('/token', async ({ body }) => signIn.token(body))
  app.post<{ Body: Record<string, string> }>('/revoke', async ({ body }) => {
    signIn.revoke(body.token ?? '')
    return {}
  })
}

type Mounted = {
  holder: (request: FastifyRequest, right: string) => LocalAccount
  events: ReturnType<typeof openEvents>
  channels: ReturnType<typeof openChannels>
}
const API = '/calendar/v3'
function mountCalendars(app: FastifyInstance, { holder, events, channels }: Mounted) {
  const OF = `${API}/calendars/:calendar/events`
  const at = (request: FastifyRequest) => {
    const { params } = request as Asked
    const account = holder(request, 'calendar.events')
    return { account, calendar: calendarOf(account, params.calendar), id: params.event }
  }
  const written = ({ query, headers }: Asked) => ({ sendUpdates: query.sendUpdates, ifMatch: headers['if-match'] })

  app.get(`${API}/users/me/calendarList`, async (request) => {
    const { email, calendars } = holder(request, 'calendar.calendarlist.readonly')
    const items = calendars.map(({ id, summary, timeZone, accessRole }) => ({
      ...{ kind: 'calendar#calendarListEntry', id, summary, timeZone, accessRole },
      ...(id === email && { primary: true }),
    }))
    return { kind: 'calendar#calendarList', items }
  })
  app.get(OF, async (request) => {
    const { account, calendar } = at(request)
    return events.list(account, calendar, (request as Asked).query)
  })
  app.get(`${OF}/:event`, async (request) => {
    const { account, calendar, id } = at(request)
    return events.get(account, calendar, id)
  })
  app.post(OF, async (request) => {
    const { account, calendar } = at(request)
    return events.insert(account, calendar, (request as Asked).body, written(request as Asked))
  })
  app.patch(`${OF}/:event`, async (request) => {
    const { account, calendar, id } = at(request)
    return events.patch(account, calendar, { id, given: (request as Asked).body }, written(request as Asked))
  })
  app.delete(`${OF}/:event`, async (request, reply) => {
    const { account, calendar, id } = at(request)
    events.remove(account, calendar, id, written(request as Asked))
    return reply.code(204).send()
  })
  app.post(`${OF}/watch`, async (request) => {
    const { account, calendar } = at(request)
    return channels.watch(account, calendar, (request as Asked).body)
  })
  app.post(`${API}/channels/stop`, async (request, reply) => {
    channels.stop(holder(request, 'calendar.events'), (request as Asked).body)
    return reply.code(204).send()
  })
  app.post(`${API}/freeBusy`, async (request) =>
    events.freeBusy(holder(request, 'calendar.freebusy'), (request as Asked).body),
  )
}
