import type { FastifyInstance, FastifyReply } from 'fastify'
import { calendarOf, type openEvents } from './calendars.ts'
import { instantOf, type When } from './event-rules.ts'
import { calendarsPage, consentPage, problemPage } from './pages.ts'
import type { openSignIn } from './sign-in.ts'
import type { LocalStore } from './store.ts'

type Query = Record<string, string>
type Mounted = {
  store: LocalStore
  signIn: Awaited<ReturnType<typeof openSignIn>>
  events: ReturnType<typeof openEvents>
  now: () => Date
}
const FIRST_ACCOUNT = 'me@google.localhost.test'
const HOUR_MS = 3_600_000

const send = (reply: FastifyReply, { html, policy }: { html: string; policy: string }) =>
  reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)

/** Pages for people: consent, and the calendars of an account. */
export function mountPages(app: FastifyInstance, { store, signIn, events, now }: Mounted) {
  app.get<{ Querystring: Query }>('/o/oauth2/v2/auth', async ({ query }, reply) => {
    const problem = signIn.problemOf(query)
    if (problem) return send(reply.code(400), problemPage(problem))
    return send(reply, consentPage(query, query.login_hint ?? FIRST_ACCOUNT))
  })
  app.post<{ Body: Query }>('/o/oauth2/v2/auth', async ({ body }, reply) => {
    const { answer, account, ...rest } = body
    const query = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('allowed ')))
    const problem = signIn.problemOf(query)
    if (problem) return send(reply.code(400), problemPage(problem))
    const back = new URL(query.redirect_uri ?? '')
    if (query.state) back.searchParams.set('state', query.state)
    if (answer !== 'allow') back.searchParams.set('error', 'access_denied')
    else {
      const email = (account ?? '').trim().toLowerCase()
      const allowed = Object.keys(rest).flatMap((name) => (name.startsWith('allowed ') ? [name.slice(8)] : []))
      const scopes = ['openid', 'email', ...allowed]
      back.searchParams.set('code', signIn.allow(query, { email, scopes }))
      back.searchParams.set('scope', scopes.join(' '))
    }
    return reply.redirect(back.href, 303)
  })
  mountAccount(app, { store, signIn, events, now })
}

type Of = { Params: { email: string; calendar: string; event: string } }
function mountAccount(app: FastifyInstance, { store, signIn, events, now }: Mounted) {
  const at = ({ email, calendar }: Of['Params']) => {
    const account = store.accountOf(email)
    return { account, calendar: calendarOf(account, calendar) }
  }
  const back = (reply: FastifyReply, email: string) => reply.redirect(`/calendars/${encodeURIComponent(email)}`, 303)

  app.get('/', async (_, reply) => back(reply, store.data.accounts[0]?.email ?? FIRST_ACCOUNT))
  app.get<Of>('/calendars/:email', async ({ params }, reply) =>
    send(reply, calendarsPage(store.accountOf(params.email))),
  )
  app.post<Of>('/calendars/:email/revoke', async ({ params }, reply) => {
    signIn.revokeAll(params.email)
    return back(reply, params.email)
  })
  app.post<Of>('/calendars/:email/:calendar/private', async ({ params }, reply) => {
    const { account, calendar } = at(params)
    const day = new Date(now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10)
    const time = (hour: number) => ({ dateTime: `${day}T${hour}:00:00`, timeZone: calendar.timeZone })
    const event = { summary: 'Private', visibility: 'private', start: time(10), end: time(11) }
    events.insert(account, calendar, event, {})
    return back(reply, params.email)
  })
  app.post<Of>('/calendars/:email/:calendar/:event/later', async ({ params }, reply) => {
    const { account, calendar } = at(params)
    const event = calendar.events.find(({ id }) => id === params.event)
    const later = (when: unknown) => ({
      dateTime: new Date(instantOf(when as When, calendar.timeZone) + HOUR_MS).toISOString(),
    })
    const given = { start: later(event?.start), end: later(event?.end) }
    events.patch(account, calendar, { id: params.event, given }, {})
    return back(reply, params.email)
  })
  app.post<Of>('/calendars/:email/:calendar/:event/delete', async ({ params }, reply) => {
    const { account, calendar } = at(params)
    events.remove(account, calendar, params.event, {})
    return back(reply, params.email)
  })
}
