import { availableParallelism } from 'node:os'
import { buildApp } from './app.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { openAccess } from './features/access/access.service.ts'
import { startFetching } from './features/calls/recordings.fetch.ts'
import { openForms } from './features/forms/forms.look-up.ts'
import { startDelivery } from './features/messages/messages.delivery.ts'
import { openNames } from './features/names/names.look-up.ts'
import { openVoice } from './features/numbers/connections.look-up.ts'
import { openPayloads } from './features/payloads/payloads.service.ts'
import { proxyPhones } from './features/softphone/phone-proxy.ts'
import { followers } from './followers.ts'
import { jobs } from './jobs.ts'
import { openDb, openPool } from './platform/db/connections.ts'
import type { DatabaseUrls } from './platform/db/migrate.ts'
import { openTenants } from './platform/db/tenants.ts'
import { startRelay } from './platform/events/relay.ts'
import { startWorker } from './platform/jobs/job.ts'
import { startHub } from './platform/realtime/hub.ts'
import { openFiles } from './providers/files/files.ts'
import { openGoogle } from './providers/google/google.ts'
import { openMail } from './providers/mail/open-mail.ts'
import { openSms } from './providers/sms/open-sms.ts'
import type { ExchangeAccount } from './providers/voice/exchange-account.ts'

/** The page that Google leads back to. */
const GOOGLE_RETURN = '/auth/google'

const APP_CONNECTIONS = 12
const WORKER_CONNECTIONS = 4
const JOB_CONNECTIONS = 4

type Given = Partial<Pick<Deps, 'now' | 'onError' | 'mail' | 'sms'>> & {
  /** The exchange in the box, while it runs. */
  exchange?: () => ExchangeAccount | undefined
}

/** Opens every door in order and closes them in the opposite one: for main.ts, the operator's commands and tests. */
export async function open(env: Env, { appUrl, workerUrl }: DatabaseUrls, given: Given = {}) {
  const { now = () => new Date(), onError = console.error, exchange = () => undefined } = given
  const tenants = openTenants(appUrl, onError, {
    max: APP_CONNECTIONS,
    ...(env.databaseUrl === undefined && { atOnce: availableParallelism() + 1 }),
  })
  const workerDb = openDb(openPool(workerUrl, onError, { max: WORKER_CONNECTIONS }))
  const access = openAccess({ tenants, workerDb, secretKey: env.secretKey, personRate: env.personRate, now, onError })
  const hub = await startHub(workerDb, workerUrl, onError)
  const relay = startRelay(workerDb, followers, onError)
  const { mail = openMail(env), sms = openSms(env, exchange) } = given
  const files = openFiles(env.filesDir)
  const payloads = openPayloads(workerDb, onError)
  const forms = openForms(tenants.pool)
  const names = openNames()
  const voice = openVoice({ tenants, secretKey: env.secretKey, exchange, now, onError })
  const google = env.google && openGoogle(env.google, `${env.publicUrl}${GOOGLE_RETURN}`)
  const features = { access, forms, names, voice, payloads, hub, mail, sms, files, google }
  const deps: Deps = { env, tenants, workerDb, ...features, now, poke: relay.poke, onError }
  const jobPool = openPool(workerUrl, onError, {
    max: JOB_CONNECTIONS,
    pipeline: false,
    statementMs: 0,
    transactionMs: 0,
  })
  const worker = env.role === 'web' ? undefined : await startWorker(jobPool, deps, jobs, { onError })
  const delivery = env.role === 'web' ? undefined : startDelivery(deps)
  const fetching = env.role === 'web' ? undefined : startFetching(deps)
  const app = await buildApp(deps)
  const phones = proxyPhones(app.server, () => exchange()?.phones, env.trustProxy)

  /** Takes no further request, ends what runs, closes the connections. */
  const close = async () => {
    phones.close()
    await app.close()
    await relay.stop()
    await Promise.all([worker?.stop(), delivery?.stop(), fetching?.stop(), hub.stop(), access.stop(), payloads.stop()])
    mail.close()
    await Promise.all([tenants.end(), workerDb.destroy(), jobPool.end()])
  }
  return { app, deps, close }
}
