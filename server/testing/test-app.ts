import { createHash, randomBytes, randomInt } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Language } from '#contract/constants.ts'
import type { Role, Scope } from '#contract/roles.ts'
import type { Route, RouteInput, RouteReply } from '#contract/route.ts'
import { readEnv } from '../env.ts'
import { signAccessToken } from '../features/auth/auth.tokens.ts'
import { open } from '../open.ts'
import { newId } from '../platform/ids.ts'
import { testBusiness, testUser } from './test-data.ts'
import { testDatabase } from './test-db.ts'

export type Credentials = { authorization: string; 'x-business-id'?: string }
/** A signed-in member of a test's business. */
export type TestMember = Credentials & { userId: string; sessionId: string; email: string; name: string }
type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type Options = { env?: Record<string, string>; now?: () => Date; errors?: unknown[] }

/** A phone that nobody owns. */
export const aPhone = () => `+97272444${String(randomInt(10_000)).padStart(4, '0')}`

/** A running server on this file's own database, spoken to by the contract's routes. */
export async function testApp(options: Options = {}) {
  const urls = await testDatabase()
  const env = readEnv({
    SECRET_KEY: 'x'.repeat(40),
    LOG_LEVEL: 'silent',
    DATA_DIR: '.data-test',
    PORT: '0',
    ...options.env,
  })
  const errors = options.errors ?? []
  const opened = await open(env, urls, {
    onError: (error) => void errors.push(error),
    ...(options.now && { now: options.now }),
  })
  const { app, deps, close } = opened
  afterAll(close)

  async function send<R extends Route>(
    r: R,
    as: Partial<Credentials> | undefined,
    input: RouteInput<R>,
    headers: Record<string, string> = {},
  ) {
    const { params = {}, query, body } = input as Input
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
    })
    return {
      status: reply.statusCode,
      body: reply.json() as RouteReply<R>,
      headers: reply.headers,
      cookies: reply.cookies,
    }
  }

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
  async function person(status: 'Active' | 'Pending' | 'Verified' = 'Active', language: Language = 'en') {
    const user = await testUser(deps.tenants.pool, { status, language })
    return { ...user, ...(await signIn(user.userId)) }
  }

  async function newBusiness() {
    const business = await testBusiness(deps.tenants)
    const { businessId } = business
    const db = deps.tenants.scope({ businessId })

    /** A signed-in member; with a role in campaigns: by default their business role, in the ones given. */
    async function member(role: Role, campaigns: Record<string, Role> | string[] = []): Promise<TestMember> {
      const user = await person()
      await db.insertInto('memberships').values({ business_id: businessId, user_id: user.userId, role }).execute()
      const roles = Array.isArray(campaigns) ? campaigns.map((id) => [id, role] as const) : Object.entries(campaigns)
      for (const [campaignId, campaignRole] of roles) {
        await db
          .insertInto('campaign_members')
          .values({ business_id: businessId, campaign_id: campaignId, user_id: user.userId, role: campaignRole })
          .execute()
      }
      deps.access.forget()
      return { ...user, 'x-business-id': businessId }
    }

    async function campaign(
      values: {
        name?: string
        is_enabled?: boolean
        email_notifications?: string[]
        sms_notifications?: string[]
      } = {},
    ) {
      const id = newId()
      await db
        .insertInto('campaigns')
        .values({ business_id: businessId, id, name: `Campaign ${id.slice(-4)}`, ...values })
        .execute()
      return id
    }

    async function apiKey(scopes: Scope[] = ['leads:write'], campaignIds: string[] | null = null) {
      const key = `lk_live_${randomBytes(4).toString('hex')}_${randomBytes(21).toString('hex')}`
      const id = newId()
      await db
        .insertInto('api_keys')
        .values({
          business_id: businessId,
          id,
          name: 'Test key',
          hint: 'lk_live_…',
          hash: createHash('sha256').update(key).digest(),
          scopes,
          campaign_ids: campaignIds,
          rate_per_minute: 0,
        })
        .execute()
      return { keyId: id, authorization: `Bearer ${key}` }
    }
    return { ...business, db, member, campaign, apiKey }
  }

  /** The server on a port of this machine, for what inject cannot do. */
  const listen = () => app.listen({ port: 0, host: '127.0.0.1' })
  return { app, deps, env, errors, send, signIn, person, newBusiness, listen, urls }
}
