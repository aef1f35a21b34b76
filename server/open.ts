import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { openAccess } from './features/access/access.service.ts'
import { openHealth } from './features/health/health.service.ts'
import { features, jobs, openFeatures, projections, registered } from './features/index.ts'
import { openNames } from './features/names/names.cache.ts'
import { openPayloads } from './features/payloads/payloads.service.ts'
import { proxyPhones } from './features/softphone/phone-proxy.ts'
import { openCaches } from './platform/caches.ts'
import { breakBorrowed, openDb, openPool } from './platform/db/connections.ts'
import type { DatabaseUrls } from './platform/db/migrations/migrate.ts'
import { openTenants } from './platform/db/tenants.ts'
import { startRelay } from './platform/events/relay.ts'
import type { Lifecycle } from './platform/http/draining.ts'
import { startWorker } from './platform/jobs/job.ts'
import { logError, openLog } from './platform/log.ts'
import { limitPerPerson } from './platform/person-limits.ts'
import { startHub } from './platform/realtime/hub.ts'
import type { ExchangeAccount } from './providers/exchange/account.ts'
import { openFiles } from './providers/files/files.ts'
import { openGoogle } from './providers/google/google.ts'
import { openMail } from './providers/mail/open-mail.ts'
import { openPush } from './providers/push/open-push.ts'
import { openSms } from './providers/sms/open-sms.ts'

/** The page that Google redirects to. */
const GOOGLE_RETURN = '/auth/google'

/** Heavy requests of one person or API key: running and waiting. */
export const HEAVY_LIMITS = { places: 4, waiting: 30 }

const APP_CONNECTIONS = 12
const WORKER_CONNECTIONS = 4
const JOB_CONNECTIONS = 4
/** How long closing waits for running requests. */
const REQUESTS_MS = 10_000
const IDLE_LOOK_MS = 100

type OpenOverrides = Partial<Pick<Deps, 'now' | 'log' | 'onError' | 'mail' | 'sms' | 'push'>> & {
  /** The running built-in exchange. */
  exchange?: () => ExchangeAccount | undefined
}

/** Opens all dependencies in order and closes them in reverse; for main.ts, the operator's commands and tests. */
export async function open(env: Env, { appUrl, workerUrl }: DatabaseUrls, overrides: OpenOverrides = {}) {
  const { now = () => new Date(), log = openLog(env.logLevel), exchange = () => undefined } = overrides
  const { onError = (error: unknown) => logError(log, error) } = overrides
  const tenants = openTenants(appUrl, onError, {
    max: APP_CONNECTIONS,
    ...(env.databaseUrl === undefined && { atOnce: availableParallelism() + 1 }),
  })
  const workerPool = openPool(workerUrl, onError, { max: WORKER_CONNECTIONS })
  const workerDb = openDb(workerPool)
  const lifecycle: Lifecycle = { isDraining: false }
  const caches = openCaches()
  const { secretKey, personRate } = env
  const access = openAccess({ tenants, workerDb, caches, secretKey, personRate, now, onError })
  const hub = await startHub(workerDb, workerUrl, { caches, onError })
  const relay = startRelay(workerDb, projections, onError)
  const { mail = openMail(env), sms = openSms(env, exchange), push = openPush({ ...env, now }) } = overrides
  const files = openFiles(env)
  const payloads = openPayloads(workerDb, onError)
  const names = openNames(caches)
  const opened = openFeatures({ env, tenants, workerDb, caches, secretKey, exchange, now, onError })
  const google = env.google && openGoogle(env.google, `${env.publicUrl}${GOOGLE_RETURN}`)
  const enterHeavy = limitPerPerson(HEAVY_LIMITS)
  const providers = { mail, sms, push, files, google }
  const services = { access, names, payloads, hub, enterHeavy, ...providers, ...opened, ...registered }
  const jobPool = openPool(workerUrl, onError, {
    max: JOB_CONNECTIONS,
    pipeline: false,
    statementMs: 0,
    transactionMs: 0,
  })
  const health = await openHealth({
    workerUrl,
    lifecycle,
    folders: [env.dataDir, env.filesDir],
    exchange: () => (env.hasExchange ? (exchange() ? 'ok' : 'away') : 'none'),
    onSilent() {
      tenants.breakBorrowed()
      for (const pool of [workerPool, jobPool]) breakBorrowed(pool)
    },
  })
  const wakeRelay = relay.wake
  const deps: Deps = { env, tenants, workerDb, caches, ...services, lifecycle, health, now, wakeRelay, log, onError }
  const worker = env.role === 'web' ? undefined : await startWorker(jobPool, deps, jobs, { onError })
  const loops = env.role === 'web' ? [] : features.flatMap(({ loops = [] }) => loops.map((start) => start(deps)))
  const app = await buildApp(deps)
  const phones = proxyPhones(app.server, {
    target: () => exchange()?.phones,
    publicUrl: env.publicUrl,
    trusted: env.trustProxy,
  })

  /** From now on readiness reports 503, and connections close with their next reply. */
  const drain = () => {
    lifecycle.isDraining = true
  }
  /** Refuses new requests, finishes running ones and closes all connections. */
  const close = async () => {
    drain()
    phones.close()
    await closeServer(app)
    await relay.stop()
    await Promise.all([worker?.stop(), ...loops.map(({ stop }) => stop()), hub.stop(), access.stop(), payloads.stop()])
    await health.stop()
    mail.close()
    await Promise.all([tenants.end(), workerDb.destroy(), jobPool.end()])
  }
  return { app, deps, drain, close }
}

/** Waits for running requests; idle connections are closed meanwhile, and late requests are cut off. */
async function closeServer(app: FastifyInstance) {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_LOOK_MS)
  const late = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(late)
}
