import type { FastifyInstance } from 'fastify'

const headers = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Warns once, naming the setting, if requests seem to come through a proxy although none is trusted. */
export function warnOfProxies(app: FastifyInstance) {
  let isSaid = false
  app.addHook('onRequest', (request, _, done) => {
    const header = isSaid ? undefined : headers.find((name) => request.headers[name] !== undefined)
    if (header) {
      isSaid = true
      request.log.warn(
        `A request from ${request.ip} bears the header ${header}, but TRUST_PROXY is none: behind a proxy all visitors ` +
          'count as one address. Set TRUST_PROXY to the number of proxies or to their addresses',
      )
    }
    done()
  })
}
