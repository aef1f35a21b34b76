import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tenants } from '../../platform/db/tenants.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ApiKey, Caller, Person } from '../../platform/http/caller.ts'
import { clientOf } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { verifyAccessToken } from '../auth/auth.tokens.ts'
import { findApiKey, findMembership, findSession, touchApiKeys } from './access.queries.ts'
import { remembered } from './remembered.ts'

export const KEY_PREFIX = 'lk_live_'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MINUTE_MS = 60_000
const FLUSH_MS = 5_000

export const hashKey = (key: string) => createHash('sha256').update(key).digest()

type Given = { tenants: Tenants; workerDb: Db; secretKey: string; now: () => Date; onError: (error: unknown) => void }
export type Access = ReturnType<typeof openAccess>

/** Who calls and how often they may: look-ups are remembered for two seconds. */
export function openAccess({ tenants, workerDb, secretKey, now, onError }: Given) {
  const membership = remembered((userId: string, businessId: string) => findMembership(tenants.scope({ businessId }), businessId, userId))
  const session = remembered((sessionId: string) => findSession(tenants.pool, sessionId, now()))
  const apiKey = remembered((key: string) => findApiKey(tenants.pool, hashKey(key)))
  // Checking a signature costs more than the rest of a small request.
  const claimsOf = remembered((token: string) => verifyAccessToken(secretKey, token, now()))
  const uses = new Map<string, string>()
  const limits = new Map<string, { minute: number; count: number }>()

  const flush = async () => {
    const flushed = [...uses].map(([id, at]) => ({ id, at }))
    uses.clear()
    if (flushed.length) await touchApiKeys(workerDb, flushed).catch(onError)
  }
  const timer = setInterval(flush, FLUSH_MS).unref()

  async function findKey(token: string, businessId: unknown): Promise<ApiKey> {
    const key = await apiKey(token)
    if (!key) throw new AppError('unauthenticated')
    if (!key.is_active) throw new AppError('key_not_active')
    if (businessId !== undefined && businessId !== key.business_id) throw new AppError('business_not_found')
    uses.set(key.id, now().toISOString())
    return {
      kind: 'key',
      keyId: key.id,
      businessId: key.business_id,
      scopes: key.scopes,
      campaignIds: key.campaign_ids,
      ratePerMinute: key.rate_per_minute,
    }
  }

  async function findPerson(token: string, request: FastifyRequest): Promise<Person | null> {
    const claims = await claimsOf(token)
    if (!claims || claims.expiresAt <= now().getTime()) return null
    const found = await session(claims.sessionId)
    if (found?.userId !== claims.userId) return null
    // Demo people are known to everyone: they exist on this machine only.
    if (found.isDemo && !clientOf(request).isLocal) return null
    return { kind: 'person', ...claims, status: found.status, isDemo: found.isDemo }
  }

  /** An API key, a member of the business named by `x-business-id`, or a person without one; null: nobody. */
  async function findCaller(request: FastifyRequest): Promise<Person | Caller | null> {
    const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!token) return null
    const businessId = request.headers['x-business-id']
    if (token.startsWith(KEY_PREFIX)) return findKey(token, businessId)
    const person = await findPerson(token, request)
    const isOfPerson = (request.routeOptions.config as { route?: { access: string } }).route?.access === 'user'
    if (!person || businessId === undefined || isOfPerson) return person
    const member = typeof businessId === 'string' && UUID.test(businessId) ? await membership(person.userId, businessId) : undefined
    if (!member) throw new AppError('business_not_found')
    const campaignRoles = new Map(Object.entries(member.campaignRoles ?? {}))
    return { ...person, businessId: businessId as string, role: member.role, campaignRoles }
  }

  /** A fixed window of a minute for each key and process (decisions 0.1). */
  function limitKey({ keyId, ratePerMinute }: ApiKey, reply: FastifyReply) {
    if (ratePerMinute === 0) return
    const time = now().getTime()
    const minute = Math.floor(time / MINUTE_MS)
    const known = limits.get(keyId)
    const count = (known?.minute === minute ? known.count : 0) + 1
    limits.set(keyId, { minute, count })
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - time) / 1_000)
    reply.headers({
      'x-ratelimit-limit': ratePerMinute,
      'x-ratelimit-remaining': Math.max(0, ratePerMinute - count),
      'x-ratelimit-reset': seconds,
    })
    if (count > ratePerMinute) throw new AppError('too_many_requests', { retryAfter: seconds })
  }

  return {
    findCaller,
    limitKey,
    /** To be called after memberships, sessions or keys changed. */
    forget() {
      membership.forget()
      session.forget()
      claimsOf.forget()
      apiKey.forget()
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
