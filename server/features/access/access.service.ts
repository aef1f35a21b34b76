import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import type { Tenants } from '../../platform/db/tenants.ts'
import type { ApiKey, Caller, Member, Person } from '../../platform/http/caller.ts'
import { bearerOf, clientOf } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { verifyAccessToken } from '../auth/auth.tokens.ts'
import { findApiKey, findMembership, findSession } from './access.queries.ts'
import { openKeyUses } from './key-uses.ts'
import { remembered } from './remembered.ts'
import { openRequestLimits } from './request-limits.ts'

export const KEY_PREFIX = 'lk_live_'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const hashKey = (key: string) => createHash('sha256').update(key).digest()

type Given = {
  tenants: Tenants
  workerDb: Db
  secretKey: string
  /** Requests a minute and process that one person may make; 0: no limit. */
  personRate: number
  now: () => Date
  onError: (error: unknown) => void
}
export type Access = ReturnType<typeof openAccess>

/** Who calls and how often they may. */
export function openAccess(given: Given) {
  const found = openLookUps(given)
  const uses = openKeyUses(given.workerDb, given.onError)
  const { now } = given

  /** An API key, a member of the business named by `x-business-id`, or a person without one; null: nobody. */
  async function findCaller(request: FastifyRequest): Promise<Person | Caller | null> {
    const token = bearerOf(request)
    if (!token) return null
    const businessId = request.headers['x-business-id']
    if (token.startsWith(KEY_PREFIX)) {
      const key = toKey(await found.apiKey(token), businessId)
      uses.note(key.keyId, now())
      return key
    }
    const person = await findPerson(token, request)
    const { access } = (request.routeOptions.config as { route?: { access: string } }).route ?? {}
    if (!person || businessId === undefined || access === 'user') return person
    const member = typeof businessId === 'string' ? await memberOf(person, businessId) : undefined
    if (!member) throw new AppError('business_not_found')
    return member
  }

  async function memberOf(person: Person, businessId: string): Promise<Member | undefined> {
    const member = UUID.test(businessId) ? await found.membership(person.userId, businessId) : undefined
    if (!member) return undefined
    const campaignRoles = new Map(Object.entries(member.campaignRoles ?? {}))
    const hears = { everywhere: member.hearsCalls, campaigns: member.hearsIn ?? [] }
    const { role, isClosing } = member
    return { ...person, businessId, isClosing, role, campaignRoles, hears }
  }

  /** Who was given a link, while that session and membership last: links bear no token. */
  async function findMember({ sessionId, userId, businessId }: Pick<Member, 'sessionId' | 'userId' | 'businessId'>) {
    const session = await found.session(sessionId)
    if (session?.userId !== userId) return undefined
    const { status, isDemo } = session
    return memberOf({ kind: 'person', userId, sessionId, expiresAt: 0, status, isDemo }, businessId)
  }

  async function findPerson(token: string, request: FastifyRequest): Promise<Person | null> {
    const claims = await found.claims(token)
    if (!claims || claims.expiresAt <= now().getTime()) return null
    const session = await found.session(claims.sessionId)
    if (session?.userId !== claims.userId) return null
    // Demo people are known to everyone: they exist on this machine only.
    if (session.isDemo && !clientOf(request).isLocal) return null
    return { kind: 'person', ...claims, status: session.status, isDemo: session.isDemo }
  }

  const limit = openRequestLimits(now)
  const limitCaller = (caller: Person | Caller, reply: FastifyReply) =>
    caller.kind === 'key'
      ? limit(caller.keyId, caller.ratePerMinute, reply)
      : limit(caller.userId, given.personRate, reply)

  return { findCaller, findMember, limitCaller, forget: found.forget, stop: uses.stop }
}

/** What is asked at nearly every request, remembered for two seconds. */
function openLookUps({ tenants, secretKey, now }: Given) {
  const lookUps = {
    membership: remembered((userId: string, businessId: string) =>
      findMembership(tenants.scope({ businessId }), businessId, userId),
    ),
    session: remembered((sessionId: string) => findSession(tenants.pool, sessionId, now())),
    apiKey: remembered((key: string) => findApiKey(tenants.pool, hashKey(key))),
    // Checking a signature costs more than the rest of a small request.
    claims: remembered((token: string) => verifyAccessToken(secretKey, token, now())),
  }
  /** To be called after memberships, sessions or keys changed. */
  const forget = () => {
    for (const lookUp of Object.values(lookUps)) lookUp.forget()
  }
  return { ...lookUps, forget }
}

function toKey(found: Awaited<ReturnType<typeof findApiKey>>, businessId: unknown): ApiKey {
  if (!found) throw new AppError('unauthenticated')
  if (!found.is_active) throw new AppError('key_not_active')
  if (businessId !== undefined && businessId !== found.business_id) throw new AppError('business_not_found')
  return {
    kind: 'key',
    keyId: found.id,
    businessId: found.business_id,
    isClosing: found.is_closing,
    scopes: found.scopes,
    campaignIds: found.campaign_ids,
    ratePerMinute: found.rate_per_minute,
  }
}
