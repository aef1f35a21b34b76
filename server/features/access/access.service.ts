import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caches } from '../../platform/caches.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Tenants } from '../../platform/db/tenants.ts'
import type { ApiKey, Caller, Member, Person } from '../../platform/http/caller.ts'
import { bearerOf, clientOf, isApiKey, originOfClient } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isId } from '../../platform/ids.ts'
import { isAmong } from '../../platform/oauth/networks.ts'
import { findApiKey, findMembership, findSession } from './access.queries.ts'
import { campaignsOfOwn } from './access.rules.ts'
import { verifyAccessToken } from './access-tokens.ts'
import { openKeyUses } from './key-uses.ts'
import { openLastSeen } from './last-seen.ts'
import { openRequestLimits } from './request-limits.ts'

export const hashKey = (key: string) => createHash('sha256').update(key).digest()

type AccessDeps = {
  tenants: Tenants
  workerDb: Db
  caches: Caches
  secretKey: string
  /** Maximum requests per minute for each person in each process; 0: no limit. */
  personRate: number
  now: () => Date
  onError: (error: unknown) => void
}
export type Access = ReturnType<typeof openAccess>

/** Identifies callers and limits their request rate. */
export function openAccess(deps: AccessDeps) {
  const found = openLookUps(deps)
  const uses = openKeyUses(deps.workerDb, deps.onError)
  const lastSeen = openLastSeen(deps.workerDb, deps.onError)
  const { now } = deps

  /** An API key, a member of the business named by `x-business-id`, or a person without one; null: not signed in. */
  async function findCaller(request: FastifyRequest): Promise<Person | Caller | null> {
    const token = bearerOf(request)
    if (!token) return null
    const businessId = request.headers['x-business-id']
    if (isApiKey(token)) {
      const key = toKey(await found.apiKey(token), { businessId, ip: clientOf(request).ip, now: now() })
      uses.note(key.keyId, now())
      return { ...key, from: originOfClient(clientOf(request)) }
    }
    const person = await findPerson(token, request)
    const { access } = (request.routeOptions.config as { route?: { access: string } }).route ?? {}
    if (!person || businessId === undefined || access === 'user') return person
    const member = typeof businessId === 'string' ? await memberOf(person, businessId) : undefined
    if (!member) throw new AppError('business_not_found')
    lastSeen.note(member, now())
    return member
  }

  async function memberOf(person: Person, businessId: string): Promise<Member | undefined> {
    const member = isId(businessId) ? await found.membership(person.userId, businessId) : undefined
    if (!member) return undefined
    const campaignRoles = new Map(Object.entries(member.campaignRoles ?? {}))
    const hears = { everywhere: member.hearsCalls, campaigns: member.hearsIn ?? [], exports: member.exportsIn ?? [] }
    const { role, isClosing, seesMasked } = member
    const ownLeadsIn = campaignsOfOwn({ ...member, campaignRoles })
    const exportsLeadsIn = member.exportsLeadsIn ?? []
    const needsTwoFactor = member.requiresTwoFactor && !person.hasSecondFactor
    const inBusiness = { businessId, isClosing, needsTwoFactor, role, campaignRoles, ownLeadsIn, hears, seesMasked }
    return { ...person, ...inBusiness, exportsLeadsIn }
  }

  /** The member for whom a signed link was made, if that session and membership still exist; links carry no token. */
  async function findMember({ sessionId, userId, businessId }: Pick<Member, 'sessionId' | 'userId' | 'businessId'>) {
    const session = await found.session(sessionId)
    if (session?.userId !== userId) return undefined
    const member = await memberOf({ kind: 'person', sessionId, expiresAt: 0, ...session }, businessId)
    return member?.needsTwoFactor ? undefined : member
  }

  /** The member on whose behalf work is done that no request asks for, as comparing a calendar; undefined if suspended. */
  const findAbsentMember = ({ userId, businessId }: Pick<Member, 'userId' | 'businessId'>) =>
    memberOf({ kind: 'person', userId, ...ABSENT }, businessId)

  async function findPerson(token: string, request: FastifyRequest): Promise<Person | null> {
    const claims = await found.claims(token)
    if (!claims || claims.expiresAt <= now().getTime()) return null
    const session = await found.session(claims.sessionId)
    if (session?.userId !== claims.userId) return null
    // Demo passwords are public, so demo people work on this machine only.
    const client = clientOf(request)
    if (session.isDemo && !client.mayBeDemo) return null
    return { kind: 'person', ...claims, ...session, from: originOfClient(client) }
  }

  const limit = openRequestLimits(now)
  const limitCaller = (caller: Person | Caller, reply: FastifyReply) =>
    caller.kind === 'key'
      ? limit(caller.keyId, caller.ratePerMinute, reply)
      : limit(caller.userId, deps.personRate, reply)

  const stop = async () => void (await Promise.all([uses.stop(), lastSeen.stop()]))
  return { findCaller, findMember, findAbsentMember, limitCaller, writeLastSeen: lastSeen.flush, stop }
}

/** No session and no request. What a second factor opens to a person's sessions is no matter of their calendar. */
const ABSENT = { sessionId: '', expiresAt: 0, status: 'Active', isDemo: false, hasSecondFactor: true } as const

const OF_BUSINESS = ['business.changed', 'business.closed', 'business.reopened'] as const
const OF_MEMBER = [
  'member.joined',
  'member.changed',
  'member.suspended',
  'member.resumed',
  'member.removed',
  'member.left',
  'campaign.created',
  'campaign.changed',
] as const
const OF_SESSION = [
  'session.ended',
  'account.changed',
  'account.address_proved',
  'account.two_factor_on',
  'account.two_factor_off',
  'account.passkey_added',
  'account.passkey_removed',
  // A person becomes Active with their first business.
  'business.created',
  'member.joined',
] as const

/** Look-ups of nearly every request. */
const openLookUps = ({ tenants, caches, secretKey, now }: AccessDeps) => ({
  membership: caches.cached([...OF_MEMBER, ...OF_BUSINESS], (userId: string, businessId: string) =>
    findMembership(tenants.scope({ businessId }), businessId, userId),
  ),
  session: caches.cached(OF_SESSION, (sessionId: string) => findSession(tenants.pool, sessionId, now())),
  apiKey: caches.cached(['key.changed', 'key.rotated', 'key.deleted', ...OF_BUSINESS], (key: string) =>
    findApiKey(tenants.pool, hashKey(key)),
  ),
  // Cached, because verifying a signature costs more than the rest of a small request. No event changes a token's
  // claims.
  claims: caches.cached([], (token: string) => verifyAccessToken(secretKey, token, now())),
})

type Used = { businessId: unknown; ip: string; now: Date }
function toKey(found: Awaited<ReturnType<typeof findApiKey>>, { businessId, ip, now }: Used): ApiKey {
  if (!found) throw new AppError('api_key_unknown')
  if (!found.is_active) throw new AppError('key_not_active')
  if (found.ends_at && new Date(found.ends_at) <= now) throw new AppError('api_key_expired')
  if (found.allowed_addresses && !isAmong(ip, found.allowed_addresses)) throw new AppError('api_key_address')
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
