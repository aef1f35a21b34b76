import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Deps } from './deps.ts'
import { features } from './features/index.ts'
import { limitArrival, UPLOAD_ARRIVAL_MS } from './platform/http/arrival.ts'
import { endConnectionsWhileDraining } from './platform/http/draining.ts'
import { AppError, onError } from './platform/http/errors.ts'
import { fieldsOf } from './platform/http/fields.ts'
import { readBodies, serializerCompiler, validatorCompiler } from './platform/http/parsing.ts'
import { warnOfProxies } from './platform/http/proxies.ts'
import { mountReference } from './platform/http/reference/reference.ts'
import { requestIdOf } from './platform/http/request-id.ts'
import { secureHeaders } from './platform/http/security.ts'
import { mountWeb } from './platform/http/web.ts'

/** Limit of a request body; a lead with all fields has a few kilobytes. */
const BODY_BYTES = 1_048_576

export async function buildApp(deps: Deps) {
  const { env, access, tenants } = deps
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(env.trustProxy),
    bodyLimit: BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true, querystringParser: fieldsOf },
    forceCloseConnections: 'idle',
    // Requests on open connections are still served, since their clients do not know of the shutdown yet.
    return503OnClosing: false,
    requestTimeout: UPLOAD_ARRIVAL_MS,
    frameworkErrors: onError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(onError)
  app.decorateRequest('caller', null)
  app.decorateRequest('rawBody', undefined)
  app.decorate('secureCookies', env.publicUrl.startsWith('https:'))
  app.decorate('hasDemo', env.demo)
  app.decorate('mounting', {
    findCaller: access.findCaller,
    limitCaller: access.limitCaller,
    refusals: features.flatMap(({ refusals = [] }) => refusals),
    enterHeavy: deps.enterHeavy,
    scope: tenants.scope,
    endAfter: deps.caches.endAfter,
    afterWrite: deps.wakeRelay,
  })
  if (env.trustProxy === false) warnOfProxies(app)
  limitArrival(app)
  readBodies(app)
  secureHeaders(app)
  endConnectionsWhileDraining(app, deps.lifecycle)
  await app.register(cookie)
  await app.register(compress, { threshold: 2_048 })
  await app.register(
    async (api) => {
      await mountReference(api, env.publicUrl)
      await api.register(async (routes) => {
        for (const mount of features.flatMap(({ mount = [] }) => mount)) mount(routes, deps)
      })
      api.setNotFoundHandler(() => {
        throw new AppError('not_found')
      })
    },
    { prefix: '/api' },
  )
  for (const mount of features.flatMap(({ mountAtRoot = [] }) => mountAtRoot)) mount(app, deps)
  await mountWeb(app, [...(env.google ? ['google'] : []), ...(env.billing ? ['billing'] : [])])
  return app
}

/** Fastify takes a number of proxies only as a function. */
const trusted = (proxies: Deps['env']['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
