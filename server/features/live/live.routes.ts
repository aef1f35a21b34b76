import type { FastifyInstance } from 'fastify'
import { STREAM_PATH } from '#contract/events/live.ts'
import type { Deps } from '../../deps.ts'
import { parsePosition } from '../../platform/events/position.ts'
import type { Person } from '../../platform/http/caller.ts'
import { admit } from '../../platform/http/handle.ts'
import { languageOf } from '../../platform/http/language.ts'
import { Live } from './live.service.ts'
import { Stream } from './stream.ts'

/** A stream is not a route of the contract, because its reply does not end. It needs the same access as a route. */
const access = { method: 'GET', access: 'user' } as const

/** Serves server-sent events, which clients read with fetch; contract/events/live.ts describes them. */
export function mountLive(app: FastifyInstance, deps: Deps) {
  const { hub, now, onError } = deps
  const live = new Live(deps)
  app.addHook('preClose', () => live.stop())

  app.get<{ Querystring: { after?: unknown } }>(
    STREAM_PATH,
    {
      exposeHeadRoute: false,
      schema: { hide: true },
      config: { route: access } as object,
      onRequest: (request, reply) => admit(app, access, request, reply),
    },
    async (request, reply) => {
      const person = request.caller as Person
      const { after = '' } = request.query
      const known = typeof after === 'string' ? parsePosition(after) : undefined
      const { raw } = reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      if (raw.destroyed) return // the client disconnected during authentication: no 'close' event will follow
      const stream = new Stream(raw, person, { language: languageOf(request), last: known ?? hub.position() })
      const expiry = setTimeout(() => void stream.end('expired'), person.expiresAt - now().getTime())
      raw.on('error', () => {}) // the client disconnected; a 'close' event follows
      raw.on('close', () => {
        clearTimeout(expiry)
        live.remove(stream)
      })
      await live.add(stream, { isLost: !known && after !== '' }).catch((error: unknown) => {
        onError(error)
        stream.cut()
      })
    },
  )
}
