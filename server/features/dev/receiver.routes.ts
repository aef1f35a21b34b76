import type { FastifyInstance } from 'fastify'

const KEPT = 50
const BODY_MAX = 1_048_576
type Received = { id: string; at: string; status: number; body: string }

/**
 * A receiver of webhooks for demos, which takes everything; `?status=500` answers so. What it got is at /dev/receiver.json.
 */
export function mountReceiver(dev: FastifyInstance, { now }: { now: () => Date }) {
  const received: Received[] = []
  dev.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_, body, done) => done(null, body))
    scope.post<{ Querystring: { status?: string } }>(
      '/receiver',
      { schema: { hide: true } },
      async (request, reply) => {
        const asked = Number(request.query.status ?? 200)
        const status = asked >= 200 && asked <= 599 ? asked : 200
        const id = String(request.headers['webhook-id'] ?? '')
        received.unshift({ id, at: now().toISOString(), status, body: String(request.body ?? '') })
        received.splice(KEPT)
        return reply.code(status).type('text/plain').send(`The receiver of the demo answers ${status}`)
      },
    )
  })
  dev.get('/receiver.json', { schema: { hide: true } }, async () => ({ received }))
}
