import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { STREAM_PATH } from '#contract/events/live.ts'
import type { Route } from '#contract/route.ts'
import { changing } from '#contract/values/changes.ts'

type Seen = { params: Record<string, string>; query: Record<string, string>; body: unknown; headers: Headers }
type Answer = { status: number; json: unknown }
export type FakeReply = { route: Route; answer: (request: Seen) => Answer | Promise<Answer> }
export type SeenCall = Seen & { route: Route }

/** The server's reply to a route of the contract: a value, or a function of the request. */
export const reply = <T>(
  route: Route & { reply: z.ZodType<T> },
  value: NoInfer<T | ((request: Seen) => T | Promise<T>)>,
): FakeReply => ({
  route,
  answer: async (request) => ({
    status: 200,
    json: typeof value === 'function' ? await (value as (request: Seen) => unknown)(request) : value,
  }),
})

/** An error reply in the server's format. */
export const refusal = (
  route: Route,
  status: number,
  code: ErrorCode,
  { message = code, issues }: { message?: string; issues?: { path: string; message: string }[] } = {},
): FakeReply => ({
  route,
  answer: () => ({ status, json: { success: false, code, message, ...(issues && { issues }) } }),
})

const patternOf = (route: Route) => new RegExp(`^/api${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`)

/** A page must not send fields that the server does not know. */
function refuseUnknown(error: z.ZodError | undefined) {
  const unknown = error?.issues.find(({ code }) => code === 'unrecognized_keys')
  if (unknown) throw new Error(unknown.message)
}

/** A `fetch` for these routes only; the later of two replies to one route wins. `calls` holds the requests. */
export function fakeServer(replies: FakeReply[]) {
  const known = [...replies].reverse()
  const calls: SeenCall[] = []
  const streams: (string | null)[] = []
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost')
    if (url.pathname === `/api${STREAM_PATH}`) {
      streams.push(url.searchParams.get('after'))
      return new Promise<Response>(() => undefined)
    }
    const found = known.find(
      ({ route }) => route.method === (init.method ?? 'GET') && patternOf(route).test(url.pathname),
    )
    if (!found) throw new Error(`No fake reply for ${init.method ?? 'GET'} ${url.pathname}`)
    const seen: Seen = {
      params: { ...patternOf(found.route).exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
      headers: new Headers(init.headers),
    }
    const { method, body } = found.route
    if (method === 'PATCH' && body) refuseUnknown(changing(body).safeParse(seen.body).error)
    calls.push({ route: found.route, ...seen })
    const { status, json } = await found.answer(seen)
    return new Response(JSON.stringify(json), { status, headers: { 'content-type': 'application/json' } })
  }
  return {
    fetch,
    calls,
    /** The positions after which event streams were requested. */
    streams,
    /** Adds a reply, which takes precedence. */
    use: (more: FakeReply) => known.unshift(more),
    /** The requests of one route, oldest first. */
    sentTo: (route: Route) => calls.filter((call) => call.route === route),
  }
}
