import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/constants.ts'
import type { Route, RouteInput, RouteReply } from '#contract/route.ts'
import { readEnv } from '../env.ts'
import { signAccessToken } from '../features/access/access-tokens.ts'
import { open } from '../open.ts'
import { newId } from '../platform/ids.ts'
import { atFileEnd } from './at-file-end.ts'
import { sharedDatabase, testDatabase } from './database/test-db.ts'
import { makeTestBusiness, type TestPerson } from './test-business.ts'
import { testUser } from './test-data.ts'

export type Credentials = { authorization: string; 'x-business-id'?: string }
type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; file?: Blob }
type Options = {
  env?: Record<string, string>
  now?: () => Date
  errors?: unknown[]
  exchange?: NonNullable<Parameters<typeof open>[2]>['exchange']
  push?: NonNullable<Parameters<typeof open>[2]>['push']
  /** A server and database for this file alone: for tests that count all rows or errors, listen, or break it. */
  own?: true
  /** A database other than the test file's own. */
  urls?: Awaited<ReturnType<typeof testDatabase>>
  log?: NonNullable<Parameters<typeof open>[2]>['log']
  /** Maps the database's addresses, for example through a proxy. */
  through?: (url: string) => string
}

/** A fictitious phone. */
export const aPhone = () => `+97272444${String(randomInt(10_000)).padStart(4, '0')}`

let shared: ReturnType<typeof openTestApp> | undefined

/**
 * A server, called by the contract's routes. Without options it is the one that the files of this worker share, on their
 * shared database; with options it is the file's own, on the file's own database.
 */
export async function testApp(options: Options = {}) {
  if (Object.keys(options).length === 0) {
    shared ??= sharedDatabase().then((urls) => openTestApp({ urls }))
    return shared
  }
  const opened = await openTestApp(options)
  atFileEnd(opened.close)
  return opened
}

async function openTestApp(options: Options) {
  const { through = (url: string) => url } = options
  const urls = options.urls ?? (await testDatabase())
  const env = readEnv({
    SECRET_KEY: 'x'.repeat(40),
    LOG_LEVEL: 'silent',
    DATA_DIR: '.data-test',
    PORT: '0',
    PERSON_RATE: '0',
    TRUST_PROXY: 'none',
    BILLING: 'on',
    ...options.env,
  })
  const errors = options.errors ?? []
  const opened = await open(
    env,
    { appUrl: through(urls.appUrl), workerUrl: through(urls.workerUrl) },
    {
      ...(options.log && { log: options.log }),
      onError: (error) => void errors.push(error),
      ...(options.now && { now: options.now }),
      ...(options.push && { push: options.push }),
      ...(options.exchange && { exchange: options.exchange }),
    },
  )
  const { app, deps, drain } = opened
  let closing: Promise<void> | undefined
  /** Called at the end of the test file at the latest. */
  const close = () => {
    closing ??= opened.close()
    return closing
  }

  const send = sender(app)

  const signIn = async (userId: string, sessionId = newId()) => {
    await deps.tenants.pool
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        token_hash: randomBytes(32),
        is_remembered: false,
        expires_at: new Date(deps.now().getTime() + 3_600_000).toISOString(),
      })
      .execute()
    return {
      userId,
      sessionId,
      authorization: `Bearer ${await signAccessToken(env.secretKey, { userId, sessionId }, deps.now())}`,
    }
  }

  /** A person with a session and no business. */
  async function person(
    status: 'Active' | 'Pending' | 'Verified' = 'Active',
    language: Language = 'en',
  ): Promise<TestPerson> {
    const user = await testUser(deps.tenants.pool, { status, language })
    return { ...user, ...(await signIn(user.userId)) }
  }

  const newBusiness = () => makeTestBusiness(deps, person)

  /** Listens on a local port, for tests that inject cannot do. */
  const listen = () => app.listen({ port: 0, host: '127.0.0.1' })
  return { app, deps, env, errors, send, signIn, person, newBusiness, listen, drain, close, urls }
}

function formOf(field: string, file: Blob) {
  const form = new FormData()
  form.append(field, file, file instanceof File ? file.name : 'file')
  return form as object
}

/** Sends requests by the contract's routes, as a local browser with English. */
function sender(app: FastifyInstance) {
  return async <R extends Route>(
    r: R,
    as: Partial<Credentials> | undefined,
    input: RouteInput<R>,
    headers: Record<string, string> = {},
  ) => {
    const { params = {}, query, body, file } = input as Input
    const url = `/api${r.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`
    const { authorization, 'x-business-id': businessId } = as ?? {}
    const reply = await app.inject({
      method: r.method,
      url,
      query: Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])),
      headers: {
        host: 'localhost',
        'accept-language': 'en',
        ...(authorization && { authorization }),
        ...(businessId && { 'x-business-id': businessId }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
      ...(file && { payload: formOf(r.upload?.field ?? '', file) }),
    })
    return {
      status: reply.statusCode,
      body: reply.json() as RouteReply<R>,
      headers: reply.headers,
      cookies: reply.cookies,
    }
  }
}
