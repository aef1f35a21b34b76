import type { Scope } from '#contract/auth/scopes.ts'
import type { ErrorCode } from '#contract/errors.ts'
import {
  actsEverywhere,
  campaignRights,
  hasRight,
  isAtLeast,
  mayExportLeads,
  type Right,
  type Role,
} from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import type { UserStatus } from '#contract/team/users.ts'
import type { Origin } from '../events/emit.ts'
import { AppError } from './errors.ts'

/** A person signed in, without a business chosen. */
export type Person = {
  kind: 'person'
  userId: string
  sessionId: string
  /** Expiry of the access token, in milliseconds since the epoch. */
  expiresAt: number
  status: UserStatus
  isDemo: boolean
  /** The session was opened with two factors. */
  hasSecondFactor: boolean
  /** The origin of this request. */
  from?: Origin
}
/** A person in a business. Owner and Admin act in every campaign, the others by their roles in them. */
export type Member = Person &
  InBusiness & {
    role: Role
    /** The business requires a second factor, and this session has none. */
    needsTwoFactor: boolean
    /** A partner who sees phones and e-mails of leads masked, in every reply. */
    seesMasked: boolean
    campaignRoles: ReadonlyMap<string, Role>
    /** The campaigns in which they read only leads assigned to them. */
    ownLeadsIn: readonly string[]
    /** Grants to hear calls: an Admin's everywhere, others' in campaigns; `exports`: campaigns with export. */
    hears: { everywhere: boolean; campaigns: readonly string[]; exports: readonly string[] }
    /** Campaigns with the grant to export leads. */
    exportsLeadsIn: readonly string[]
  }
/** The business of a caller; `isClosing`: it can only be read and reopened. */
export type InBusiness = { businessId: string; isClosing: boolean }
/** A program of a business. `campaignIds` null: every campaign. */
export type ApiKey = InBusiness & {
  kind: 'key'
  keyId: string
  scopes: readonly Scope[]
  campaignIds: readonly string[] | null
  ratePerMinute: number
  from?: Origin
}
/** The author of acts within a business, as events record it. */
export type Caller = Member | ApiKey

/** The id of the person or the key. */
export const idOf = (caller: Person | Caller) => (caller.kind === 'key' ? caller.keyId : caller.userId)

type RouteAccess = Pick<Route, 'method' | 'access' | 'can' | 'scope' | 'pending' | 'whileClosing'>
/** A feature's reason to refuse routes of a business by its state: the code of an error, or undefined. */
export type Refusal = (business: InBusiness, route: RouteAccess) => ErrorCode | undefined
/** Checks the access that a route declares, before its body is read. Business routes get a Caller. */
export function requireAccess(caller: Person | Caller | null, route: RouteAccess, refusals: readonly Refusal[]) {
  const { access, can, scope, pending } = route
  if (access === 'public') return
  if (!caller) throw new AppError('unauthenticated')
  if (caller.kind === 'key') {
    if (!scope || !caller.scopes.includes(scope)) throw new AppError('forbidden')
    return refuse(caller, route, refusals)
  }
  if (caller.status === 'Pending' && !pending) throw new AppError('phone_not_verified')
  if (access === 'user') return
  if (!('businessId' in caller)) throw new AppError('business_required')
  if (caller.needsTwoFactor) throw new AppError('two_factor_required')
  if (!isAtLeast(caller.role, access) || (can && !mayAnywhere(caller, can))) throw new AppError('forbidden')
  refuse(caller, route, refusals)
}

function refuse(business: InBusiness, route: RouteAccess, refusals: readonly Refusal[]) {
  for (const refusal of refusals) {
    const code = refusal(business, route)
    if (code) throw new AppError(code)
  }
}

/** Campaigns whose calls the member hears by role or grant; null: all. An Admin's grant ends with that role. */
export function campaignsHeard({ role, hears }: Member): readonly string[] | null {
  if (hasRight(role, 'calls.hear') || (role === 'Admin' && hears.everywhere)) return null
  return role === 'Admin' ? [] : hears.campaigns
}

/**
 * Campaigns whose leads the member may export: all (null) for Owner and Admin, for others those with the grant and a role
 * that can have it. Members who see masked contacts export none.
 */
export function campaignsExported(member: Member): readonly string[] | null {
  if (hasRight(member.role, 'leads.export')) return null
  if (member.seesMasked) return []
  return member.exportsLeadsIn.filter((id) => mayExportLeads(member.campaignRoles.get(id)))
}

/** Whether the caller has a right at all: by the business role, or for a right on a campaign's rows by a role in any campaign. */
function mayAnywhere(member: Member, right: Right) {
  const { role, campaignRoles } = member
  if (right === 'calls.hear') return campaignsHeard(member)?.length !== 0
  if (right === 'leads.export') return campaignsExported(member)?.length !== 0
  if (actsEverywhere(role) || !campaignRights.includes(right)) return hasRight(role, right)
  return [...campaignRoles.values()].some((campaignRole) => hasRight(campaignRole, right))
}
